// How transactions end early: require, revert, panic and assertions; and print, which is text too.

import type { TypedExpression } from '../checker/typed-expressions.js';
import type { TypedAssertion } from '../checker/typed-places.js';
import { fieldsLayout, shapeOf } from '../layout/layout.js';
import { abiEncode, tupleOf } from './by-type/abi.js';
import { emit, emitDropped, emitOperandAddress, pushAddress } from './expressions.js';
import { fail, failWith } from './failures.js';
import type { FunctionContext } from './function-context.js';
import { moveValue } from './memory.js';
import type { FailureOperand } from './records.js';
import { appendHex } from './runtime/text.js';
import { appendLiteral, emitText, evaluate, type Evaluated } from './texts.js';
import { equality } from './by-type/equality.js';
import { wideCompare } from './runtime/wide-basics.js';
import { extend, limbsOf } from './arithmetic/ranges.js';

type Of<Kind extends TypedExpression['kind']> = Extract<TypedExpression, { kind: Kind }>;

export function emitRequire(g: FunctionContext, e: Of<'require'>): void {
  unless(g, e.condition, operands =>
    fail(g, { outcome: 'revert', text: e.message }, 'require', e.at, operands),
  );
}

/** Fails like `require`. */
export function emitAssertion(g: FunctionContext, { condition, message, at }: TypedAssertion): void {
  unless(g, condition, operands => fail(g, { outcome: 'revert', text: message }, 'assertion', at, operands));
}

export function emitAssert(g: FunctionContext, e: Of<'assert'>): void {
  unless(g, e.condition, operands => {
    const compared = e.compared?.map((local, nth) => ({
      name: nth === 0 ? 'left' : 'right',
      type: local.type,
      index: g.home(local),
      inMemory: g.inMemory(local),
    }));
    fail(g, { outcome: 'panic', text: e.message }, 'assert', e.at, compared ?? operands);
  });
}

export function emitRevert(g: FunctionContext, e: Of<'revert'>): void {
  emitEnding(g, e, 'revert', e.abi);
}

export function emitPanic(g: FunctionContext, e: Of<'panic'>): void {
  emitEnding(g, e, 'panic');
}

function emitEnding(
  g: FunctionContext,
  e: Of<'revert'> | Of<'panic'>,
  outcome: 'revert' | 'panic',
  abi?: readonly TypedExpression[],
): void {
  const only = e.message.every(part => typeof part === 'string') ? e.message.join('') : undefined;
  if (only !== undefined && abi === undefined) return fail(g, { outcome, text: only }, outcome, e.at, []);
  g.scratch('i32', handle => {
    const done: Evaluated = new Map();
    // An argument is in the text and among the words: it is evaluated once.
    const appendWords = abi === undefined ? undefined : abiWords(g, abi, done);
    emitText(g, e.message, handle, done, appendWords);
    failWith(g, outcome, outcome, undefined, e.at, [], () => g.code.get(handle));
  });
}

/** Evaluates the arguments; what it gives appends a NUL and the hexadecimal digits of their ABI words. */
function abiWords(g: FunctionContext, args: readonly TypedExpression[], done: Evaluated): () => void {
  const { code, module } = g;
  const type = tupleOf(args.map(arg => arg.type));
  const { offsets } = fieldsLayout(type.fields);
  const tuple = g.temporary(type);
  for (const [nth, arg] of args.entries()) {
    pushAddress(g, tuple);
    code.i32(offsets[nth]!).op('i32.add');
    pushAddress(g, evaluate(g, arg, done));
    moveValue(module, code, arg.type);
  }
  const [words, count] = [g.named('words', 'i32'), g.named('count', 'i32')];
  code.globalGet(module.heapPointer).set(words);
  pushAddress(g, tuple);
  code.get(words).call(abiEncode(module, type)).set(count);
  code.get(words, count).op('i32.add').globalSet(module.heapPointer);
  return () => {
    appendLiteral(g, '\0');
    code.get(words, count).call(appendHex(module));
  };
}

/** What is printed is gone from the heap afterwards. */
export function emitPrint(g: FunctionContext, e: Of<'print'>): void {
  const { code, module } = g;
  if (!module.options.prints) {
    for (const part of e.parts) if (typeof part !== 'string') emitDropped(g, part);
    return;
  }
  g.scratch('i32', handle => {
    emitText(g, e.parts, handle);
    g.row(e.at);
    code.get(handle).i32(4).op('i32.add').get(handle).load('i32.load');
    g.host('print');
    code.get(handle).globalSet(module.heapPointer);
  });
}

function unless(
  g: FunctionContext,
  condition: TypedExpression,
  fails: (operands: readonly FailureOperand[]) => void,
): void {
  // Each side of `&&` fails by itself, so that the debugger has the operands of the one that did.
  if (condition.kind === 'logic' && condition.operator === 'and') {
    unless(g, condition.left, fails);
    unless(g, condition.right, fails);
    return;
  }
  const operands = emitCondition(g, condition);
  g.code.op('i32.eqz').if(undefined, () => fails(operands));
}

/** Of `a || b || c` all three, which have all failed where it does. */
const alternatives = (e: TypedExpression): readonly TypedExpression[] =>
  e.kind === 'logic' && e.operator === 'or' ? [...alternatives(e.left), ...alternatives(e.right)] : [e];

/** Pushes a condition; the sides of its comparisons stay in named locals, for who wants to know why it failed. */
function emitCondition(g: FunctionContext, condition: TypedExpression): readonly FailureOperand[] {
  const all = alternatives(condition);
  if (all.length === 1) return emitCompared(g, condition, '');
  const operands: FailureOperand[] = [];
  const emitFrom = (nth: number): void => {
    // Later ones use `left` and `right` for arithmetic of their own.
    operands.push(...emitCompared(g, all[nth]!, ` ${nth + 1}`));
    if (nth + 1 === all.length) return;
    g.code.if(
      'i32',
      () => void g.code.i32(1),
      () => emitFrom(nth + 1),
    );
  };
  emitFrom(0);
  return operands;
}

function emitCompared(
  g: FunctionContext,
  condition: TypedExpression,
  ordinal: string,
): readonly FailureOperand[] {
  if (condition.kind !== 'compare' || shapeOf(condition.operand) === 'none') {
    emit(g, condition);
    return [];
  }
  const { code } = g;
  const { operand, operator } = condition;
  const wide = shapeOf(operand) === 'memory';
  const sides = [condition.left, condition.right];
  for (const [nth, side] of sides.entries()) {
    if (wide) emitOperandAddress(g, side, sides.slice(nth + 1));
    else {
      emit(g, side);
      if (operand.kind === 'int') extend(code, operand);
      else code.op('i64.extend_i32_u');
    }
  }
  const kept = ['left', 'right'].map(side => ({
    name: `${side}${ordinal}`,
    type: operand,
    index: g.named(`${side}${ordinal}`, wide ? 'i32' : 'i64'),
    inMemory: wide,
  }));
  const [left, right] = [kept[0]!.index, kept[1]!.index];
  code.set(right).set(left).get(left, right);
  const signed = operand.kind === 'int' && operand.signed;
  if (!wide)
    code.op(
      operator === 'eq' || operator === 'ne' ? `i64.${operator}` : `i64.${operator}_${signed ? 's' : 'u'}`,
    );
  else if (operator === 'eq' || operator === 'ne') {
    code.call(equality(g.module, operand));
    if (operator === 'ne') code.op('i32.eqz');
  } else if (operand.kind === 'int') {
    code
      .i32(limbsOf(operand))
      .i32(signed ? 1 : 0)
      .call(wideCompare(g.module))
      .i32(0)
      .op(`i32.${operator}_s`);
  }
  return kept;
}
