// Runs a function: assertions, modifiers around it, its body.

import type { Span } from '@sonde/front-end';
import type { AssertionTree, BlockTree, FunctionTree, ModifierUseTree } from '../../toolchain/syntax/tree.js';
import type { TypeTree } from '../../toolchain/syntax/type-tree.js';
import { checkAssertion, runBlock } from './control.js';
import { evaluate } from './evaluate.js';
import { cell, Scope, type Cell, type Frame } from './frame.js';
import type { Machine } from './machine.js';
import { Returned } from './signals.js';
import { unit, type Value } from './values.js';

export function runFunction(
  machine: Machine,
  tree: FunctionTree,
  parameters: ReadonlyMap<string, Cell>,
  types: ReadonlyMap<string, TypeTree>,
  name: string,
  depth: number,
): Value {
  if (depth > 200) throw new Error('calls are nested too deeply');
  const scope = new Scope(undefined);
  for (const [one, place] of parameters) scope.names.set(one, place);
  const { pres, inner, posts } = parted(tree.body!);
  const olds = new Map<Span, Value>();
  const region = tree.modifiers.length > 0 || posts.length > 0 ? tree.name.text : undefined;
  const frame: Frame = {
    name,
    depth,
    region,
    scope,
    result: tree.result,
    types,
    placeholder: undefined,
    olds,
  };
  const isEntry = tree.visibility === 'public' && machine.declarations.contract.functions.includes(tree);
  const isInit = tree.name.text === 'init' && machine.declarations.contract.functions.includes(tree);
  if (machine.assertions) {
    for (const pre of pres) visited(machine, frame, pre);
    if (isEntry) invariants(machine, frame);
    for (const post of posts) keepOlds(machine, frame, post.condition, olds);
  }
  // Where a modifier does not run the body, the result is zero.
  let result: Value =
    tree.result === undefined || tree.modifiers.length === 0
      ? unit
      : machine.declarations.zero(tree.result, types);
  around(machine, frame, tree.modifiers, () => {
    const value = bodyValue(machine, frame, inner);
    if (tree.result !== undefined) result = machine.conform(value, tree.result, tree.at, frame);
  });
  if (machine.assertions) {
    for (const post of posts) {
      const named: Frame = { ...frame, scope: new Scope(scope) };
      named.scope.names.set('$result', cell(result));
      visited(machine, { ...frame, scope: resultScope(scope, result) }, post);
    }
    if (isEntry || isInit) invariants(machine, frame);
  }
  return machine.settled(result, tree.at);
}

/** `result` is a name in an assertion, and no local. */
function resultScope(outer: Scope, result: Value): Scope {
  const scope = new Scope(outer);
  scope.find = (name: string): Cell | undefined => (name === 'result' ? cell(result) : outer.find(name));
  return scope;
}

function visited(machine: Machine, frame: Frame, tree: AssertionTree): void {
  machine.visit(frame, tree.at);
  checkAssertion(machine, frame, tree);
}

function invariants(machine: Machine, frame: Frame): void {
  for (const tree of machine.declarations.contract.invariants)
    checkAssertion(machine, { ...frame, scope: new Scope(undefined) }, tree);
}

function bodyValue(machine: Machine, frame: Frame, body: BlockTree): Value {
  try {
    return runBlock(machine, frame, body);
  } catch (error) {
    if (error instanceof Returned) return error.value;
    throw error;
  }
}

/** Each modifier runs what is inside of it wherever it says `_`. */
function around(
  machine: Machine,
  frame: Frame,
  modifiers: readonly ModifierUseTree[],
  inner: () => void,
): void {
  const [use, ...rest] = modifiers;
  if (use === undefined) {
    inner();
    return;
  }
  const tree = machine.declarations.contract.modifiers.find(one => one.name.text === use.name.text)!;
  const scope = new Scope(undefined);
  for (const [nth, parameter] of tree.parameters.entries()) {
    const value = machine.conform(evaluate(machine, frame, use.args[nth]!), parameter.type, use.at);
    scope.names.set(parameter.name.text, cell(value));
  }
  const own: Frame = {
    ...frame,
    region: tree.name.text,
    scope,
    result: undefined,
    placeholder: () => around(machine, frame, rest, inner),
  };
  bodyValue(machine, own, tree.body);
}

/** The values of `old(…)` at the beginning. */
function keepOlds(machine: Machine, frame: Frame, tree: unknown, olds: Map<Span, Value>): void {
  if (typeof tree !== 'object' || tree === null) return;
  if ('kind' in tree && tree.kind === 'old') {
    const { operand, at } = tree as Extract<AssertionTree['condition'], { kind: 'old' }>;
    olds.set(at, evaluate(machine, frame, operand));
    return;
  }
  for (const [key, part] of Object.entries(tree)) if (key !== 'at') keepOlds(machine, frame, part, olds);
}

function parted({ statements, ...rest }: BlockTree): {
  readonly pres: readonly AssertionTree[];
  readonly inner: BlockTree;
  readonly posts: readonly AssertionTree[];
} {
  const is = (kind: string) => (one: BlockTree['statements'][number]) =>
    one.kind === 'assertion' && one.assertion === kind;
  return {
    pres: statements.filter(is('pre')) as AssertionTree[],
    inner: { ...rest, statements: statements.filter(one => !is('pre')(one) && !is('post')(one)) },
    posts: statements.filter(is('post')) as AssertionTree[],
  };
}
