// Members and elements: fields, parts of results, members of enums, indexing.

import type { ExpressionTree } from '../syntax/tree.js';
import type { Body } from './body.js';
import { check, checkPlain } from './check-expressions.js';
import { asCount, offset } from './check-operators.js';
import { plainValue, throughPointers, dereference } from './convert.js';
import { CheckMistake } from './mistake.js';
import { nearest } from '@sonde/front-end';
import type { Expression, StructField } from './typed-program.js';
import {
  one,
  byte,
  enumType,
  isPointer,
  resultType,
  tbb8,
  type AriaType,
  type ResultType,
  type StructType,
} from './types.js';

type MemberTree = Extract<ExpressionTree, { kind: 'member' }>;

export function checkMember(body: Body, tree: MemberTree): Expression {
  const { name, at } = tree;
  const member = enumMember(body, tree);
  if (member) return member;
  const object = check(body, tree.object);
  if (tree.access === '?.') return checkSafeMember(body, tree, object);
  if (object.type.kind === 'result' && (name.text === 'err' || name.text === 'val')) {
    const operand = object as Expression & { type: ResultType };
    const type = name.text === 'err' ? tbb8 : operand.type.value;
    if (type.kind === 'void') throw new CheckMistake(name.at, 'this result has no value');
    return { kind: 'result-part', part: name.text, operand, type, at };
  }
  if (tree.access === '->' && !isPointer(object.type) && !isReadThrough(object)) {
    throw new CheckMistake(name.at, `${one(object.type)} is not a pointer`, `Write .${name.text}.`);
  }
  const struct = throughPointers(body, object);
  const { index, field } = findField(body, struct.type, name.text, name.at);
  return { kind: 'field', object: struct, name: field.name, index, type: field.type, at };
}

/** The name of a wild variable or a reference stands for what it points to, but it is a pointer all the same. */
const isReadThrough = (object: Expression): boolean =>
  object.kind === 'dereference' && object.pointer.kind === 'variable';

/** `Colour.red`. */
function enumMember(body: Body, { object, name, at }: MemberTree): Expression | undefined {
  if (object.kind !== 'name' || body.find(object.name)) return undefined;
  const declared = body.names.enums.get(object.name);
  if (!declared) return undefined;
  const member = declared.members.find(candidate => candidate.name === name.text);
  if (member) return { kind: 'integer', value: member.value, type: enumType(declared.name), at };
  const near = nearest(
    name.text,
    declared.members.map(candidate => candidate.name),
  );
  throw new CheckMistake(
    name.at,
    `${declared.name} has no ${name.text}`,
    near === undefined ? undefined : `Did you mean ${near}?`,
  );
}

function checkSafeMember(body: Body, { name, at }: MemberTree, found: Expression): Expression {
  const object = found.type.kind === 'reference' ? dereference(found) : found;
  const target = isPointer(object.type)
    ? object.type.target
    : object.type.kind === 'result'
      ? object.type.value
      : undefined;
  if (target?.kind !== 'struct') {
    throw new CheckMistake(
      object.at,
      `?. needs a pointer to a struct or a result with one, not ${object.type.name}`,
    );
  }
  const { index, field } = findField(body, target, name.text, name.at);
  const type = isPointer(field.type) ? field.type : resultType(field.type);
  return { kind: 'safe-member', object, name: field.name, index, type, at };
}

export function findField(
  body: Body,
  type: AriaType,
  name: string,
  at: Expression['at'],
): { readonly index: number; readonly field: StructField } {
  if (type.kind !== 'struct') {
    throw new CheckMistake(at, `${one(type)} has no ${name}`, hintFor(type, name));
  }
  const declared = structOf(body, type);
  const index = declared.fields.findIndex(field => field.name === name);
  const field = declared.fields[index];
  if (field) return { index, field };
  const near = nearest(
    name,
    declared.fields.map(candidate => candidate.name),
  );
  const isMethod = body.names.functions.has(`${type.name}.${name}`);
  throw new CheckMistake(
    at,
    `${type.name} has no field ${name}`,
    isMethod ? `Call it: ${name}(…).` : near === undefined ? undefined : `Did you mean ${near}?`,
  );
}

const hintFor = (type: AriaType, name: string): string | undefined =>
  (type.kind === 'array' || type.kind === 'string') && /^(len|length|size)$/.test(name)
    ? 'Write len(…).'
    : undefined;

export const structOf = (body: Body, type: StructType) => body.names.structs.get(type.name)!;

export function checkIndex(body: Body, tree: Extract<ExpressionTree, { kind: 'index' }>): Expression {
  const { at } = tree;
  const object = indexed(body, plainValue(body, check(body, tree.object)));
  const index = checkPlain(body, tree.index);
  if (index.type.kind !== 'integer') {
    throw new CheckMistake(index.at, `an index is an integer, not ${index.type.name}`);
  }
  const { type } = object;
  if (type.kind === 'string') return { kind: 'string-byte', string: object, index, type: byte, at };
  if (type.kind === 'array') {
    if (index.kind === 'integer' && (index.value < 0n || index.value >= BigInt(type.length))) {
      throw new CheckMistake(
        index.at,
        `${index.value} is outside of ${type.name}`,
        `Its elements are 0 to ${type.length - 1}.`,
      );
    }
    return { kind: 'element', array: object, index, type: type.element, at };
  }
  if (type.kind === 'pointer' || type.kind === 'wild') {
    const pointer = offset(body, object, asCount(body, index), '+', at);
    return { kind: 'dereference', pointer, type: type.target, at };
  }
  throw new CheckMistake(tree.object.at, `${one(type)} has no elements`);
}

/** A pointer to an array stands for the array. */
function indexed(body: Body, object: Expression): Expression {
  const { type } = object;
  return isPointer(type) && type.target.kind === 'array' ? throughPointers(body, object) : object;
}
