// How a peer proves that it may connect: cookie, bearer token, or a WebSocket subprotocol that carries the token.

import type { Rights } from '@sonde/session';
import { findToken, type AccessToken } from '../access-token.js';
import type { BrowserSessions } from './browser-sessions.js';

/** Offered next to a token by clients that do not want to see the token in the answer. */
export const plainSubprotocol = 'sonde.dap';
const tokenSubprotocol = 'sonde.token.';

export interface PresentedCredentials {
  readonly cookie: string | undefined;
  readonly authorization: string | undefined;
  readonly subprotocols: readonly string[];
}

export const subprotocolsIn = (header: string | undefined): readonly string[] =>
  (header ?? '')
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '');

/** Explicit tokens come before the cookie, so that a read-only token stays read-only in a browser with full rights. */
export function rightsOf(
  presented: PresentedCredentials,
  tokens: readonly AccessToken[],
  browsers: BrowserSessions,
): Rights | undefined {
  const bearer = /^Bearer +([\w-]+)$/i.exec(presented.authorization ?? '')?.[1];
  if (bearer !== undefined) return findToken(tokens, bearer)?.rights;
  const offered = presented.subprotocols.find(name => name.startsWith(tokenSubprotocol));
  if (offered !== undefined) return findToken(tokens, offered.slice(tokenSubprotocol.length))?.rights;
  return browsers.rightsOf(presented.cookie);
}

/** A browser ends a connection whose offered subprotocols were all ignored, so one of them is always taken. */
export function chooseSubprotocol(offered: Iterable<string>): string | false {
  const names = [...offered];
  if (names.includes(plainSubprotocol)) return plainSubprotocol;
  return names.find(name => name.startsWith(tokenSubprotocol)) ?? names[0] ?? false;
}
