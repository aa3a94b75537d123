// What a request must look like before anything else is done with it: right host, same origin, known path and method.

import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../loopback.js';

/** The parts of a request that decide whether it is let in at all. */
export interface RequestHead {
  readonly method: string;
  readonly url: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`, which browsers send and pages cannot forge. */
  readonly fetchSite: string | undefined;
}

export const headOf = (request: IncomingMessage): RequestHead => ({
  method: request.method ?? '',
  url: request.url ?? '',
  host: request.headers.host,
  origin: request.headers.origin,
  fetchSite: single(request.headers['sec-fetch-site']),
});

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

export interface Refusal {
  readonly status: number;
  readonly why: string;
  /** What to do instead. */
  readonly next?: string;
  /** For 405: what the path takes. */
  readonly allow?: string;
}

/** Names under which this server may be called, with the port it listens on. */
export interface ServedAs {
  readonly port: number;
  /** Only for servers that were told to listen beyond this machine. */
  readonly extraHosts: readonly string[];
}

/**
 * A page that makes its own name resolve to 127.0.0.1 (DNS rebinding) is the same origin to the browser, but its `Host`
 * still carries the foreign name.
 */
export function isOurHost(header: string | undefined, servedAs: ServedAs): boolean {
  if (header === undefined) return false;
  const match = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(?::(\d{1,5}))?$/.exec(header);
  if (match === null) return false;
  const [, name = '', port = '80'] = match;
  if (Number(port) !== servedAs.port) return false;
  return isLoopback(name) || servedAs.extraHosts.includes(name.toLowerCase());
}

/** Programs send no Origin; a browser's must be that of our own page. `null` (sandboxes, files) is foreign. */
export function isOurOrigin(head: RequestHead): boolean {
  if (head.fetchSite !== undefined && !['same-origin', 'none'].includes(head.fetchSite)) return false;
  return head.origin === undefined || head.origin === `http://${head.host ?? ''}`;
}

/** A link that leads here from elsewhere is a cross-site request too, and harmless: it only shows the page. */
const isNavigation = (head: RequestHead, path: string): boolean =>
  path === '/' && head.method === 'GET' && head.origin === undefined;

export const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';

export const queryOf = (url: string): URLSearchParams =>
  new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? '');

/** Undefined when the request may go on. */
export function refuse(
  head: RequestHead,
  servedAs: ServedAs,
  routes: ReadonlyMap<string, readonly string[]>,
): Refusal | undefined {
  if (!isOurHost(head.host, servedAs)) {
    return { status: 421, why: 'this server is not called by that name; use the address it printed.' };
  }
  const path = pathOf(head.url);
  if (!isNavigation(head, path) && !isOurOrigin(head)) {
    return { status: 403, why: 'requests from other web pages are not served.' };
  }
  const methods = routes.get(path);
  if (methods === undefined) return { status: 404, why: 'there is nothing at this path.' };
  if (!methods.includes(head.method)) {
    return { status: 405, why: `this path takes ${methods.join(', ')} only.`, allow: methods.join(', ') };
  }
  return undefined;
}
