// Loops: each kind as blocks for its test, its body, its step and its end.

import { i8, intConstant, type Block, type IntType, type Value } from '@sonde/llvm-ir';
import type { Expression, LoopStatement } from '../checker/typed-program.js';
import { largest, sentinel } from '../checker/types.js';
import { compared, not } from './emit-arithmetic.js';
import { emitBlock, emitStatement, inScope } from './emit-statements.js';
import { emitCondition, emitValue } from './emit-values.js';
import type { FunctionContext } from './function-context.js';
import { headHoldsWild } from './traits.js';

type Of<Kind extends LoopStatement['kind']> = Extract<LoopStatement, { kind: Kind }>;

export function emitLoop(fc: FunctionContext, statement: LoopStatement): void {
  switch (statement.kind) {
    case 'while':
      return emitWhile(fc, statement);
    case 'when':
      return emitWhen(fc, statement);
    case 'for':
      return inScope(fc, statement, headHoldsWild(statement) ? statement.at : undefined, () =>
        emitFor(fc, statement),
      );
    case 'for-range':
      return emitRange(fc, statement);
    case 'till':
    case 'loop':
      return emitCounted(fc, statement);
  }
}

/** The body of a loop, from its block on; goes on at `continues`. */
function emitBody(
  fc: FunctionContext,
  statement: LoopStatement,
  body: Block,
  breaks: Block,
  continues: Block,
): void {
  const { code } = fc;
  fc.loops.set(statement.loop, { breaks, continues, outer: fc.surroundings });
  code.moveTo(body);
  emitBlock(fc, statement.body);
  if (!code.terminated) code.br(continues);
}

/** Tests a condition in a block of its own, to which loops come back. */
function emitTest(fc: FunctionContext, condition: Expression, yes: Block, no: Block): void {
  fc.at(condition.at);
  if (condition.kind === 'bool') fc.code.br(condition.value ? yes : no);
  else fc.code.condBr(emitCondition(fc, condition), yes, no);
  fc.endStatement();
}

function emitWhile(fc: FunctionContext, statement: Of<'while'>): void {
  const { code, builder } = fc;
  const [test, body, after] = [builder.block('while'), builder.block('body'), builder.block('after')];
  code.br(test);
  code.moveTo(test);
  emitTest(fc, statement.condition, body, after);
  emitBody(fc, statement, body, after, test);
  fc.join(after);
}

/** `then` follows a loop that ran and ended by its condition, `end` one that did not run or was broken off. */
function emitWhen(fc: FunctionContext, statement: Of<'when'>): void {
  const { code, builder } = fc;
  const [test, body, over, then, end, after] = ['when', 'body', 'over', 'then', 'end', 'after'].map(name =>
    builder.block(name),
  ) as [Block, Block, Block, Block, Block, Block];
  const ran = builder.alloca(i8, 'ran');
  code.store(intConstant(i8, 0), ran);
  code.br(test);
  code.moveTo(test);
  emitTest(fc, statement.condition, body, over);
  const running = builder.block('running');
  code.moveTo(body);
  code.store(intConstant(i8, 1), ran);
  code.br(running);
  emitBody(fc, statement, running, end, test);
  code.moveTo(over);
  fc.at(statement.condition.at);
  if (!over.isTarget) code.unreachable();
  else code.condBr(code.icmp('ne', code.load(i8, ran), intConstant(i8, 0)), then, end);
  for (const [block, part] of [
    [then, statement.then],
    [end, statement.end],
  ] as const) {
    if (!block.isTarget) continue;
    code.moveTo(block);
    if (part) emitBlock(fc, part);
    if (!code.terminated) code.br(after);
  }
  fc.join(after);
}

function emitFor(fc: FunctionContext, statement: Of<'for'>): void {
  const { code, builder } = fc;
  const { initial, condition, step } = statement;
  const [test, body, next, after] = ['for', 'body', 'step', 'after'].map(name => builder.block(name)) as [
    Block,
    Block,
    Block,
    Block,
  ];
  if (initial) emitStatement(fc, initial);
  code.br(test);
  code.moveTo(test);
  if (condition) emitTest(fc, condition, body, after);
  else code.br(body);
  emitBody(fc, statement, body, after, next);
  if (next.isTarget) {
    code.moveTo(next);
    fc.at(step?.at ?? statement.at);
    if (step) emitValue(fc, step);
    fc.endStatement();
    code.br(test);
  }
  fc.join(after);
}

interface Counting {
  readonly first: Value;
  /** Whether the counter is still within its bounds. */
  readonly within: (counter: Value) => Value;
  /** The next value; `beyond` is where to go when there is none. */
  readonly next: (counter: Value, beyond: Block) => Value;
}

function emitRange(fc: FunctionContext, statement: Of<'for-range'>): void {
  const { code, builder } = fc;
  const { counter, inclusive } = statement;
  const { type } = counter;
  if (type.kind !== 'integer' && type.kind !== 'tbb') throw new Error('a loop counts with whole numbers');
  const ir = fc.ir(type) as IntType;
  const first = emitValue(fc, statement.from);
  const to = emitValue(fc, statement.to);
  fc.endStatement();
  emitCounting(fc, statement, {
    first,
    within: value => compared(fc, inclusive ? '<=' : '<', value, to, type),
    next: (value, beyond) => {
      const more = builder.block('more');
      code.condBr(code.icmp('eq', value, intConstant(ir, largest(type))), beyond, more);
      code.moveTo(more);
      return code.binary('add', value, intConstant(ir, 1));
    },
  });
}

function emitCounted(fc: FunctionContext, statement: Of<'till' | 'loop'>): void {
  const { code, builder } = fc;
  const { type } = statement.counter;
  if (type.kind !== 'integer' && type.kind !== 'tbb') throw new Error('a loop counts with whole numbers');
  const ir = fc.ir(type) as IntType;
  const signed = type.kind === 'tbb' || type.signed;
  const zero = intConstant(ir, 0);
  const start = statement.start && emitValue(fc, statement.start);
  const limit = emitValue(fc, statement.limit);
  const step = emitValue(fc, statement.step);
  fc.endStatement();
  fc.require(code.icmp('ne', step, zero), () => fc.trap('a loop has the step 0', statement.at));
  const up = code.icmp(signed ? 'sgt' : 'ne', step, zero);
  const either = (rising: Value, falling: Value): Value => code.select(up, rising, falling);
  emitCounting(fc, statement, {
    first: start ?? either(zero, limit),
    within: value =>
      statement.kind === 'loop'
        ? either(compared(fc, '<=', value, limit, type), compared(fc, '>=', value, limit, type))
        : either(compared(fc, '<', value, limit, type), compared(fc, '>=', value, zero, type)),
    next: (value, beyond) => {
      const more = builder.block('more');
      const sum = code.withOverflow(signed ? 'sadd' : 'uadd', value, step);
      code.condBr(code.extractValue(sum, 1), beyond, more);
      code.moveTo(more);
      return code.extractValue(sum, 0);
    },
  });
}

/** Rounds with a counter that never leaves its type. */
function emitCounting(
  fc: FunctionContext,
  statement: Of<'for-range' | 'till' | 'loop'>,
  { first, within, next }: Counting,
): void {
  const { code, builder } = fc;
  const { type } = statement.counter;
  inScope(fc, statement, undefined, () => {
    fc.at(statement.at);
    const slot = fc.declare(statement.counter);
    const ir = fc.ir(type) as IntType;
    const [test, body, step, after] = ['count', 'body', 'step', 'after'].map(name => builder.block(name)) as [
      Block,
      Block,
      Block,
      Block,
    ];
    code.store(first, slot);
    code.br(test);
    code.moveTo(test);
    const value = code.load(ir, slot);
    const inside = within(value);
    // ERR is no number to count with.
    const valid =
      type.kind === 'tbb'
        ? code.binary('and', inside, not(fc, code.icmp('eq', value, intConstant(ir, sentinel(type.bits)))))
        : inside;
    code.condBr(valid, body, after);
    emitBody(fc, statement, body, after, step);
    if (step.isTarget) {
      code.moveTo(step);
      fc.at(statement.at);
      code.store(next(code.load(ir, slot), after), slot);
      code.br(test);
    }
    fc.join(after);
  });
}
