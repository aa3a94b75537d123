// Small damage: to a value, to a text, to bytes.

import type { Random } from './random.js';
import { anything } from './schema-values.js';

/** The value with one part of it replaced, removed or added. */
export function damagedValue(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.once(8)) return anything(random);
  const entries = Object.entries(value as Record<string, unknown>);
  if (entries.length === 0 || random.once(6))
    return { ...value, [random.pick(['x', '__proto__', 'seq'])]: 1 };
  const [key, inner] = random.pick(entries);
  if (random.once(4)) return Object.fromEntries(entries.filter(([each]) => each !== key));
  if (Array.isArray(value))
    return (value as unknown[]).map(each => (each === inner ? anything(random) : each));
  return { ...value, [key]: random.once(2) ? damagedValue(inner, random) : anything(random) };
}

/** The text with a few characters lost, doubled or exchanged. */
export function damagedText(text: string, random: Random): string {
  let result = text;
  for (let left = 1 + random.below(3); left > 0; left--) {
    const at = random.below(result.length + 1);
    const length = random.below(4);
    const piece = random.pick([
      '',
      '"',
      '{',
      '}',
      ',',
      '\\',
      '\u0007',
      '0',
      'null',
      result.slice(at, at + 8),
    ]);
    result = result.slice(0, at) + piece + result.slice(at + length);
  }
  return result;
}

/** The bytes with a few of them changed, cut off, doubled, or all of them new. */
export function damagedBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const result = Uint8Array.from(bytes);
  switch (random.below(4)) {
    case 0:
      return result.subarray(0, random.below(result.length));
    case 1:
      return Buffer.concat([result, result.subarray(random.below(result.length))]);
    case 2:
      return random.bytes(1 + random.below(200));
    default:
      for (let left = 1 + random.below(4); left > 0; left--)
        result[random.below(result.length)] = random.below(256);
      return result;
  }
}
