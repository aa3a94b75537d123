// The plain HTTP side: the page, and the exchange of the token for a cookie.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { findToken, type AccessToken } from '../access-token.js';
import type { BrowserSessions } from './browser-sessions.js';
import { strictHeaders } from './headers.js';
import { assets } from './page.js';
import { pathOf, refuse, type Refusal, type RequestHead, type ServedAs } from './request-checks.js';

export const exchangePath = '/api/session';
export const socketPath = '/dap';

/** A token and a little JSON around it. */
const maximumBodyBytes = 4096;

export const routes: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...[...assets.keys()].map(path => [path, ['GET', 'HEAD']] as const),
  [exchangePath, ['POST']],
  [socketPath, ['GET']],
]);

export const headOf = (request: IncomingMessage): RequestHead => ({
  method: request.method ?? '',
  url: request.url ?? '',
  host: request.headers.host,
  origin: request.headers.origin,
  fetchSite: single(request.headers['sec-fetch-site']),
});

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

export interface HttpParties {
  readonly servedAs: ServedAs;
  readonly tokens: readonly AccessToken[];
  readonly browsers: BrowserSessions;
}

export async function answerHttp(
  request: IncomingMessage,
  response: ServerResponse,
  parties: HttpParties,
): Promise<void> {
  const refusal = refuse(headOf(request), parties.servedAs, routes);
  if (refusal !== undefined) return answerRefusal(response, refusal);
  const path = pathOf(request.url ?? '');
  const asset = assets.get(path);
  if (asset !== undefined) {
    response.writeHead(200, {
      ...strictHeaders,
      'Content-Type': asset.type,
      'Content-Length': Buffer.byteLength(asset.body),
    });
    response.end(request.method === 'HEAD' ? undefined : asset.body);
    return;
  }
  if (path === exchangePath) return exchangeToken(request, response, parties);
  answerRefusal(response, { status: 426, why: 'this path speaks WebSocket only.' });
}

function answerRefusal(response: ServerResponse, refusal: Refusal): void {
  response.writeHead(refusal.status, {
    ...strictHeaders,
    'Content-Type': 'text/plain; charset=utf-8',
    // What is left of a refused request is not worth reading.
    Connection: 'close',
    ...(refusal.allow === undefined ? {} : { Allow: refusal.allow }),
    ...(refusal.status === 426 ? { Upgrade: 'websocket' } : {}),
  });
  response.end(`${refusal.why}\n`);
}

async function exchangeToken(
  request: IncomingMessage,
  response: ServerResponse,
  { tokens, browsers }: HttpParties,
): Promise<void> {
  // A form of another page cannot send this type without asking first, and we never say yes to that.
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    answerRefusal(response, { status: 415, why: 'send the token as JSON: {"token": "…"}.' });
    return;
  }
  const body = await readBody(request);
  if (body === undefined) {
    answerRefusal(response, { status: 413, why: 'that is too long to be a token.' });
    return;
  }
  const token = findToken(tokens, tokenIn(body) ?? '');
  if (token === undefined) {
    answerRefusal(response, {
      status: 401,
      why: 'Wrong token. Open the address that was printed at the start.',
    });
    return;
  }
  response.writeHead(204, { ...strictHeaders, 'Set-Cookie': browsers.open(token.rights) });
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
