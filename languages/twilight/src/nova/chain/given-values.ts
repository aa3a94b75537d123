// Values as people give them: `@name` stands for the address of an account or contract, wherever a text may stand.

import { Failure } from '@sonde/engine';
import type { Address } from './address.js';

const name = /^@([A-Za-z_][A-Za-z0-9_-]{0,63})$/;
const deepest = 100;

export function withAddresses(
  value: unknown,
  addressOf: (name: string) => Address | undefined,
  depth = 0,
): unknown {
  if (depth > deepest) throw new Failure('bad-arguments', 'user', 'the value is nested too deeply.');
  const inner = (each: unknown): unknown => withAddresses(each, addressOf, depth + 1);
  if (Array.isArray(value)) return value.map(inner);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inner(each)]));
  const [, called] = (typeof value === 'string' ? name.exec(value) : null) ?? [];
  return called === undefined ? value : (addressOf(called) ?? value);
}
