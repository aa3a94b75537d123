// The types of integer literals (C17 6.4.4.1).

import type { DataModel } from './data-model.js';
import type { IntegerType } from './number-types.js';
import { notUnderstood, type Token } from './tokens.js';

/** The first type that holds it and that its suffix and base allow: `int`, then `long`, then `long long`. */
export function literalType(
  token: Extract<Token, { kind: 'integer' }>,
  { longBits }: DataModel,
): IntegerType {
  const least = token.longLong ? 64 : token.long ? longBits : 32;
  const found = candidates.find(({ bits, signed }) => {
    if (bits < least) return false;
    if (token.unsigned ? signed : !signed && token.decimal) return false;
    return token.value < 1n << BigInt(signed ? bits - 1 : bits);
  });
  if (found === undefined) throw notUnderstood(`the number ${token.value}`, token.at);
  return found;
}

const candidates: readonly IntegerType[] = [
  { kind: 'integer', bits: 32, signed: true },
  { kind: 'integer', bits: 32, signed: false },
  { kind: 'integer', bits: 64, signed: true },
  { kind: 'integer', bits: 64, signed: false },
];
