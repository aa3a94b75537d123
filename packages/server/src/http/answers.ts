// Answers to plain HTTP requests: files of the page, JSON, refusals.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { headersWithNonce, immutable, strictHeaders } from './headers.js';
import type { Refusal } from './request-checks.js';
import { noncePlaceholder, type SiteFile } from './site.js';

/** Everything below it is answered in JSON, refusals too. */
export const apiPrefix = '/api/';

export function answerFile(
  request: IncomingMessage,
  response: ServerResponse,
  { type, body, isHashed }: SiteFile,
): void {
  const page = type.startsWith('text/html') && body.includes(noncePlaceholder) ? withNonce(body) : undefined;
  const sent = page?.body ?? body;
  response.writeHead(200, {
    ...(page?.headers ?? strictHeaders),
    'Content-Type': type,
    'Content-Length': sent.length,
    ...(isHashed ? { 'Cache-Control': immutable } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : sent);
}

function withNonce(body: Buffer): {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
} {
  const nonce = randomBytes(16).toString('base64');
  return {
    body: Buffer.from(body.toString('utf8').replaceAll(noncePlaceholder, nonce)),
    headers: headersWithNonce(nonce),
  };
}

export function answerJson(response: ServerResponse, value: object): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(200, {
    ...strictHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
  });
  response.end(body);
}

export function answerRefusal(response: ServerResponse, path: string, refusal: Refusal): void {
  const { status, why, next, allow } = refusal;
  const isApi = path.startsWith(apiPrefix);
  const text = isApi
    ? JSON.stringify({ error: why, ...(next === undefined ? {} : { next }) })
    : `${why}${next === undefined ? '' : ` ${next}`}\n`;
  response.writeHead(status, {
    ...strictHeaders,
    'Content-Type': isApi ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    // What is left of a refused request is not worth reading; without a body nothing is left.
    ...(hasUnreadBody(response.req) ? { Connection: 'close' } : {}),
    'Content-Length': Buffer.byteLength(text),
    ...(allow === undefined ? {} : { Allow: allow }),
    ...(status === 426 ? { Upgrade: 'websocket' } : {}),
  });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}

const hasUnreadBody = ({ headers, complete }: IncomingMessage): boolean =>
  !complete && ('transfer-encoding' in headers || (headers['content-length'] ?? '0') !== '0');
