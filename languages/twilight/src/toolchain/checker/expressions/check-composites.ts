// Values made of others: tuples, arrays, vectors, structs.

import { nearest, type Span } from '@sonde/front-end';
import type { ExpressionTree } from '../../syntax/tree.js';
import type { Body } from '../body.js';
import { checkAs, checkExpression, requireType, shown } from './check-expressions.js';
import { constantLength } from '../items/constants.js';
import { substituted, unify } from '../type-rules/generics.js';
import { parameterTypes } from '../items/functions.js';
import { CheckMistake } from '../mistake.js';
import { resolvePath } from '../items/resolve-paths.js';
import { declarationOf, enumType, structType } from '../type-rules/resolve-types.js';
import { isCopy } from '../type-rules/type-facts.js';
import { typeNamed, variantNamed } from './type-members.js';
import type { TypedExpression } from '../typed-expressions.js';
import type { EnumType, Field, ParameterType, StructType, Type } from '../types.js';

export function checkTuple(
  body: Body,
  items: readonly ExpressionTree[],
  expected: Type | undefined,
  at: Span,
): TypedExpression {
  const wanted = expected?.kind === 'tuple' ? expected.fields : [];
  const values = items.map((item, nth) => checkExpression(body, item, wanted[nth]?.type, 'value'));
  const type = body.checker.types.tuple(values.map(value => value.type));
  if (type.kind === 'unit') return { kind: 'constant', value: undefined, type, at };
  return { kind: 'product', fields: values.map((value, nth) => ({ nth, value })), type, at };
}

/** An array, or a vector where one is expected. */
export function checkArray(
  body: Body,
  items: readonly ExpressionTree[],
  expected: Type | undefined,
  at: Span,
): TypedExpression {
  const { types } = body.checker;
  const wanted = expected?.kind === 'array' || expected?.kind === 'vector' ? expected.element : undefined;
  const first = items[0] === undefined ? undefined : checkExpression(body, items[0], wanted, 'value');
  const element = wanted ?? first?.type;
  if (element === undefined)
    throw new CheckMistake(
      at,
      'the type of these elements is not known',
      'Declare it: val v: vector<u64> = [];',
    );
  if (first !== undefined) requireType(first, element, first.at);
  const values = items.map((item, nth) => (nth === 0 ? first! : checkAs(body, item, element)));
  if (expected?.kind === 'vector') return { kind: 'elements', items: values, type: expected, at };
  if (values.length === 0) throw new CheckMistake(at, 'an array has at least one element');
  return { kind: 'elements', items: values, type: types.array(element, values.length), at };
}

export function checkRepeat(
  body: Body,
  tree: Extract<ExpressionTree, { kind: 'repeat' }>,
  expected: Type | undefined,
): TypedExpression {
  const wanted = expected?.kind === 'array' ? expected.element : undefined;
  const item = checkExpression(body, tree.item, wanted, 'value');
  if (!isCopy(item.type))
    throw new CheckMistake(tree.item.at, `${shown(item.type)} moves, so it cannot be repeated`);
  const count = constantLength(body.checker, tree.count, body.environment);
  return { kind: 'repeat', item, count, type: body.checker.types.array(item.type, count), at: tree.at };
}

/** `Quote { gross, fee: 1 }`, `Tier::Custom { bps: 3 }` */
export function checkStruct(
  body: Body,
  tree: Extract<ExpressionTree, { kind: 'struct' }>,
  expected: Type | undefined,
): TypedExpression {
  const generic = genericOwner(body, tree, expected);
  const variant = generic === undefined ? variantNamed(body, tree.path, expected) : undefined;
  const type = generic ?? variant?.type ?? typeNamed(body, tree.path, expected);
  const of = type?.kind === 'enum' ? variant?.variant : type?.kind === 'struct' ? type : undefined;
  if (type === undefined || of === undefined || of.shape !== 'named')
    throw new CheckMistake(tree.path.at, `${pathText(tree.path.segments)} is no struct with named fields`);
  const fields = checkFields(body, tree, of.fields, shown(type));
  if (type.kind === 'struct') return { kind: 'product', fields, type, at: tree.at };
  return { kind: 'variant', type: type as EnumType, variant: variant!.variant!, fields, at: tree.at };
}

const pathText = (segments: readonly { readonly text: string }[]): string =>
  segments.map(({ text }) => text).join('::');

function checkFields(
  body: Body,
  tree: Extract<ExpressionTree, { kind: 'struct' }>,
  fields: readonly Field[],
  owner: string,
): { nth: number; value: TypedExpression }[] {
  const given = tree.fields.map(({ name, value }, nth) => {
    const field = fields.find(one => one.name === name.text);
    if (field === undefined) {
      const close = nearest(
        name.text,
        fields.map(one => one.name),
      );
      throw new CheckMistake(name.at, `${owner} has no field ${name.text}`, close && `Do you mean ${close}?`);
    }
    if (tree.fields.slice(0, nth).some(one => one.name.text === name.text))
      throw new CheckMistake(name.at, `${name.text} is given twice`);
    return { nth: field.nth, value: checkAs(body, value, field.type) };
  });
  const missing = fields.filter(({ nth }) => given.every(one => one.nth !== nth)).map(({ name }) => name);
  if (missing.length > 0) throw new CheckMistake(tree.path.at, `${owner} also needs ${missing.join(', ')}`);
  return given;
}

/** A generic struct without type arguments: they follow from its fields. */
function genericOwner(
  body: Body,
  tree: Extract<ExpressionTree, { kind: 'struct' }>,
  expected: Type | undefined,
): StructType | undefined {
  const found = resolvePath(body.checker, tree.path, body.environment.scope);
  if (found?.kind !== 'struct' || found.tree.generics.length === 0 || tree.path.generics !== undefined)
    return undefined;
  if (expected !== undefined && declarationOf.get(expected)?.definition === found)
    return expected as StructType;
  const parameters = [...parameterTypes(body.checker, found.tree.generics).values()];
  const open = structType(body.checker, found, parameters, tree.at);
  const bindings = new Map<ParameterType, Type>();
  for (const { name, value } of tree.fields) {
    const field = open.fields.find(one => one.name === name.text);
    if (field !== undefined) unify(field.type, peek(body, value).type, bindings);
  }
  return concrete(body, open, parameters, bindings, tree.at) as StructType;
}

/** The type of something before it is checked for good. */
export const peek = (body: Body, tree: ExpressionTree): TypedExpression =>
  body.tentatively(() => checkExpression(body, tree, undefined, 'borrow'));

export function concrete(
  body: Body,
  open: Type,
  parameters: readonly ParameterType[],
  bindings: ReadonlyMap<ParameterType, Type>,
  at: Span,
): Type {
  const missing = parameters.find(parameter => !bindings.has(parameter));
  if (missing !== undefined)
    throw new CheckMistake(
      at,
      `what ${shown(missing)} stands for is not known here`,
      'Write the type arguments.',
    );
  return substituted(body.checker, open, bindings);
}

/** Values in brackets behind the name of a tuple struct or variant, or of any struct in solidity. */
export function constructed(
  body: Body,
  type: StructType | EnumType,
  fields: readonly Field[],
  args: readonly ExpressionTree[],
  make: (fields: { nth: number; value: TypedExpression }[]) => TypedExpression,
  at: Span,
): TypedExpression {
  if (args.length !== fields.length)
    throw new CheckMistake(at, `${shown(type)} takes ${fields.length} values here, not ${args.length}`);
  return make(fields.map((field, nth) => ({ nth, value: checkAs(body, args[nth]!, field.type) })));
}

export { enumType };
