// Literals of structs and arrays.

import type { ExpressionTree } from '../syntax/tree.js';
import type { Body } from './body.js';
import { checkAs, checkPlain } from './check-expressions.js';
import { isFlexible } from './check-literals.js';
import { findField } from './check-members.js';
import { CheckMistake } from './mistake.js';
import type { Expression } from './typed-program.js';
import { arrayType, structType, type AriaType } from './types.js';

export function checkStruct(body: Body, tree: Extract<ExpressionTree, { kind: 'struct' }>): Expression {
  const { name, at } = tree;
  if (!body.names.structs.has(name.text)) throw new CheckMistake(name.at, `${name.text} is not a struct`);
  const type = structType(name.text);
  const given = new Set<number>();
  const fields = tree.fields.map(part => {
    const { index, field } = findField(body, type, part.name.text, part.name.at);
    if (given.has(index)) throw new CheckMistake(part.name.at, `${field.name} is given twice`);
    given.add(index);
    return { index, value: checkAs(body, part.value, field.type) };
  });
  return { kind: 'struct-literal', fields, type, at };
}

export function checkArray(
  body: Body,
  tree: Extract<ExpressionTree, { kind: 'array' }>,
  wanted: AriaType | undefined,
): Expression {
  const { at } = tree;
  const array = wanted?.kind === 'gc' || wanted?.kind === 'wild' ? wanted.target : wanted;
  if (array?.kind === 'array' && array.length !== tree.elements.length) {
    throw new CheckMistake(
      at,
      `${array.name} has ${array.length} elements, not ${tree.elements.length}`,
      'Without a value all elements are zero.',
    );
  }
  const element = array?.kind === 'array' ? array.element : elementType(body, tree);
  const elements = tree.elements.map(part => checkAs(body, part, element));
  return { kind: 'array-literal', elements, type: arrayType(element, elements.length), at };
}

/** Where nothing says it, the first element that has a type of its own does. */
function elementType(body: Body, { elements, at }: Extract<ExpressionTree, { kind: 'array' }>): AriaType {
  const first = elements.find(part => !isFlexible(part)) ?? elements[0];
  if (!first) throw new CheckMistake(at, 'an array without elements');
  return checkPlain(body, first).type;
}
