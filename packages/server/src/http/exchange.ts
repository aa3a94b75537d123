// The exchange of a token for a cookie.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { findToken, type AccessToken } from '../access-token.js';
import type { BrowserSessions } from './browser-sessions.js';
import { strictHeaders } from './headers.js';
import type { OneTimeTokens } from './one-time-tokens.js';
import { Refused } from './refused.js';

/** A token and a little JSON around it. */
const maximumBodyBytes = 4096;

export interface Doorkeepers {
  readonly tokens: readonly AccessToken[];
  readonly oneTime: OneTimeTokens;
  readonly browsers: BrowserSessions;
}

export async function exchangeToken(
  request: IncomingMessage,
  response: ServerResponse,
  { tokens, oneTime, browsers }: Doorkeepers,
): Promise<void> {
  // A form of another page cannot send this type without asking first, and we never say yes to that.
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw new Refused(415, 'send the token as JSON: {"token": "…"}.');
  const body = await readBody(request);
  if (body === undefined) throw new Refused(413, 'that is too long to be a token.');
  const presented = tokenIn(body) ?? '';
  const rights = findToken(tokens, presented)?.rights ?? oneTime.redeem(presented);
  if (rights === undefined)
    throw new Refused(401, 'Wrong token.', 'Open the address that was printed at the start.');
  response.writeHead(204, { ...strictHeaders, 'Set-Cookie': browsers.open(rights) });
  response.end();
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maximumBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function tokenIn(body: string): string | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null || !('token' in value)) return undefined;
    return typeof value.token === 'string' ? value.token : undefined;
  } catch {
    return undefined;
  }
}
