// What the original knows of a value's type while it writes code: only what the text of the program shows directly.

import type { Expression, TypeNode } from '../ast.js';
import { plain, type Type } from '../checker/types.js';
import type { Body, Tables } from './body.js';
import { typeNodeText } from '../checker/node-text.js';

/** What is known of a name's type. */
export type NameTypes = (name: string) => string | undefined;

export const namesOf =
  ({ scope, tables }: Body): NameTypes =>
  name =>
    scope.lookup(name)?.valueType ?? tables.global(name)?.valueType;

export function valueTypeOf(names: NameTypes, expression: Expression): string | undefined {
  switch (expression.kind) {
    case 'unit':
    case 'string':
      return expression.kind;
    case 'boolean':
      return 'bool';
    case 'integer':
    case 'float':
      return expression.type;
    case 'name':
      return names(expression.name);
    case 'tuple':
      return tupleTypeOf(names, expression.items);
    case 'unary': {
      if (expression.operator !== '*') return undefined;
      const target = valueTypeOf(names, expression.operand);
      return target?.startsWith('ref<') === true && target.endsWith('>') ? target.slice(4, -1) : undefined;
    }
    default:
      return undefined;
  }
}

function tupleTypeOf(names: NameTypes, items: readonly Expression[]): string | undefined {
  const types: string[] = [];
  for (const item of items) {
    const type = valueTypeOf(names, item.kind === 'spread' ? item.of : item);
    if (type === undefined) return undefined;
    if (item.kind !== 'spread') types.push(type);
    else if (isTupleText(type)) types.push(...tupleItems(type));
    else return undefined;
  }
  return `(${types.join(', ')})`;
}

/** How many values a spread argument stands for, or undefined when that is not known before the program runs. */
export function spreadArity(body: Body, spread: Expression): number | undefined {
  const text = valueTypeOf(namesOf(body), spread);
  if (text !== undefined && isTupleText(text)) return tupleItems(text).length;
  if (body.upstreamCompatible) return undefined;
  const type = checkedType(body, spread);
  return type?.kind === 'tuple' ? type.items.length : undefined;
}

const isTupleText = (text: string): boolean => text.length >= 2 && text.startsWith('(') && text.endsWith(')');

function tupleItems(text: string): readonly string[] {
  const inner = text.slice(1, -1);
  if (inner === '') return [];
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < inner.length; at++) {
    const character = inner[at]!;
    if ('<(['.includes(character)) depth++;
    else if ('>)]'.includes(character)) depth--;
    else if (character === ',' && depth === 0) {
      items.push(inner.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...items, inner.slice(start).trim()];
}

/** The checker's answer, seen through aliases. */
export function checkedType(body: Body, expression: Expression): Type | undefined {
  const type = body.annotations.types.get(expression);
  return type === undefined ? undefined : plain(type);
}

/** `Show` of a declared `ref<Show>`. */
export function traitOfReference(tables: Tables, type: TypeNode | undefined): string | undefined {
  if (type?.kind !== 'reference') return undefined;
  const name = typeNodeText(type.target);
  return tables.isTrait(name) ? name : undefined;
}

/** The same for a type as text. */
export function traitOfText(tables: Tables, text: string | undefined): string | undefined {
  if (text?.startsWith('ref<') !== true || !text.endsWith('>')) return undefined;
  const name = text.slice(4, -1);
  return tables.isTrait(name) ? name : undefined;
}
