// Calls of methods: of the running transaction, of the library's types, of impls.

import { nearest } from '@sonde/front-end';
import type { MethodCallTree } from '../../syntax/tree.js';
import type { Body } from '../body.js';
import { callFunction, contextFact, requireCallable } from '../expressions/check-calls.js';
import { checkExpression, shown } from '../expressions/check-expressions.js';
import { passingOf } from '../items/functions.js';
import { locate } from '../expressions/check-places.js';
import { contextObjects } from '../items/library.js';
import { changeLocation, readLocation, type Location } from '../expressions/locations.js';
import { checkContainerMethod, containerMethods } from './methods-of-containers.js';
import { checkEnumMethod, enumMethods } from './methods-of-enums.js';
import { checkNumberMethod, numberMethods } from './methods-of-numbers.js';
import { checkStorageMethod } from './methods-of-storage.js';
import { checkValueMethod, valueMethods } from './methods-of-values.js';
import { CheckMistake } from '../mistake.js';
import { functionOf } from '../type-rules/traits.js';
import { letHidden, read } from '../typed-make.js';
import type { Argument, TypedExpression } from '../typed-expressions.js';
import type { Type } from '../types.js';

export function checkMethodCall(
  body: Body,
  tree: MethodCallTree,
  expected: Type | undefined,
): TypedExpression {
  const context = checkContext(body, tree);
  if (context !== undefined) return context;
  const number = checkLiteralReceiver(body, tree, expected);
  if (number !== undefined) return number;
  const target = locate(body, tree.target);
  const own = functionOf(body.checker, target.type, tree.name.text, body.environment.scope);
  if (own !== undefined) {
    requireCallable(body, own.definition, tree.name.at);
    return callOn(body, tree, target, own, expected);
  }
  const found =
    (target.kind === 'storage' ? checkStorageMethod(body, tree, target) : undefined) ??
    checkContainerMethod(body, tree, target) ??
    checkEnumMethod(body, tree, target) ??
    checkNumberMethod(body, tree, readable(body, tree, target), expected) ??
    checkValueMethod(body, tree, target, expected);
  if (found !== undefined) return found;
  throw unknownMethod(tree, target.type);
}

/** A value to look at, for methods that do not change it. */
const readable =
  (body: Body, tree: MethodCallTree, target: Location): (() => TypedExpression) =>
  () =>
    readLocation(body, target, 'borrow', tree.target.at);

/** `ctx.sender()`, unless a local is called ctx. */
function checkContext(body: Body, { target, name, args, at }: MethodCallTree): TypedExpression | undefined {
  if (target.kind !== 'path' || target.path.segments.length !== 1) return undefined;
  const object = target.path.segments[0]!.text;
  const facts = Object.hasOwn(contextObjects, object) ? contextObjects[object] : undefined;
  if (facts === undefined || body.find(object) !== undefined) return undefined;
  if (
    object !== 'self' &&
    body.environment.scope.find(object) !== undefined &&
    body.environment.scope.find(object)!.kind !== 'library'
  )
    return undefined;
  const what = Object.hasOwn(facts, name.text) ? facts[name.text] : undefined;
  if (what === undefined)
    throw new CheckMistake(
      name.at,
      `${object} has no ${name.text}`,
      `It has ${Object.keys(facts).join(', ')}.`,
    );
  if (args.length > 0) throw new CheckMistake(at, `${object}.${name.text} takes nothing`);
  return contextFact(body, what, at);
}

/** `1.max(x)`: the type of the number is that of the other. */
function checkLiteralReceiver(
  body: Body,
  tree: MethodCallTree,
  expected: Type | undefined,
): TypedExpression | undefined {
  const { target, args } = tree;
  if (target.kind !== 'int' || target.suffix !== undefined || args.length !== 1) return undefined;
  const other = /pow$/.test(tree.name.text)
    ? expected
    : body.tentatively(() => checkExpression(body, args[0]!, expected, 'borrow')).type;
  return checkNumberMethod(body, tree, () => checkExpression(body, target, other, 'value'), expected);
}

/** A method of an impl. */
function callOn(
  body: Body,
  tree: MethodCallTree,
  target: Location,
  own: NonNullable<ReturnType<typeof functionOf>>,
  expected: Type | undefined,
): TypedExpression {
  const { definition } = own;
  const callee = {
    segments: [tree.name],
    ...(tree.generics && { generics: tree.generics }),
    at: tree.name.at,
  };
  const call = (receiver: (mutable: boolean) => Argument): TypedExpression =>
    callFunction(body, definition, own, callee, tree.args, expected, tree.at, receiver);
  const mutable = definition.tree.self?.mutable === true;
  const passing = passingOf(target.type, mutable);
  if (!mutable || passing === 'value')
    return call(() => ({
      value: readLocation(body, target, passing === 'value' ? 'value' : 'borrow', tree.target.at),
      passing,
    }));
  if (target.kind === 'memory')
    return call(() => ({ value: readLocation(body, target, 'exclusive', tree.target.at), passing }));
  // A copy is changed and put back; what the arguments do comes before the copy is taken.
  return body.within(tree.at, () => {
    const made = call(() => ({ value: { kind: 'zero', type: target.type, at: tree.target.at }, passing }));
    if (made.kind !== 'call') return made;
    const [, ...rest] = made.args;
    const before = rest.map(({ value }) => letHidden(body.hidden('argument', value.type, value.at), value));
    const args = before.map((statement, nth): Argument => {
      const local =
        statement.kind === 'let' && statement.pattern.kind === 'bind' ? statement.pattern.local : undefined;
      return {
        ...rest[nth]!,
        value: read(local!, tree.at, rest[nth]!.passing === 'value' ? undefined : 'borrow'),
      };
    });
    return changeLocation(
      body,
      target,
      before,
      value => ({ ...made, args: [{ value, passing }, ...args] }),
      tree.at,
    );
  });
}

function unknownMethod({ name }: MethodCallTree, type: Type): CheckMistake {
  const known = methodsOf(type);
  const close = nearest(name.text, known);
  const hint =
    close !== undefined
      ? `Do you mean ${close}?`
      : known.length > 0 && known.length < 12
        ? `It has ${known.join(', ')}.`
        : undefined;
  return new CheckMistake(name.at, `${shown(type)} has no method ${name.text}`, hint);
}

function methodsOf(type: Type): readonly string[] {
  if (type.kind === 'int') return [...numberMethods, ...valueMethods];
  if (type.kind === 'vector' || type.kind === 'array' || type.kind === 'map')
    return containerMethods[type.kind];
  if (type.kind === 'enum' && type.family !== 'user') return enumMethods[type.family];
  return valueMethods;
}
