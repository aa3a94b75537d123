// Access tokens: random words that let a peer in, each with the rights of whoever holds it.

import { randomBytes } from 'node:crypto';
import { sameSecret } from '@sonde/engine';
import type { Rights } from '@sonde/session';

export interface AccessToken {
  readonly value: string;
  readonly rights: Rights;
}

export const newToken = (rights: Rights = 'full'): AccessToken => ({
  value: randomBytes(32).toString('base64url'),
  rights,
});

/** The token that was presented, if it is one of ours. Always compares with all of them. */
export function findToken(tokens: readonly AccessToken[], presented: string): AccessToken | undefined {
  const matches = tokens.filter(token => sameSecret(token.value, presented));
  return matches[0];
}
