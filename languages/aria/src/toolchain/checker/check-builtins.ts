// Calls of the functions that the language itself has.

import type { ExpressionTree } from '../syntax/tree.js';
import type { Body } from './body.js';
import { requireCount } from './check-calls.js';
import { check, checkAs, checkPlain, checkText } from './check-expressions.js';
import { integerLiteral } from './check-literals.js';
import { asCount } from './check-operators.js';
import { convert, throughPointers } from './convert.js';
import { CheckMistake } from './mistake.js';
import { nearest } from '@sonde/front-end';
import { builtinNames, type NamedBuiltin } from './builtin-names.js';
import type { Expression, TypedFunction } from './typed-program.js';
import {
  one,
  functionType,
  int32,
  int64,
  int8,
  nothing,
  pointerType,
  resultType,
  string,
  wildType,
  type AriaType,
} from './types.js';

type CallTree = Extract<ExpressionTree, { kind: 'call' }>;

const known: ReadonlySet<string> = new Set(builtinNames);

/** The objects that have functions of the language; a variable of the same name hides them. */
const builtinObjects: ReadonlySet<string> = new Set(
  builtinNames.filter(name => name.includes('.')).map(name => name.slice(0, name.indexOf('.'))),
);

export const isBuiltinFunction = (name: string): boolean => known.has(name);

/** Undefined when the call is of something else. */
export function checkBuiltin(
  body: Body,
  tree: CallTree,
  wanted: AriaType | undefined,
): Expression | undefined {
  const name = builtinName(body, tree);
  if (name === undefined) return undefined;
  if (tree.typeArgument && name !== 'aria.alloc') {
    throw new CheckMistake(tree.typeArgument.at, `${name} takes no type`);
  }
  switch (name) {
    case 'print':
    case 'println':
    case 'stdout.write':
    case 'stderr.write':
    case 'stddbg.write':
      return build(name, tree, nothing, [checkText(body, only(tree))]);
    case 'stddato.writeBytes':
      return build(name, tree, nothing, [checkAs(body, only(tree), string)]);
    case 'stdin.readLine':
      return build(name, tree, resultType(string), none(tree));
    case 'stddati.readBytes':
      return build(name, tree, resultType(string), [count(body, only(tree))]);
    case 'aria.arg_count':
      return build(name, tree, int64, none(tree));
    case 'aria.arg':
      return build(name, tree, string, [count(body, only(tree))]);
    case 'aria.gc':
    case 'aria.gc_minor':
      return build(name, tree, nothing, none(tree));
    case 'yield':
      requireCoroutine(body, tree, name);
      return build(name, tree, nothing, none(tree));
    case 'sleep':
      requireCoroutine(body, tree, name);
      return build(name, tree, nothing, [count(body, only(tree))]);
    case 'exit':
      return build(name, tree, nothing, [checkAs(body, only(tree), int32)]);
    case 'len':
      return checkLength(body, tree);
    case 'unpin':
      return build(name, tree, nothing, [
        ofKind(checkPlain(body, only(tree)), 'gc', 'only gc objects are pinned'),
      ]);
    case 'aria.free':
      return build(name, tree, nothing, [checkFreed(body, only(tree))]);
    case 'aria.alloc':
      return checkAlloc(body, tree, wanted);
    case 'aria.alloc_exec':
      return build(name, tree, codePointer(wanted), [count(body, only(tree))]);
    case 'aria.seal':
    case 'aria.free_exec':
      return build(name, tree, nothing, [checkCode(body, only(tree))]);
    case 'aria.call':
      return checkCodeCall(body, tree);
    case 'jit_load':
      return checkLoad(body, tree);
    case 'jit_unload':
      return build(name, tree, nothing, [
        ofKind(checkPlain(body, only(tree)), 'function', 'only a loaded function can be unloaded'),
      ]);
  }
}

function builtinName(body: Body, { callee }: CallTree): NamedBuiltin | undefined {
  if (callee.kind === 'name') {
    const hidden = body.find(callee.name) ?? body.names.functions.get(callee.name);
    return !hidden && known.has(callee.name) ? (callee.name as NamedBuiltin) : undefined;
  }
  if (callee.kind !== 'member' || callee.object.kind !== 'name') return undefined;
  const object = callee.object.name;
  if (!builtinObjects.has(object) || body.find(object) || body.names.isType(object)) return undefined;
  const name = `${object}.${callee.name.text}`;
  if (known.has(name)) return name as NamedBuiltin;
  const near = nearest(name, builtinNames);
  throw new CheckMistake(
    callee.name.at,
    `${object} has no ${callee.name.text}`,
    near === undefined ? undefined : `Did you mean ${near}?`,
  );
}

function build(
  name: NamedBuiltin,
  { at }: CallTree,
  type: AriaType,
  values: readonly Expression[],
  loads?: TypedFunction,
): Expression {
  return { kind: 'builtin', name, arguments: values, type, at, ...(loads === undefined ? {} : { loads }) };
}

function only(tree: CallTree): ExpressionTree {
  requireCount(1, tree);
  return tree.arguments[0]!;
}

function none(tree: CallTree): readonly Expression[] {
  requireCount(0, tree);
  return [];
}

const count = (body: Body, tree: ExpressionTree): Expression => asCount(body, checkPlain(body, tree, int64));

function ofKind(value: Expression, kind: AriaType['kind'], message: string): Expression {
  if (value.type.kind === kind) return value;
  throw new CheckMistake(value.at, `${message}, not ${value.type.name}`);
}

function requireCoroutine(body: Body, { at }: CallTree, name: string): void {
  if (body.mayAwait) return;
  throw new CheckMistake(
    at,
    `${name} is for async functions and main`,
    `Declare it: async func:${body.draft.name} = …;`,
  );
}

function checkLength(body: Body, tree: CallTree): Expression {
  const value = throughPointers(body, check(body, only(tree)));
  if (value.type.kind === 'array') {
    return integerLiteral(BigInt(value.type.length), 'number', int64, tree.at);
  }
  if (value.type.kind === 'string') return build('len', tree, int64, [value]);
  throw new CheckMistake(value.at, `${one(value.type)} has no length`, 'Strings and arrays have one.');
}

function checkFreed(body: Body, tree: ExpressionTree): Expression {
  const value = check(body, tree);
  if (
    value.kind === 'dereference' &&
    value.pointer.type.kind === 'wild' &&
    value.pointer.kind === 'variable'
  ) {
    return value.pointer;
  }
  if (value.type.kind === 'wild') return value;
  const hints: Partial<Record<AriaType['kind'], string>> = {
    gc: 'The collector frees gc objects.',
    pointer: 'Executable memory is freed with aria.free_exec.',
  };
  throw new CheckMistake(value.at, `${one(value.type)} is not freed by hand`, hints[value.type.kind]);
}

function checkAlloc(body: Body, tree: CallTree, wanted: AriaType | undefined): Expression {
  const type = tree.typeArgument
    ? // Through the word, so that what wild memory cannot hold is refused here too.
      body.types.value({ kind: 'memory', word: 'wild', target: tree.typeArgument, at: tree.typeArgument.at })
    : wanted?.kind === 'wild'
      ? wanted
      : undefined;
  if (!type) throw new CheckMistake(tree.at, 'memory for what?', 'Name the type: aria.alloc<int64>(n).');
  const target = type.kind === 'wild' ? type : wildType(type);
  return build('aria.alloc', tree, target, [count(body, only(tree))]);
}

/** int8@ or byte@, whichever is wanted. */
const codePointer = (wanted: AriaType | undefined): AriaType =>
  wanted?.kind === 'pointer' && wanted.target.kind === 'integer' && wanted.target.bits === 8
    ? wanted
    : pointerType(int8);

const checkCode = (body: Body, tree: ExpressionTree): Expression =>
  ofKind(checkPlain(body, tree), 'pointer', 'this takes a pointer to executable memory');

function checkCodeCall(body: Body, tree: CallTree): Expression {
  if (tree.arguments.length === 1) {
    const code = checkCode(body, tree.arguments[0]!);
    return build('aria.call', tree, int64, [code, integerLiteral(0n, 'number', int64, tree.at)]);
  }
  requireCount(2, tree);
  const [code, argument] = tree.arguments as [ExpressionTree, ExpressionTree];
  return build('aria.call', tree, int64, [
    checkCode(body, code),
    convert(body, check(body, argument, int64), int64),
  ]);
}

function checkLoad(body: Body, tree: CallTree): Expression {
  if (body.draft.jit) {
    throw new CheckMistake(
      tree.at,
      'a jit function cannot load others',
      'Load it outside, and give it as an argument.',
    );
  }
  const argument = only(tree);
  const name =
    argument.kind === 'name'
      ? argument.name
      : argument.kind === 'string'
        ? new TextDecoder().decode(argument.bytes)
        : undefined;
  const declared = name === undefined ? undefined : body.names.functions.get(name);
  if (!declared?.draft.jit) {
    throw new CheckMistake(
      argument.at,
      'only a jit function can be loaded',
      'Declare it: jit func:name = …;',
    );
  }
  const { draft } = declared;
  const parameters = draft.parameters.map(({ type }) => type);
  return build('jit_load', tree, functionType(parameters, draft.result), [], draft);
}
