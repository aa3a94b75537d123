// Loops: a block to break out of, around a loop, around a block to continue from.

import { spanning } from '@sonde/front-end';
import type { Label } from '@sonde/wasm';
import type { ForOver, TypedExpression } from '../checker/typed-expressions.js';
import type { Loop } from '../checker/typed-places.js';
import type { IntType, Type } from '../checker/types.js';
import { isWide, layoutOf, shapeOf, strideOf } from '../layout/layout.js';
import { closeNever, emitToLocal } from './control-flow.js';
import { emitAssertion } from './endings.js';
import { emit, emitAddress, emitDropped, emitOwnAddress } from './expressions.js';
import type { Destination, FunctionContext } from './function-context.js';
import { bindPattern, subjectOf } from './patterns.js';
import { emitRead, pushItems } from './places.js';
import { limbsOf } from './arithmetic/ranges.js';
import { constantAddress } from './constants.js';
import { wideAdd, wideCompare } from './runtime/wide-basics.js';
import { emitElementRead, emitStoredLength, withSlotKey } from './storage/vectors.js';

type Of<Kind extends TypedExpression['kind']> = Extract<TypedExpression, { kind: Kind }>;

/** `turn` begins with what decides whether there is one more: it breaks to `done` if not. */
function emitTurns(
  g: FunctionContext,
  loop: Loop,
  result: Of<'loop'>['result'],
  turn: (done: Label, body: (write: () => void) => void) => void,
): void {
  const { code } = g;
  code.block(undefined, done => {
    code.loop(undefined, again => {
      emitInvariants(g, loop);
      turn(done, write => {
        code.block(undefined, next => {
          g.loops.set(loop.id, { done, next, result });
          write();
        });
      });
      emitInvariants(g, loop);
      code.br(again);
    });
  });
  g.loops.delete(loop.id);
}

function emitInvariants(g: FunctionContext, { invariants }: Loop): void {
  if (!g.module.options.runtimeAsserts) return;
  for (const invariant of invariants) g.statement(() => emitAssertion(g, invariant));
}

export function emitLoop(g: FunctionContext, e: Of<'loop'>, to: Destination | undefined): void {
  const { result } = e;
  if (result !== undefined && g.inMemory(result)) g.enterRoom(result);
  emitTurns(g, e.loop, result, (_done, body) => body(() => emitDropped(g, e.body)));
  if (result !== undefined && shapeOf(e.type) !== 'none')
    emitRead(g, { root: { kind: 'local', local: result }, path: [], type: result.type }, to);
  closeNever(g, e.type);
}

export function emitWhile(g: FunctionContext, e: Of<'while'>): void {
  const { code } = g;
  const test = (done: Label): void => {
    g.stopRow(e.testsLast ? e.condition.at : spanning(e.at, e.condition.at), false);
    g.statement(() => emit(g, e.condition));
    code.op('i32.eqz').brIf(done);
  };
  emitTurns(g, e.loop, undefined, (done, body) => {
    if (!e.testsLast) test(done);
    body(() => emitDropped(g, e.body));
    if (e.step !== undefined) {
      const { step } = e;
      g.row(step.at);
      g.statement(() => emitDropped(g, step));
    }
    if (e.testsLast) test(done);
  });
}

export function emitBreak(g: FunctionContext, e: Of<'break'>): void {
  const labels = labelsOf(g, e.loop);
  const { value } = e;
  if (value !== undefined) {
    if (labels.result === undefined) emitDropped(g, value);
    else emitToLocal(g, labels.result, value);
  }
  g.code.br(labels.done);
}

export function emitContinue(g: FunctionContext, e: Of<'continue'>): void {
  g.code.br(labelsOf(g, e.loop).next);
}

function labelsOf(g: FunctionContext, loop: Loop) {
  const found = g.loops.get(loop.id);
  if (found === undefined) throw new Error('a loop is left from outside');
  return found;
}

export function emitFor(g: FunctionContext, e: Of<'for'>): void {
  const { over } = e;
  if (over.kind === 'range') return emitRange(g, e, over);
  if (over.kind === 'elements') return emitForElements(g, e, over);
  withSlotKey(g, over.slot, (key, base) => {
    emitStoredLength(g, key, base);
    g.code.set(g.home(over.end)).i64(0).set(g.home(over.index));
    emitCounted(
      g,
      e,
      () => g.code.get(g.home(over.end)),
      over.index,
      () => {
        const element = g.temporary(over.element);
        emitElementRead(g, key, base, over.element, () => g.code.get(g.home(over.index)), element);
        g.code.get(element.base);
        if (element.offset !== 0) g.code.i32(element.offset).op('i32.add');
      },
      over.element,
    );
  });
}

/** Counts with the hidden index, a u64, and binds the pattern to the element whose address is pushed. */
function emitCounted(
  g: FunctionContext,
  e: Of<'for'>,
  pushEnd: () => void,
  index: Extract<ForOver, { kind: 'elements' }>['index'],
  pushElement: () => void,
  element: Type,
): void {
  const { code } = g;
  const counter = g.home(index);
  emitTurns(g, e.loop, undefined, (done, body) => {
    g.stopRow(e.at, false);
    code.get(counter);
    pushEnd();
    code.op('i64.ge_u').brIf(done);
    body(() => {
      g.scope(e.scope, () => {
        g.scratch('i32', at => {
          pushElement();
          code.set(at);
          bindPattern(g, e.pattern, { kind: 'memory', base: at, offset: 0, type: element });
          emitDropped(g, e.body);
        });
      });
    });
    code.get(counter).i64(1).op('i64.add').set(counter);
  });
}

function emitForElements(
  g: FunctionContext,
  e: Of<'for'>,
  over: Extract<ForOver, { kind: 'elements' }>,
): void {
  const { subject, holder, index, element } = over;
  const { code } = g;
  const list = g.home(holder);
  if (subject.kind === 'read') emitAddress(g, subject);
  else emitOwnAddress(g, subject);
  code.set(list).i64(0).set(g.home(index));
  g.scratch('i64', end => {
    const fixed = subject.type.kind === 'array' ? subject.type.length : undefined;
    code.get(list);
    pushItems(g, fixed);
    code.op('drop').get(g.named('length', 'i64')).set(end);
    emitCounted(
      g,
      e,
      () => code.get(end),
      index,
      () => {
        code.get(list);
        pushItems(g, fixed);
        code.get(g.home(index)).op('i32.wrap_i64').i32(strideOf(element)).op('i32.mul', 'i32.add');
      },
      element,
    );
  });
}

function emitRange(g: FunctionContext, e: Of<'for'>, over: Extract<ForOver, { kind: 'range' }>): void {
  const { code } = g;
  const { index, end } = over;
  const type = index.type as IntType;
  emitToLocal(g, index, over.from);
  emitToLocal(g, end, over.to);
  const wide = isWide(type);
  const counter = g.home(index);
  emitTurns(g, e.loop, undefined, (done, body) => {
    g.stopRow(e.at, false);
    code.get(counter, g.home(end));
    if (wide)
      code
        .i32(limbsOf(type))
        .i32(type.signed ? 1 : 0)
        .call(wideCompare(g.module))
        .i32(0)
        .op('i32.ge_s');
    else code.op(`${type.container === 64 ? 'i64' : 'i32'}.ge_${type.signed ? 's' : 'u'}`);
    code.brIf(done);
    body(() => {
      g.scope(e.scope, () => {
        bindPattern(g, e.pattern, subjectOf(g, index));
        emitDropped(g, e.body);
      });
    });
    // Below the end, so one more is in range.
    if (wide) {
      code
        .get(counter, counter)
        .i32(constantAddress(g.module.data, type, 1n))
        .i32(layoutOf(type).size / 8);
      code.call(wideAdd(g.module)).op('drop');
    } else if (type.container === 64) code.get(counter).i64(1).op('i64.add').set(counter);
    else code.get(counter).i32(1).op('i32.add').set(counter);
  });
}
