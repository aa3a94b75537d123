// Calls by a name: functions, constructors, functions of types, the library.

import type { Span } from '@sonde/front-end';
import type { CallTree, ExpressionTree, PathTree } from '../../syntax/tree.js';
import type { Body } from '../body.js';
import { checkAs, checkExpression, shown } from './check-expressions.js';
import { concrete, constructed, peek } from './check-composites.js';
import type { FunctionDefinition } from '../items/definitions.js';
import { genericsOf, instantiate, parameterTypes, passingOf, typeOfParameter } from '../items/functions.js';
import { substituted, unify } from '../type-rules/generics.js';
import { libraryFunctions } from '../items/library.js';
import { CheckMistake } from '../mistake.js';
import { resolvePath } from '../items/resolve-paths.js';
import { resolveType, structType } from '../type-rules/resolve-types.js';
import { checkTypeFunction } from './library-functions.js';
import { functionOf, requireTrait } from '../type-rules/traits.js';
import { typeNamed, variantNamed } from './type-members.js';
import { variantOf } from '../typed-make.js';
import type { Argument, TypedExpression } from '../typed-expressions.js';
import type { ParameterType, Type } from '../types.js';

export function checkCall(body: Body, tree: CallTree, expected: Type | undefined): TypedExpression {
  const { callee, args, at } = tree;
  const built = checkConstructor(body, tree, expected);
  if (built !== undefined) return built;
  const found = resolvePath(body.checker, callee, body.environment.scope);
  if (found?.kind === 'function') return callFunction(body, found, undefined, callee, args, expected, at);
  if (found?.kind === 'library') return callLibrary(body, found.path, args, at);
  if (found?.kind === 'event')
    throw new CheckMistake(callee.at, 'events are emitted', 'Write `emit` before it.');
  if (found?.kind === 'modifier')
    throw new CheckMistake(callee.at, 'a modifier stands behind the head of a function');
  if (callee.segments.length > 1) {
    const member = callMember(body, tree, expected);
    if (member !== undefined) return member;
  }
  if (found !== undefined) throw new CheckMistake(callee.at, `${nameOf(callee)} cannot be called`);
  throw body.unknownName(nameOf(callee), callee.at);
}

export const nameOf = ({ segments }: PathTree): string => segments.map(({ text }) => text).join('::');

/** `Some(x)`, `Tier::Gold(5)`, `Pair(1, 2)`; in solidity also `Quote(1, 2)`. */
function checkConstructor(
  body: Body,
  tree: CallTree,
  expected: Type | undefined,
): TypedExpression | undefined {
  const { callee, args, at } = tree;
  const variant = variantNamed(body, callee, expected);
  if (variant !== undefined) {
    if (variant.type === undefined) return checkWrapped(body, variant.name, args, expected, at);
    const { type } = variant;
    const made = variant.variant!;
    if (made.shape !== 'tuple')
      throw new CheckMistake(
        at,
        `${made.name} takes no values in brackets`,
        made.shape === 'named' ? `Write ${made.name} { … }.` : undefined,
      );
    return constructed(
      body,
      type,
      made.fields,
      args,
      fields => ({ kind: 'variant', type, variant: made, fields, at }),
      at,
    );
  }
  const found = resolvePath(body.checker, callee, body.environment.scope);
  if (found?.kind !== 'struct') return undefined;
  if (found.tree.shape !== 'tuple' && !body.isSolidity)
    throw new CheckMistake(callee.at, `${nameOf(callee)} has named fields`, `Write ${nameOf(callee)} { … }.`);
  let type = typeNamed(body, callee, expected);
  if (type === undefined) {
    const parameters = [...parameterTypes(body.checker, found.tree.generics).values()];
    const open = structType(body.checker, found, parameters, at);
    const bindings = new Map<ParameterType, Type>();
    for (const [nth, field] of open.fields.entries())
      if (args[nth] !== undefined) unify(field.type, peek(body, args[nth]).type, bindings);
    type = concrete(body, open, parameters, bindings, at);
  }
  if (type.kind !== 'struct') return undefined;
  const made = type;
  return constructed(
    body,
    made,
    made.fields,
    args,
    fields => ({ kind: 'product', fields, type: made, at }),
    at,
  );
}

/** `Some(5)` without an expected type. */
function checkWrapped(
  body: Body,
  name: string,
  args: readonly ExpressionTree[],
  expected: Type | undefined,
  at: Span,
): TypedExpression {
  const { types } = body.checker;
  const [value] = args;
  if (value === undefined || args.length > 1) throw new CheckMistake(at, `${name} takes one value`);
  if (name !== 'Some')
    throw new CheckMistake(
      at,
      `the type of this ${name} is not known${expected === undefined ? '' : `: ${shown(expected)} is expected`}`,
      'Declare it: val r: Result<u64, string> = …;',
    );
  const inner = checkExpression(body, value, undefined, 'value');
  return variantOf(types.option(inner.type), 'Some', inner, at);
}

function callLibrary(body: Body, path: string, args: readonly ExpressionTree[], at: Span): TypedExpression {
  const { types } = body.checker;
  const found = libraryFunctions.get(path);
  if (found === undefined) throw new CheckMistake(at, `${path.replace(/^module /, '')} cannot be called`);
  if (found === 'keccak256' || found === 'blake3') {
    if (args.length !== 1) throw new CheckMistake(at, `${found} takes one vector<u8>`);
    const data = checkAs(body, args[0]!, types.bytes, 'borrow');
    return { kind: 'builtIn', operation: found, args: [data], type: types.hash, at };
  }
  if (args.length > 0) throw new CheckMistake(at, `${path} takes nothing`);
  return contextFact(body, found, at);
}

export function contextFact(
  body: Body,
  what: Extract<TypedExpression, { kind: 'context' }>['what'],
  at: Span,
): TypedExpression {
  const { types } = body.checker;
  const type = /^(?:sender|origin|selfAddress)$/.test(what)
    ? types.address
    : what === 'value'
      ? types.u128
      : types.u64;
  return { kind: 'context', what, type, at };
}

/** `u64::try_from(x)`, `Rate::of(5)`, `T::make()`. */
function callMember(body: Body, tree: CallTree, expected: Type | undefined): TypedExpression | undefined {
  const { callee, args, at } = tree;
  const owner: PathTree = { ...callee, segments: callee.segments.slice(0, -1) };
  const name = callee.segments.at(-1)!;
  const library = checkTypeFunction(body, owner, name, args, expected, at);
  if (library !== undefined) return library;
  const type = typeNamed(body, owner, expected);
  if (type === undefined) {
    // `Shape::area(x)`: the function of a trait, by its receiver.
    const trait = resolvePath(body.checker, owner, body.environment.scope);
    if (trait?.kind !== 'trait' || args.length === 0) return undefined;
    return callMethodOf(body, peek(body, args[0]!).type, name, args, expected, at, callee);
  }
  return callMethodOf(body, type, name, args, expected, at, callee);
}

function callMethodOf(
  body: Body,
  type: Type,
  name: PathTree['segments'][number],
  args: readonly ExpressionTree[],
  expected: Type | undefined,
  at: Span,
  callee: PathTree,
): TypedExpression | undefined {
  const found = functionOf(body.checker, type, name.text, body.environment.scope);
  if (found === undefined) throw new CheckMistake(name.at, `${shown(type)} has no function ${name.text}`);
  requireCallable(body, found.definition, name.at);
  return callFunction(
    body,
    found.definition,
    found,
    { segments: callee.segments, at: callee.at },
    args,
    expected,
    at,
  );
}

export function requireCallable(body: Body, { tree, scope, visibility }: FunctionDefinition, at: Span): void {
  if (visibility !== 'private' || scope.module === body.environment.scope.module) return;
  throw new CheckMistake(
    at,
    `${tree.name.text} is private to ${scope.file.path}`,
    'Declare it with `pub` there.',
  );
}

/** `owner` says what `Self` and the parameters of an impl stand for; a receiver is the first argument. */
export function callFunction(
  body: Body,
  definition: FunctionDefinition,
  owner: { readonly parameters: ReadonlyMap<string, Type>; readonly self: Type } | undefined,
  callee: PathTree,
  args: readonly ExpressionTree[],
  expected: Type | undefined,
  at: Span,
  receiver?: (mutable: boolean) => Argument,
): TypedExpression {
  const { tree } = definition;
  const { checker } = body;
  refuseCall(body, definition, callee.at);
  const takesSelf = tree.self !== undefined && receiver === undefined;
  const expectedCount = tree.parameters.length + (takesSelf ? 1 : 0);
  if (args.length !== expectedCount)
    throw new CheckMistake(at, `${tree.name.text} takes ${countOf(expectedCount)}, not ${args.length}`);
  if (receiver !== undefined && tree.self === undefined)
    throw new CheckMistake(callee.at, `${tree.name.text} has no receiver`, `Write ${definition.name}(…).`);
  const parameters = typeArguments(
    body,
    definition,
    owner,
    callee,
    takesSelf ? args.slice(1) : args,
    expected,
    at,
  );
  const environment = { scope: definition.scope, parameters, self: owner?.self };
  const typed: Argument[] = [];
  if (receiver !== undefined) typed.push(receiver(tree.self!.mutable));
  else if (takesSelf) typed.push(checkArgument(body, args[0]!, owner!.self, tree.self.mutable));
  for (const [nth, parameter] of tree.parameters.entries()) {
    const type = typeOfParameter(checker, parameter.type, parameter.name.text, environment);
    typed.push(checkArgument(body, args[nth + (takesSelf ? 1 : 0)]!, type, parameter.mutable));
  }
  const instance = instantiate(checker, definition, parameters, owner?.self);
  body.callees.add(instance);
  if (body.assertion !== undefined) checker.callsInAssertions.push({ callee: instance, at });
  return { kind: 'call', target: instance.typed, args: typed, type: instance.typed.result, at };
}

const countOf = (count: number): string =>
  count === 0 ? 'nothing' : count === 1 ? 'one argument' : `${count} arguments`;

function refuseCall(body: Body, { tree, scope }: FunctionDefinition, at: Span): void {
  const isInit = scope.contract !== undefined && tree.name.text === 'init' && tree.self === undefined;
  if (isInit && !(body.inTest && tree.parameters.length > 0))
    throw new CheckMistake(
      at,
      'init runs once, at deployment',
      body.inTest ? 'It ran before the test, because it takes no arguments.' : 'It cannot be called.',
    );
  if (tree.attributes.some(({ name }) => name === 'test'))
    throw new CheckMistake(at, `${tree.name.text} is a test`, 'Tests are run by `twilightc test`.');
}

export function checkArgument(body: Body, tree: ExpressionTree, type: Type, mutable: boolean): Argument {
  const passing = passingOf(type, mutable);
  const want = passing === 'value' ? 'value' : passing === 'shared' ? 'borrow' : 'exclusive';
  return { value: checkAs(body, tree, type, want), passing };
}

/** Given in the call, or found by its arguments, or by what is expected of it. */
function typeArguments(
  body: Body,
  definition: FunctionDefinition,
  owner: { readonly parameters: ReadonlyMap<string, Type>; readonly self: Type } | undefined,
  callee: PathTree,
  args: readonly ExpressionTree[],
  expected: Type | undefined,
  at: Span,
): ReadonlyMap<string, Type> {
  const { tree, scope } = definition;
  const { checker } = body;
  const generics = genericsOf(tree);
  const known = new Map(owner?.parameters ?? []);
  if (generics.length === 0) return known;
  const open = parameterTypes(checker, generics);
  const environment = { scope, parameters: new Map<string, Type>([...known, ...open]), self: owner?.self };
  const bindings = new Map<ParameterType, Type>();
  const written = callee.generics?.map(arg => resolveType(checker, arg, body.environment)) ?? [];
  if (written.length > tree.generics.length)
    throw new CheckMistake(callee.at, `${tree.name.text} takes ${countOf(tree.generics.length)} of types`);
  for (const [nth, type] of written.entries()) bindings.set(open.get(tree.generics[nth]!.name.text)!, type);
  // Numbers without a suffix take the type that the others give.
  const order = [...tree.parameters.entries()].sort(
    ([a], [b]) => Number(isLiteral(args[a]!)) - Number(isLiteral(args[b]!)),
  );
  for (const [nth, parameter] of order) {
    const type = typeOfParameter(checker, parameter.type, parameter.name.text, environment);
    const wanted = substituted(checker, type, bindings);
    if (wanted.kind !== 'parameter' && isLiteral(args[nth]!)) continue;
    unify(type, peek(body, args[nth]!).type, bindings);
  }
  if (expected !== undefined && tree.result !== undefined)
    unify(resolveType(checker, tree.result, environment), expected, bindings);
  for (const { name, bounds } of generics) {
    const type = bindings.get(open.get(name.text)!);
    if (type === undefined)
      throw new CheckMistake(
        at,
        `what ${name.text} stands for is not known here`,
        `Write ${tree.name.text}<…>(…).`,
      );
    for (const trait of bounds) requireTrait(checker, type, trait, scope, at);
    known.set(name.text, type);
  }
  return known;
}

const isLiteral = (tree: ExpressionTree): boolean => tree.kind === 'int' && tree.suffix === undefined;
