// Attributes of functions, parameters and results, as they are written in place.

import { misuse } from './misuse.js';
import { quoted } from './spelling.js';
import { typeText, type IrType } from './types.js';

/** A word LLVM knows (`noinline`), one with a value (`align 8`), one with a type (`sret`), or a pair for its back end. */
export type Attribute =
  | string
  | { readonly name: string; readonly value: string }
  | { readonly name: 'sret' | 'byval' | 'byref' | 'elementtype'; readonly type: IrType };

const word = /^[a-z][a-z0-9_]*(\([^"(){}!]*\)|[ =]\d+)?$/;

export function attributeText(attribute: Attribute): string {
  if (typeof attribute === 'string') {
    if (!word.test(attribute)) misuse(`not the spelling of an attribute: ${JSON.stringify(attribute)}`);
    return attribute;
  }
  if ('type' in attribute) return `${attribute.name}(${typeText(attribute.type)})`;
  return `${quoted(attribute.name)}=${quoted(attribute.value)}`;
}

/** With a space behind each, to be put before what follows. */
export const attributesBefore = (attributes: readonly Attribute[]): string =>
  attributes.map(attribute => `${attributeText(attribute)} `).join('');

/** With a space before each, to be put behind something. */
export const attributesAfter = (attributes: readonly Attribute[]): string =>
  attributes.map(attribute => ` ${attributeText(attribute)}`).join('');
