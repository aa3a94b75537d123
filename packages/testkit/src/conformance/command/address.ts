// Where a running adapter listens, in all the ways in which people and servers write it.
import { overTcp, overUnixSocket, overWebSocket } from '../../endpoint.js';
import type { Endpoint } from '../../endpoint.js';
import { UsageProblem } from './usage-problem.js';

/**
 * `HOST:PORT`, `connection://HOST:PORT`, a path or `unix-connect://PATH`, `ws://…`. An address that Sonde prints for
 * browsers (`http://…/#token=…`) leads to its WebSocket; the token goes where pages cannot read it.
 */
export function endpointAt(address: string): Endpoint {
  if (/^(wss?|https?):\/\//i.test(address)) return webSocketAt(address);
  const path = /^unix-connect:\/\/(.+)$/i.exec(address)?.[1] ?? (address.includes('/') ? address : undefined);
  const tcp = /^(?:connection:\/\/|tcp:\/\/)?(?:\[([^\]]+)\]|([^:/\s]*)):(\d+)\/?$/i.exec(address);
  if (tcp !== null) {
    const [, bracketed, plain, port] = tcp;
    const host = bracketed ?? plain;
    return overTcp(portIn(port ?? '', address), host === '' ? undefined : host);
  }
  if (path !== undefined) return overUnixSocket(path);
  throw new UsageProblem(
    `"${address}" is no address: give HOST:PORT, the path of a socket (with a slash), or ws://HOST:PORT/PATH.`,
  );
}

function portIn(text: string, address: string): number {
  const port = Number(text);
  if (port >= 1 && port <= 65_535) return port;
  throw new UsageProblem(`"${address}" has no port from 1 to 65535.`);
}

function webSocketAt(address: string): Endpoint {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw new UsageProblem(`"${address}" is no address of a WebSocket.`);
  }
  const token = /^#token=(.+)$/.exec(url.hash)?.[1];
  url.hash = '';
  if (url.protocol.startsWith('http')) {
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    if (url.pathname === '/') url.pathname = '/dap';
  }
  return overWebSocket(
    url.href,
    token === undefined ? {} : { headers: { Authorization: `Bearer ${decodeURIComponent(token)}` } },
  );
}
