// Blocks and loops; tells before every statement.

import type { BlockTree, ExpressionTree, StatementTree } from '../../toolchain/syntax/tree.js';
import { evaluate, evaluateConst } from './evaluate.js';
import { cell, Scope, type Frame } from './frame.js';
import { asInt, isTrue, stopsBefore, type Machine } from './machine.js';
import { fitsPattern } from './patterns.js';
import { placeOf } from './places.js';
import { Broken, Continued, Ended } from './signals.js';
import { int, unit, type Value, type ListValue } from './values.js';

export function runBlock(machine: Machine, frame: Frame, tree: BlockTree): Value {
  return runIn(machine, { ...frame, scope: new Scope(frame.scope) }, tree);
}

/** In the scope of the frame itself. */
export function runIn(machine: Machine, frame: Frame, tree: BlockTree): Value {
  for (const statement of tree.statements) runStatement(machine, frame, statement);
  if (tree.result === undefined) return unit;
  if (stopsBefore(tree.result)) machine.visit(frame, tree.result.at);
  return evaluate(machine, frame, tree.result);
}

function runStatement(machine: Machine, frame: Frame, tree: StatementTree): void {
  switch (tree.kind) {
    case 'let': {
      machine.visit(frame, tree.at);
      const value = evaluate(machine, frame, tree.value);
      const kept = machine.settled(machine.conform(value, tree.type, tree.at, frame), tree.at);
      fitsPattern(machine, tree.pattern, kept, frame.scope);
      if (tree.pattern.kind === 'binding' && tree.type !== undefined)
        frame.scope.names.set(tree.pattern.name.text, cell(kept, tree.type));
      return;
    }
    case 'const':
      machine.visit(frame, tree.at);
      frame.scope.names.set(tree.name.text, cell(evaluateConst(machine, tree)));
      return;
    case 'expression':
      if (stopsBefore(tree.expression)) machine.visit(frame, tree.at);
      evaluate(machine, frame, tree.expression);
      return;
    case 'assertion':
      // Loops check their invariants themselves; those of functions never get here.
      return;
  }
}

export function runIf(machine: Machine, frame: Frame, tree: Extract<ExpressionTree, { kind: 'if' }>): Value {
  if (isTrue(evaluate(machine, frame, tree.condition))) return runBlock(machine, frame, tree.then);
  return tree.else === undefined ? unit : runBlock(machine, frame, tree.else);
}

export function runMatch(
  machine: Machine,
  frame: Frame,
  tree: Extract<ExpressionTree, { kind: 'match' }>,
): Value {
  const subject = evaluate(machine, frame, tree.subject);
  for (const arm of tree.arms) {
    const inner: Frame = { ...frame, scope: new Scope(frame.scope) };
    if (!fitsPattern(machine, arm.pattern, subject, inner.scope)) continue;
    if (arm.guard !== undefined && !isTrue(evaluate(machine, inner, arm.guard))) continue;
    return runBlock(machine, inner, arm.body);
  }
  throw new Error('no arm fits');
}

/** One turn; false where the loop is left. */
function turn(machine: Machine, frame: Frame, body: BlockTree, leave: (value: Value) => void): boolean {
  try {
    runBlock(machine, frame, body);
  } catch (error) {
    if (error instanceof Broken) {
      leave(error.value);
      return false;
    }
    if (!(error instanceof Continued)) throw error;
  }
  return true;
}

/** Before each turn, before anything decides whether there is one. */
function checkInvariants(machine: Machine, frame: Frame, { statements }: BlockTree): void {
  if (!machine.assertions) return;
  for (const statement of statements) {
    if (statement.kind !== 'assertion') return;
    checkAssertion(machine, frame, statement);
  }
}

export function checkAssertion(
  machine: Machine,
  frame: Frame,
  tree: Extract<StatementTree, { kind: 'assertion' }>,
): void {
  if (isTrue(evaluate(machine, frame, tree.condition))) return;
  throw new Ended('revert', tree.message ?? `Assertion failed: ${tree.assertion}`, tree.at);
}

export function runLoop(
  machine: Machine,
  frame: Frame,
  tree: Extract<ExpressionTree, { kind: 'loop' }>,
): Value {
  let result: Value = unit;
  const leave = (value: Value): void => {
    result = value;
  };
  do {
    machine.step();
    checkInvariants(machine, frame, tree.body);
  } while (turn(machine, frame, tree.body, leave));
  return result;
}

export function runWhile(
  machine: Machine,
  frame: Frame,
  tree: Extract<ExpressionTree, { kind: 'while' }>,
): Value {
  const goesOn = (): boolean => {
    machine.visit(frame, tree.testsLast === true ? tree.condition.at : tree.at);
    return isTrue(evaluate(machine, frame, tree.condition));
  };
  for (;;) {
    checkInvariants(machine, frame, tree.body);
    if (tree.testsLast !== true && !goesOn()) return unit;
    if (!turn(machine, frame, tree.body, () => {})) return unit;
    if (tree.step !== undefined) evaluate(machine, frame, tree.step);
    if (tree.testsLast === true && !goesOn()) return unit;
  }
}

export function runFor(
  machine: Machine,
  frame: Frame,
  tree: Extract<ExpressionTree, { kind: 'for' }>,
): Value {
  for (const item of itemsOf(machine, frame, tree)) {
    checkInvariants(machine, frame, tree.body);
    machine.visit(frame, tree.at);
    if (item === 'end') break;
    const inner: Frame = { ...frame, scope: new Scope(frame.scope) };
    fitsPattern(machine, tree.pattern, item, inner.scope);
    if (!turn(machine, inner, tree.body, () => {})) return unit;
  }
  return unit;
}

/** What the loop walks, and at last its end. The look for a next one is a stop of its own. */
function* itemsOf(
  machine: Machine,
  frame: Frame,
  { over, at }: Extract<ExpressionTree, { kind: 'for' }>,
): Iterable<Value | 'end'> {
  if (over.kind === 'range') {
    const from = asInt(evaluate(machine, frame, over.from));
    const to = asInt(evaluate(machine, frame, over.to));
    const type = from.type ?? to.type ?? 'u64';
    for (let value = from.value; value < to.value; value++) yield int(value, type);
    yield 'end';
    return;
  }
  // A vector in storage is read element by element while the loop runs.
  const place = placeOf(machine, frame, over);
  const read = place === undefined ? undefined : () => place.get();
  const first = read?.() ?? evaluate(machine, frame, over);
  const list = first as ListValue;
  for (let nth = 0; nth < list.items.length; nth++) {
    const now = (read?.() ?? first) as typeof list;
    const item = now.items[nth];
    if (item === undefined) throw new Ended('panic', 'index out of bounds', at);
    yield item;
  }
  yield 'end';
}
