// Calls: of functions, methods, function values; spawn and await.

import type { ExpressionTree } from '../syntax/tree.js';
import type { Body } from './body.js';
import { checkBuiltin } from './check-builtins.js';
import { check, checkAs } from './check-expressions.js';
import { structOf } from './check-members.js';
import { plainValue, throughPointers } from './convert.js';
import { checkCreateSession, checkSessionLog } from './debug-sessions.js';
import { CheckMistake } from './mistake.js';
import { nearest } from '@sonde/front-end';
import { isInGc, isPlace } from './places.js';
import type { BuiltinCall, Call, Expression, IndirectCall, TypedFunction } from './typed-program.js';
import { one, futureType, referenceType, resultType, type AriaType, type FunctionType } from './types.js';

type CallTree = Extract<ExpressionTree, { kind: 'call' }>;

/** What a program calls: known by name, a value, or the language's own method. */
export type Checked = Call | IndirectCall | BuiltinCall;

export function checkCall(body: Body, tree: CallTree, wanted: AriaType | undefined): Expression {
  const builtin = checkCreateSession(body, tree) ?? checkBuiltin(body, tree, wanted);
  if (builtin) return builtin;
  const call = checkUserCall(body, tree);
  if (call.kind === 'call' && call.function.async) {
    throw new CheckMistake(
      tree.at,
      `${call.function.name} is async`,
      `Wait for it: await ${call.function.name}(…); or start it: spawn ${call.function.name}(…).`,
    );
  }
  return call;
}

function checkUserCall(body: Body, tree: CallTree): Checked {
  const { callee, at } = tree;
  if (tree.typeArgument) {
    throw new CheckMistake(tree.typeArgument.at, 'generic functions are not part of this compiler’s Aria');
  }
  if (callee.kind === 'name' && !body.find(callee.name)) {
    const declared = body.names.functions.get(callee.name);
    if (!declared) throw unknownFunction(body, callee.name, callee.at);
    return direct(body, declared.draft, [], tree);
  }
  if (callee.kind === 'member' && callee.access !== '?.') {
    const method = checkMethod(body, callee, tree);
    if (method) return method;
  }
  const value = plainValue(body, check(body, callee));
  if (value.type.kind !== 'function') {
    throw new CheckMistake(callee.at, `${one(value.type)} cannot be called`);
  }
  const { parameters, result } = value.type;
  requireCount(parameters.length, tree);
  const values = tree.arguments.map((part, index) => checkAs(body, part, parameters[index]!, 'argument'));
  return {
    kind: 'call-indirect',
    callee: value as Expression & { type: FunctionType },
    arguments: values,
    type: resultType(result),
    at,
  };
}

/** What a misspelled call may have meant besides the program's own functions. */
const spellable = ['print', 'println', 'exit', 'len', 'sleep', 'pass', 'fail', 'return'];

function unknownFunction(body: Body, name: string, at: Expression['at']): CheckMistake {
  const near = nearest(name, [...body.names.functions.keys(), ...spellable]);
  return new CheckMistake(
    at,
    `there is no function ${name}`,
    near === undefined ? `Declare it: func:${name} = int32(…) { … };` : `Did you mean ${near}?`,
  );
}

/** `p.len()` and `Point.make()`; undefined when it is the call of a function in a field. */
function checkMethod(
  body: Body,
  callee: Extract<ExpressionTree, { kind: 'member' }>,
  tree: CallTree,
): Checked | undefined {
  const { object, name } = callee;
  if (object.kind === 'name' && !body.find(object.name) && body.names.structs.has(object.name)) {
    const declared = body.names.functions.get(`${object.name}.${name.text}`);
    if (!declared) throw new CheckMistake(name.at, `${object.name} has no method ${name.text}`);
    if (declared.draft.hasSelf) {
      throw new CheckMistake(
        name.at,
        `${name.text} needs a ${object.name}`,
        `Call it: value.${name.text}(…).`,
      );
    }
    return direct(body, declared.draft, [], tree);
  }
  const receiver = throughPointers(body, check(body, object));
  const { type } = receiver;
  if (type.kind !== 'struct') {
    throw new CheckMistake(name.at, `${one(type)} has no method ${name.text}`);
  }
  const declared = body.names.functions.get(`${type.name}.${name.text}`);
  if (!declared) {
    const logged = name.text === 'log' ? checkSessionLog(body, receiver, tree) : undefined;
    if (logged) return logged;
    if (structOf(body, type).fields.some(field => field.name === name.text)) return undefined;
    const near = nearest(
      name.text,
      structOf(body, type).methods.map(method => method.name),
    );
    const hint = near === undefined ? undefined : `Did you mean ${near}?`;
    throw new CheckMistake(name.at, `${type.name} has no method ${name.text}`, hint);
  }
  if (!declared.draft.hasSelf) {
    throw new CheckMistake(name.at, `${name.text} has no self`, `Call it: ${type.name}.${name.text}(…).`);
  }
  return direct(body, declared.draft, [self(receiver)], tree);
}

/** What is not a place, such as what a call gave, is put into one for the time of the call. */
const self = (receiver: Expression): Expression => ({
  kind: 'address',
  place: receiver,
  borrowed: isPlace(receiver) && isInGc(receiver),
  type: referenceType(receiver.type),
  at: receiver.at,
});

function direct(body: Body, callee: TypedFunction, before: readonly Expression[], tree: CallTree): Call {
  if (callee.jit && callee !== body.draft) {
    throw new CheckMistake(
      tree.callee.at,
      `${callee.name} is a jit function`,
      `Load it first: wildx func<…>:f = jit_load(${callee.name});`,
    );
  }
  if (body.draft.jit && callee !== body.draft && !callee.extern) {
    throw new CheckMistake(tree.callee.at, 'a jit function calls only itself and extern functions');
  }
  const parameters = callee.parameters.slice(before.length);
  requireCount(parameters.length, tree);
  const values = tree.arguments.map((part, index) =>
    checkAs(body, part, parameters[index]!.type, 'argument'),
  );
  const type = callee.extern ? callee.result : resultType(callee.result);
  return { kind: 'call', function: callee, arguments: [...before, ...values], type, at: tree.at };
}

export function requireCount(wanted: number, tree: CallTree): void {
  const given = tree.arguments.length;
  if (given === wanted) return;
  const many = wanted === 1 ? '1 argument' : `${wanted} arguments`;
  throw new CheckMistake(tree.at, `this call takes ${many}, not ${given}`);
}

/** `spawn f(x)`. */
export function checkSpawn(
  body: Body,
  { operand, at }: Extract<ExpressionTree, { kind: 'spawn' | 'await' }>,
): Expression {
  if (operand.kind !== 'call') throw new CheckMistake(at, 'only a call can be started', 'Write spawn f(…).');
  if (body.draft.jit) throw new CheckMistake(at, 'a jit function cannot start coroutines');
  if (isBuiltinCall(body, operand)) {
    throw new CheckMistake(operand.at, 'only functions of the program can be started');
  }
  const call = checkUserCall(body, operand);
  if (call.kind === 'builtin' || (call.kind === 'call' && call.function.extern)) {
    throw new CheckMistake(operand.at, 'only functions of the program can be started');
  }
  const borrowed = call.arguments.find(({ type }) => type.kind === 'reference');
  if (borrowed) {
    throw new CheckMistake(
      borrowed.at,
      'a coroutine may outlive what a reference refers to',
      'Give it a pointer or a copy.',
    );
  }
  const type = futureType((call.type as { value: AriaType }).value);
  return { kind: 'spawn', call, type, at };
}

function isBuiltinCall(body: Body, { callee }: CallTree): boolean {
  if (callee.kind === 'name') return !body.find(callee.name) && !body.names.functions.has(callee.name);
  return (
    callee.kind === 'member' &&
    callee.object.kind === 'name' &&
    !body.find(callee.object.name) &&
    !body.names.structs.has(callee.object.name)
  );
}

/** `await f(x)` and `await future`. */
export function checkAwait(
  body: Body,
  tree: Extract<ExpressionTree, { kind: 'spawn' | 'await' }>,
): Expression {
  const { operand, at } = tree;
  if (!body.mayAwait) {
    throw new CheckMistake(
      at,
      `${body.draft.name} cannot wait`,
      `Declare it: async func:${body.draft.name} = …; main and async functions can wait.`,
    );
  }
  const future = isAsyncCall(body, operand) ? checkSpawn(body, tree) : check(body, operand);
  const value = future.type.kind === 'future' ? future : plainValue(body, future);
  if (value.type.kind !== 'future') {
    throw new CheckMistake(
      operand.at,
      `${one(value.type)} cannot be waited for`,
      'Futures and async calls can.',
    );
  }
  const what = body.names.problems.text.slice(operand.at);
  return { kind: 'await', future: value, what, type: resultType(value.type.value), at };
}

function isAsyncCall(body: Body, tree: ExpressionTree): boolean {
  if (tree.kind !== 'call' || tree.callee.kind !== 'name' || body.find(tree.callee.name)) return false;
  return body.names.functions.get(tree.callee.name)?.draft.async === true;
}
