// What values are, from the types that debug information has of them.

import type { TypeDescription, TypeId, TypeTable } from '@sonde/engine';
import { blockType, type BlockType } from '../renderers/blocks.js';

export type Shape =
  | { readonly kind: 'int' | 'float' | 'bool' | 'Unit' | 'other' }
  /** `text` lies nowhere in the program, `string` is the address of bytes. */
  | { readonly kind: 'text' | 'string' }
  | {
      readonly kind: 'record' | 'result' | 'list' | 'map' | 'function' | 'fiber' | 'channel';
      readonly block: BlockType;
    }
  | {
      readonly kind: 'union';
      readonly block: BlockType;
      readonly tag: Extract<TypeDescription, { kind: 'enum' }>;
    };

const byName: readonly (readonly [RegExp, 'result' | 'list' | 'map' | 'fiber' | 'channel' | 'function'])[] = [
  [/^Result</, 'result'],
  [/^List</, 'list'],
  [/^Map</, 'map'],
  [/^Fiber</, 'fiber'],
  [/^Channel</, 'channel'],
  [/^\(.*\) -> /, 'function'],
];

export function shapeOf(id: TypeId, types: TypeTable): Shape {
  const type = types.get(id);
  const { kind } = types.resolve(id);
  if (type.name === 'Unit') return { kind: 'Unit' };
  if (kind === 'integer' || kind === 'character') return { kind: 'int' };
  if (kind === 'float') return { kind: 'float' };
  if (kind === 'boolean') return { kind: 'bool' };
  if (kind === 'string') return { kind: 'text' };
  if (kind === 'pointer' && type.name === 'string') return { kind: 'string' };
  const block = blockType(type, types);
  if (block === undefined) return { kind: 'other' };
  const known = byName.find(([pattern]) => pattern.test(type.name))?.[1];
  if (known !== undefined) return { kind: known, block };
  const tag = block.fields.find(({ name }) => name === 'tag');
  const described = tag && types.resolve(tag.type);
  return described?.kind === 'enum' ? { kind: 'union', block, tag: described } : { kind: 'record', block };
}

/** As the language writes it. */
export function nameOf(id: TypeId, types: TypeTable): string {
  const { kind } = shapeOf(id, types);
  if (kind === 'text') return 'string';
  return kind === 'int' || kind === 'float' || kind === 'bool' ? kind : types.get(id).name;
}

/** Parameters and result of `(A, B) -> C ![E]`, as they are written. */
export function functionParts(
  name: string,
): { readonly parameters: readonly string[]; readonly result: string; readonly effects: string } | undefined {
  if (!name.startsWith('(')) return undefined;
  const close = closing(name);
  const rest = /^\) -> (.+?)(?: !\[([^\]]*)\])?$/.exec(name.slice(close));
  if (rest === null) return undefined;
  const inside = name.slice(1, close);
  return { parameters: inside === '' ? [] : split(inside), result: rest[1]!, effects: rest[2] ?? '' };
}

/** Where the bracket that the text begins with is closed. */
function closing(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (/[(<{[]/.test(text[at]!)) depth++;
    // The arrow of a function closes nothing.
    if (/[)}\]]/.test(text[at]!) || (text[at] === '>' && text[at - 1] !== '-')) depth--;
    if (depth === 0) return at;
  }
  return text.length;
}

/** At the commas that stand in no brackets. */
function split(text: string): readonly string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at <= text.length; at++) {
    const character = text[at] ?? ',';
    if (/[(<{[]/.test(character)) depth++;
    if (/[)}\]]/.test(character) || (character === '>' && text[at - 1] !== '-')) depth--;
    if (character !== ',' || (depth > 0 && at < text.length)) continue;
    parts.push(text.slice(from, at).trim());
    from = at + 1;
  }
  return parts;
}
