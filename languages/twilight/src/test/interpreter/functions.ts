// Runs a function: assertions, modifiers around it, its body.

import { endOf, type Span } from '@sonde/front-end';
import type { PatternTree } from '../../toolchain/syntax/pattern-tree.js';
import type {
  AssertionTree,
  BlockTree,
  FunctionTree,
  ModifierUseTree,
  StatementTree,
} from '../../toolchain/syntax/tree.js';
import type { TypeTree } from '../../toolchain/syntax/type-tree.js';
import { checkAssertion, runIn } from './control.js';
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
  const own = new Scope(scope);
  around(machine, frame, tree.modifiers, () => {
    own.names.clear();
    const value = bodyValue(machine, frame, inner, own);
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
  const isWrapped =
    tree.modifiers.length > 0 ||
    posts.length > 0 ||
    ((isEntry || isInit) && machine.declarations.contract.invariants.length > 0);
  const last = isWrapped ? scope : stillAlive(scope, own, inner);
  machine.visit({ ...frame, scope: last }, endOf(tree.at));
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

/** What a closing brace shows: locals behind a way out may have no value, and hide others of their name. */
function stillAlive(parameters: Scope, own: Scope, { statements }: BlockTree): Scope {
  const leaving = statements.findIndex(leaves);
  const isSure = (nth: number): boolean => leaving < 0 || nth < leaving;
  const unsure = new Set(statements.flatMap((each, nth) => (isSure(nth) ? [] : declaredBy(each))));
  const scope = new Scope(undefined);
  for (const [name, one] of [...parameters.names, ...own.names])
    if (!unsure.has(name)) scope.names.set(name, one);
  return scope;
}

function leaves(tree: unknown): boolean {
  if (typeof tree !== 'object' || tree === null) return false;
  if ('kind' in tree && (tree.kind === 'return' || tree.kind === 'propagate')) return true;
  return Object.entries(tree).some(([key, part]) => key !== 'at' && leaves(part));
}

function declaredBy(tree: StatementTree): readonly string[] {
  if (tree.kind === 'const') return [tree.name.text];
  return tree.kind === 'let' ? boundBy(tree.pattern) : [];
}

function boundBy(pattern: unknown): readonly string[] {
  if (typeof pattern !== 'object' || pattern === null) return [];
  const { kind, name } = pattern as Partial<Extract<PatternTree, { kind: 'binding' }>>;
  const inside = Object.entries(pattern).flatMap(([key, part]) => (key === 'at' ? [] : boundBy(part)));
  return kind === 'binding' && name !== undefined ? [name.text, ...inside] : inside;
}

/** `scope`: where the names of the body are to be, for who looks when it is over. */
function bodyValue(machine: Machine, frame: Frame, body: BlockTree, scope = new Scope(frame.scope)): Value {
  try {
    return runIn(machine, { ...frame, scope }, body);
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
