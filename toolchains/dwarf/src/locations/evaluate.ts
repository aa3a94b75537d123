// Location expressions: where a variable is, found without running the program.
//
// The stack machine of DWARF is run on numbers that are known only as "what a local holds, and so much more". That covers
// what compilers write for WebAssembly; anything else is told as unknown.

import type { Base, Location } from '../debug-data.js';
import type { Cursor } from '../reading/cursor.js';

export interface ExpressionContext {
  readonly addressSize: number;
  readonly offsetSize: 4 | 8;
  /** What frame offsets count from. */
  readonly frameBase?: () => Sum | undefined;
  readonly indexedAddress: (index: number) => number;
}

/** What `base` holds and `offset` together. */
export interface Sum {
  readonly base?: Base;
  readonly offset: bigint;
}

const Op = {
  addr: 0x03,
  deref: 0x06,
  const1u: 0x08,
  const1s: 0x09,
  const2u: 0x0a,
  const2s: 0x0b,
  const4u: 0x0c,
  const4s: 0x0d,
  const8u: 0x0e,
  const8s: 0x0f,
  constu: 0x10,
  consts: 0x11,
  minus: 0x1c,
  plus: 0x22,
  plusUconst: 0x23,
  lit0: 0x30,
  lit31: 0x4f,
  fbreg: 0x91,
  piece: 0x93,
  nop: 0x96,
  implicitValue: 0x9e,
  stackValue: 0x9f,
  addrx: 0xa1,
  constx: 0xa2,
  entryValue: 0xa3,
  wasmLocation: 0xed,
  gnuEntryValue: 0xf3,
} as const;

const unknown = (why: string): Location => ({ kind: 'unknown', why });

export const optimizedOut = unknown('the compiler left it out');
const tooHard = unknown('the compiler tells where it is in a way that is not read here');
const inPieces = unknown('it is in several pieces');
const onOperandStack = unknown('it is on the operand stack of WebAssembly, which cannot be read here');

/** Throws a DwarfProblem for expressions that are broken. */
export function locationOf(expression: Cursor, context: ExpressionContext): Location {
  if (expression.left === 0) return optimizedOut;
  const stack: Sum[] = [];
  const pop = (): Sum => {
    const top = stack.pop();
    if (top === undefined) throw expression.problem('an expression uses more than it has');
    return top;
  };
  let result: Location | undefined;
  while (!expression.done) {
    const op = expression.u8();
    if (op === Op.piece) return inPieces;
    if (result !== undefined) return tooHard;
    const simple = constantOf(op, expression, context);
    if (simple !== undefined) {
      stack.push(simple);
      continue;
    }
    switch (op) {
      case Op.nop:
        break;
      case Op.plusUconst: {
        const { offset, ...rest } = pop();
        stack.push({ ...rest, offset: offset + expression.unsigned() });
        break;
      }
      case Op.plus:
      case Op.minus: {
        const sum = combined(op, pop(), pop());
        if (sum === undefined) return tooHard;
        stack.push(sum);
        break;
      }
      case Op.deref: {
        const { base, offset } = pop();
        if (depthOf(base) >= deepestPointer) return tooHard;
        const from = { kind: 'pointer' as const, offset: addressOf(offset) };
        stack.push({ base: base === undefined ? from : { ...from, base }, offset: 0n });
        break;
      }
      case Op.fbreg: {
        const by = expression.signed();
        const frame = context.frameBase?.();
        if (frame === undefined) return unknown('the compiler does not tell where its frame is');
        stack.push({ ...frame, offset: frame.offset + by });
        break;
      }
      case Op.wasmLocation: {
        const held = wasmLocation(expression);
        if (held === undefined) return onOperandStack;
        stack.push({ base: held, offset: 0n });
        break;
      }
      case Op.stackValue:
        result = valueOf(pop());
        break;
      case Op.implicitValue:
        result = { kind: 'bytes', bytes: expression.take(expression.count()) };
        break;
      case Op.entryValue:
      case Op.gnuEntryValue:
        return unknown('it is what a parameter was when the function began, which is not known any more');
      default:
        return tooHard;
    }
  }
  return result ?? inMemory(pop());
}

/** What an expression for a frame base means: a number, whether it says so or not. */
export function sumOf(expression: Cursor, context: ExpressionContext): Sum | undefined {
  const location = locationOf(expression, context);
  switch (location.kind) {
    case 'local':
    case 'global':
      return { base: location, offset: 0n };
    case 'memory':
      return {
        ...(location.base === undefined ? {} : { base: location.base }),
        offset: BigInt(location.offset),
      };
    case 'value':
      return location;
    default:
      return undefined;
  }
}

/** Operations that push a number. */
function constantOf(
  op: number,
  at: Cursor,
  { addressSize, indexedAddress }: ExpressionContext,
): Sum | undefined {
  if (op >= Op.lit0 && op <= Op.lit31) return { offset: BigInt(op - Op.lit0) };
  switch (op) {
    case Op.addr:
      return { offset: BigInt(at.word(addressSize)) };
    case Op.addrx:
    case Op.constx:
      return { offset: BigInt(indexedAddress(at.count())) };
    case Op.const1u:
      return { offset: BigInt(at.u8()) };
    case Op.const1s:
      return { offset: BigInt(at.i8()) };
    case Op.const2u:
      return { offset: BigInt(at.u16()) };
    case Op.const2s:
      return { offset: BigInt.asIntN(16, BigInt(at.u16())) };
    case Op.const4u:
      return { offset: BigInt(at.u32()) };
    case Op.const4s:
      return { offset: BigInt.asIntN(32, BigInt(at.u32())) };
    case Op.const8u:
      return { offset: at.u64() };
    case Op.const8s:
      return { offset: BigInt.asIntN(64, at.u64()) };
    case Op.constu:
      return { offset: at.unsigned() };
    case Op.consts:
      return { offset: at.signed() };
    default:
      return undefined;
  }
}

/** Undefined for the operand stack. */
function wasmLocation(at: Cursor): Base | undefined {
  const kind = at.u8();
  const index = kind === 0x03 ? at.u32() : at.count();
  if (kind === 0x00) return { kind: 'local', index };
  if (kind === 0x01 || kind === 0x03) return { kind: 'global', index };
  if (kind === 0x02) return undefined;
  throw at.problem(`a variable is in a place of the unknown kind ${kind}`);
}

function combined(op: number, b: Sum, a: Sum): Sum | undefined {
  if (op === Op.minus) return b.base === undefined ? { ...a, offset: a.offset - b.offset } : undefined;
  if (a.base !== undefined && b.base !== undefined) return undefined;
  const base = a.base ?? b.base;
  return { ...(base === undefined ? {} : { base }), offset: a.offset + b.offset };
}

function valueOf({ base, offset }: Sum): Location {
  if (base !== undefined && base.kind !== 'pointer' && offset === 0n) return base;
  return { kind: 'value', offset, ...(base === undefined ? {} : { base }) };
}

const inMemory = ({ base, offset }: Sum): Location => ({
  kind: 'memory',
  offset: addressOf(offset),
  ...(base === undefined ? {} : { base }),
});

/** Compilers write one or two. */
const deepestPointer = 4;

const depthOf = (base: Base | undefined): number => (base?.kind === 'pointer' ? 1 + depthOf(base.base) : 0);

/** Negative ones are behind what a base holds, in front of its beginning. */
const addressOf = (offset: bigint): number => Number(BigInt.asIntN(53, offset));
