// Records and variants of unions: the name of the constructor, and the fields by name.

import type { NamedValue, RawValue, TypeTable } from '@sonde/engine';
import {
  decodeInteger,
  fieldOf,
  flatFields,
  inMemory,
  missingView,
  namedChildren,
  textsOf,
  type Reading,
  type RenderContext,
  type Renderer,
  type View,
} from '@sonde/lens';
import { bytesAt } from '../inspection/memory-reads.js';
import { blockBehind, blockType, isBlock, numberIn, type Block } from './blocks.js';

export const record: Renderer = {
  name: 'record',
  matches: (type, types) => blockType(type, types) !== undefined,
  render: recordView,
};

function* recordView(value: RawValue, context: RenderContext): Reading<View> {
  const { types } = context;
  const block = yield* blockBehind(value, context);
  if (!isBlock(block)) return block;
  const named = types.get(value.type).name;
  const tag = block.type.fields.find(({ name }) => name === 'tag');
  const enumerators = tag === undefined ? undefined : types.resolve(tag.type);
  if (enumerators?.kind === 'enum' && /\.tag$/.test(enumerators.name)) {
    const number = yield* numberIn(block, 'tag', context);
    const variant = enumerators.enumerators.find(entry => entry.value === number);
    if (variant === undefined) return missingView(`corrupt: ${named} has no variant ${number}`);
    const needed = variantSize(block, variant.name, context);
    if (block.size !== undefined && needed !== undefined && block.size !== needed)
      return missingView(
        `corrupt: ${variant.name} of ${named} in ${block.size} bytes, where it has ${needed}`,
      );
    const view = yield* constructed(variant.name, variantFields(block, variant.name, context));
    return { ...view, memory: block.address };
  }
  // A record has no other variants: its tag, which no field describes, is zero.
  if (block.size !== undefined && block.type.fields.every(({ bitOffset }) => bitOffset >= 64)) {
    const first = decodeInteger(yield* bytesAt(block.address.offset, 8), false, context.littleEndian);
    if (first !== 0n) return missingView(`corrupt: ${named} has no variant ${BigInt.asIntN(64, first)}`);
  }
  const fields = block.type.fields.map(({ name }): NamedValue => ({ name, value: block.field(name)! }));
  const view = yield* constructed(
    named.startsWith('{') ? '' : named.replace(/<.*/, '').replace(/^.*::/, ''),
    fields,
  );
  return { ...view, memory: block.address };
}

/** Of a positional payload the names are `_0`, `_1` and so on; they are shown without. */
function* constructed(name: string, fields: readonly NamedValue[]): Reading<View> {
  if (fields.length === 0) return { text: name };
  const texts = yield* textsOf(fields.map(({ value }) => value));
  const positional = fields.every((field, nth) => field.name === `_${nth}`);
  const inside = fields
    .map((field, nth) => (positional ? texts[nth]! : `${field.name}: ${texts[nth]}`))
    .join(', ');
  const text = positional ? `${name}(${inside})` : `${name === '' ? '' : `${name} `}{ ${inside} }`;
  return { text, children: namedChildren(fields) };
}

/** An object is as large as its variant. */
function variantSize(block: Block, variant: string, { types }: RenderContext): number | undefined {
  const payload = block.type.fields.find(({ name }) => name === variant);
  return payload && types.resolve(payload.type).size;
}

/** The payload lies over the same bytes as that of all other variants. */
function variantFields(
  block: Block,
  variant: string,
  { types, littleEndian }: RenderContext,
): readonly NamedValue[] {
  const payload = block.type.fields.find(({ name }) => name === variant);
  const whole = payload && inMemory(payload.type, block.address);
  return whole === undefined ? [] : fieldsOf(whole, types, littleEndian);
}

function fieldsOf(whole: RawValue, types: TypeTable, littleEndian: boolean): readonly NamedValue[] {
  const type = types.resolve(whole.type);
  if (type.kind !== 'struct') return [];
  return flatFields(type.fields, types).map(field => ({
    name: field.name,
    value: fieldOf(whole, field, types, littleEndian),
  }));
}
