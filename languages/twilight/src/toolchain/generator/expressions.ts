// Expressions: numbers up to 64 bits go to WebAssembly's stack, everything else is written where the receiver wants it.

import type { TypedExpression } from '../checker/typed-expressions.js';
import type { Type } from '../checker/types.js';
import { shapeOf } from '../layout/layout.js';
import { emitArithmetic, emitNegation } from './arithmetic/arithmetic.js';
import { emitBitwise, emitInversion, emitShift } from './arithmetic/bits.js';
import { emitComparison } from './arithmetic/comparisons.js';
import { emitConversion } from './arithmetic/conversions.js';
import { emitElements, emitProduct, emitRepeat, emitVariant } from './aggregates.js';
import { emitBuiltIn } from './built-ins/built-ins.js';
import { emitCall } from './calls.js';
import { emitConstant } from './constants.js';
import { emitContext } from './context-values.js';
import { emitBlock, emitIf, emitLeave, emitLogic, emitRegion, emitReturn } from './control-flow.js';
import { emitAssert, emitPanic, emitPrint, emitRequire, emitRevert } from './endings.js';
import { emitEvent } from './events.js';
import type { Destination, FunctionContext } from './function-context.js';
import { emitBreak, emitContinue, emitFor, emitLoop, emitWhile } from './loops.js';
import { emitMatch } from './patterns.js';
import { emitAssignment, emitPlaceAddress, emitRead } from './places.js';
import { cloneInto } from './by-type/clone.js';
import { copyBytes, storeScalar, zeroBytes } from './memory.js';
import { emitStorageEntry, emitStorageRead, emitStorageWrite } from './storage/slots.js';
import { emitStorageVector } from './storage/vectors.js';

/** A number is on the stack afterwards. What is in memory is written to `to`, which must be given. */
export function emit(g: FunctionContext, e: TypedExpression, to?: Destination): void {
  switch (e.kind) {
    case 'constant':
      return emitConstant(g, e.type, e.value, to);
    case 'zero':
      return emitZero(g, e.type, to);
    case 'read':
      return emitRead(g, e.place, to);
    case 'clone':
      return emitClone(g, e, to);
    case 'assign':
      return emitAssignment(g, e.place, e.value);
    case 'arithmetic':
      return emitArithmetic(g, e, to);
    case 'negate':
      return emitNegation(g, e, to);
    case 'bitwise':
      return emitBitwise(g, e, to);
    case 'invert':
      return emitInversion(g, e, to);
    case 'shift':
      return emitShift(g, e, to);
    case 'compare':
      return emitComparison(g, e);
    case 'logic':
      return emitLogic(g, e);
    case 'not':
      emit(g, e.operand);
      return void g.code.op('i32.eqz');
    case 'convert':
      return emitConversion(g, e, to);
    case 'product':
      return emitProduct(g, e, needed(to));
    case 'variant':
      return emitVariant(g, e, needed(to));
    case 'elements':
      return emitElements(g, e, needed(to));
    case 'repeat':
      return emitRepeat(g, e, needed(to));
    case 'call':
      return emitCall(g, e, to);
    case 'builtIn':
      return emitBuiltIn(g, e, to);
    case 'context':
      return emitContext(g, e, to);
    case 'storageRead':
      return emitStorageRead(g, e, to);
    case 'storageWrite':
      return emitStorageWrite(g, e);
    case 'storageEntry':
      return emitStorageEntry(g, e, to);
    case 'storageVector':
      return emitStorageVector(g, e, to);
    case 'block':
      return emitBlock(g, e, to);
    case 'if':
      return emitIf(g, e, to);
    case 'match':
      return emitMatch(g, e, to);
    case 'loop':
      return emitLoop(g, e, to);
    case 'while':
      return emitWhile(g, e);
    case 'for':
      return emitFor(g, e);
    case 'break':
      return emitBreak(g, e);
    case 'continue':
      return emitContinue(g, e);
    case 'return':
      return emitReturn(g, e);
    case 'region':
      return emitRegion(g, e, to);
    case 'leave':
      return emitLeave(g, e);
    case 'emit':
      return emitEvent(g, e);
    case 'require':
      return emitRequire(g, e);
    case 'revert':
      return emitRevert(g, e);
    case 'panic':
      return emitPanic(g, e);
    case 'print':
      return emitPrint(g, e);
    case 'assert':
      return emitAssert(g, e);
  }
}

/** As a value of `type`, which is nothing where the value is not wanted. */
export function emitAs(g: FunctionContext, e: TypedExpression, type: Type, to?: Destination): void {
  if (shapeOf(type) === 'none') emitDropped(g, e);
  else emit(g, e, to);
}

/** Whatever it is, it is in memory afterwards. */
export function emitInto(g: FunctionContext, e: TypedExpression, to: Destination): void {
  const shape = shapeOf(e.type);
  if (shape !== 'i32' && shape !== 'i64') return emit(g, e, to);
  g.code.get(to.base);
  emit(g, e);
  storeScalar(g.code, e.type, to.offset);
}

/** Only for its effects. */
export function emitDropped(g: FunctionContext, e: TypedExpression): void {
  const shape = shapeOf(e.type);
  if (shape === 'memory') emitAddress(g, e);
  else emit(g, e);
  if (shape !== 'none') g.code.op('drop');
}

/** Pushes the address of a value in memory: of the place itself where it is only looked at. */
export function emitAddress(g: FunctionContext, e: TypedExpression): void {
  if (e.kind === 'read' && (e.use === 'borrow' || e.use === 'exclusive' || e.use === 'move'))
    return emitPlaceAddress(g, e.place);
  emitOwnAddress(g, e);
}

/** Pushes the address of a value that nobody else has. */
export function emitOwnAddress(g: FunctionContext, e: TypedExpression): void {
  const to = g.temporary(e.type);
  emit(g, e, to);
  pushAddress(g, to);
}

/** Pushes the address of something in memory that is only looked at, before `later` is evaluated. */
export function emitOperandAddress(
  g: FunctionContext,
  e: TypedExpression,
  later: readonly TypedExpression[],
): void {
  if (e.kind === 'read' && !later.some(mayAssign)) return emitPlaceAddress(g, e.place);
  emitOwnAddress(g, e);
}

export function pushAddress(g: FunctionContext, { base, offset }: Destination): void {
  g.code.get(base);
  if (offset !== 0) g.code.i32(offset).op('i32.add');
}

export function needed(to: Destination | undefined): Destination {
  if (to === undefined) throw new Error('a value in memory needs a place to be written to');
  return to;
}

/** Whether evaluating it may change a local; true in doubt. */
export function mayAssign(e: TypedExpression): boolean {
  switch (e.kind) {
    case 'constant':
    case 'zero':
    case 'context':
      return false;
    case 'read':
      return e.place.path.some(step => step.kind === 'index' && mayAssign(step.index));
    case 'arithmetic':
    case 'bitwise':
    case 'shift':
    case 'compare':
    case 'logic':
      return mayAssign(e.left) || mayAssign(e.right);
    case 'negate':
    case 'invert':
    case 'not':
    case 'convert':
      return mayAssign(e.operand);
    case 'storageRead':
    case 'storageEntry':
      return e.slot.keys.some(mayAssign);
    default:
      return true;
  }
}

function emitZero(g: FunctionContext, type: Type, to: Destination | undefined): void {
  const shape = shapeOf(type);
  if (shape === 'i32') g.code.i32(0);
  else if (shape === 'i64') g.code.i64(0);
  else if (shape === 'memory') zeroBytes(g, type, needed(to));
}

function emitClone(
  g: FunctionContext,
  { operand, type }: Extract<TypedExpression, { kind: 'clone' }>,
  to: Destination | undefined,
): void {
  if (shapeOf(type) !== 'memory') return emit(g, operand);
  emitAddress(g, operand);
  cloneInto(g, type, needed(to));
}

/** With the address of a value on the stack: its bytes are copied to `to`. */
export function copyFromStack(g: FunctionContext, type: Type, to: Destination): void {
  copyBytes(g, type, to);
}
