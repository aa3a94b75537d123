// HTTP on loopback: the page, what it asks, and DAP over WebSocket; also for tools that like sockets with a name.

import { createServer, type IncomingMessage } from 'node:http';
import type { AdapterEnvironment, Rights } from '@sonde/session';
import { newToken, type AccessToken } from '../access-token.js';
import { AdapterSet, defaultLimits, type ConnectionLimits } from '../adapter-set.js';
import { isLoopback, namesBeyondLoopback, reachableName } from '../loopback.js';
import { listenOnPort, reachable } from '../tcp-port.js';
import { openApi, type ApiOptions } from './api/api.js';
import { BrowserSessions } from './browser-sessions.js';
import { rightsOf, subprotocolsIn, type PresentedCredentials } from './credentials.js';
import { DebugSockets, refuseUpgrade } from './debug-sockets.js';
import { OneTimeTokens } from './one-time-tokens.js';
import { headOf, pathOf, refuse, type ServedAs } from './request-checks.js';
import { answerHttp, needsToken, routesOf, socketPath } from './routes.js';
import type { Site } from './site.js';
import { unbuiltPage } from './unbuilt-page.js';

export interface HttpOptions extends Partial<ApiOptions> {
  /** Default 127.0.0.1. Anything that is not loopback needs `allowRemote`. */
  readonly host?: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly allowRemote?: boolean;
  /** Default: one new token with full rights. */
  readonly tokens?: readonly AccessToken[];
  /** The page; without it one that tells how it is built. */
  readonly site?: Site;
  /** Largest message of a client; default 16 MiB. */
  readonly maxMessageBytes?: number;
  readonly limits?: Partial<ConnectionLimits>;
  /** How long a session waits for a browser whose connection was lost; default half a minute. */
  readonly lingerMs?: number;
}

export interface HttpServer {
  readonly host: string;
  readonly port: number;
  readonly tokens: readonly AccessToken[];
  /** The address to open: the token is in the fragment, which browsers keep to themselves. */
  urlFor(token: AccessToken): string;
  /** The same for one use, soon: other users can read it on a browser's command line. */
  urlForOneUse(rights: Rights): string;
  close(reason: string): Promise<void>;
}

const defaultMessageBytes = 16 * 1024 * 1024;
/** A page that is loaded anew, a laptop that changes its network. */
const defaultLingerMs = 30_000;

export async function serveHttp(options: HttpOptions, given: AdapterEnvironment): Promise<HttpServer> {
  const host = options.host ?? '127.0.0.1';
  if (!isLoopback(host) && options.allowRemote !== true) throw reachable(host);
  const environment = { ...given, lingerMs: options.lingerMs ?? defaultLingerMs };
  const tokens = options.tokens ?? [newToken()];
  const limits = { ...defaultLimits, ...options.limits };
  const { version = '', site = unbuiltPage } = options;
  const api = await openApi({ ...options, version }, environment);
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    requestTimeout: 15_000,
    headersTimeout: 10_000,
    // How often those two are looked after; by default they would come half a minute late.
    connectionsCheckingInterval: 2_000,
  });
  // Besides those that debug there are those that only fetch the page, and those that are told to come later.
  server.maxConnections = limits.connections * 2 + limits.refusalsAtOnce;
  const { port, address } = await listenOnPort(server, options.port, host);
  if (!isLoopback(address) && options.allowRemote !== true) {
    server.close();
    throw reachable(`${host} (${address})`);
  }

  const adapters = new AdapterSet(limits);
  const servedAs: ServedAs = { port, extraHosts: namesBeyondLoopback(host) };
  const browsers = new BrowserSessions(port);
  const oneTime = new OneTimeTokens();
  const routes = routesOf(site);
  const sockets = new DebugSockets({
    adapters,
    environment,
    maxMessageBytes: options.maxMessageBytes ?? defaultMessageBytes,
    registry: options.registry ?? {},
  });
  const rightsIn = (request: IncomingMessage): Rights | undefined => {
    const rights = rightsOf(credentialsIn(request), tokens, browsers);
    return rights !== undefined && environment.rights === 'read-only' ? 'read-only' : rights;
  };

  server.on('request', (request, response) => {
    const { log } = environment;
    answerHttp(request, response, {
      servedAs,
      site,
      routes,
      api,
      tokens,
      oneTime,
      browsers,
      rightsOf: rightsIn,
      ...(log === undefined ? {} : { log }),
    }).catch(() => response.destroy());
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const refusal = refuse(headOf(request), servedAs, routes);
    if (refusal !== undefined) return refuseUpgrade(socket, refusal.status, refusal.why);
    if (pathOf(request.url ?? '') !== socketPath)
      return refuseUpgrade(socket, 404, `connect to ${socketPath}.`);
    const rights = rightsIn(request);
    if (rights === undefined) return refuseUpgrade(socket, needsToken.status, needsToken.why);
    sockets.accept(request, socket, head, rights);
  });
  const urlWith = (token: string): string => `http://${reachableName(host)}:${port}/#token=${token}`;
  return {
    host,
    port,
    tokens,
    urlFor: token => urlWith(token.value),
    urlForOneUse: rights => urlWith(oneTime.make(rights)),
    close: async reason => {
      const closed = new Promise<void>(resolve => {
        server.close(() => resolve());
      });
      sockets.close();
      await adapters.close(reason);
      server.closeAllConnections();
      await closed;
    },
  };
}

const credentialsIn = (request: IncomingMessage): PresentedCredentials => ({
  cookie: request.headers.cookie,
  authorization: request.headers.authorization,
  subprotocols: subprotocolsIn(request.headers['sec-websocket-protocol']),
});
