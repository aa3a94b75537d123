// Access tokens: random words that let a peer in, each with the rights of whoever holds it.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Rights } from '@sonde/session';

export interface AccessToken {
  readonly value: string;
  readonly rights: Rights;
}

export const newToken = (rights: Rights = 'full'): AccessToken => ({
  value: randomBytes(32).toString('base64url'),
  rights,
});

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Equal or not, in a time that does not tell how much of it was right. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

/** The token that was presented, if it is one of ours. Always compares with all of them. */
export function findToken(tokens: readonly AccessToken[], presented: string): AccessToken | undefined {
  const matches = tokens.filter(token => sameSecret(token.value, presented));
  return matches[0];
}
