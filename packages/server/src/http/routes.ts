// The plain HTTP side: the page, the exchange of the token for a cookie, and what the page asks.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { asFailure } from '@sonde/engine';
import type { Rights } from '@sonde/session';
import { answerFile, answerJson, answerRefusal, apiPrefix } from './answers.js';
import { apiPaths, type Api } from './api/api.js';
import { exchangeToken, type Doorkeepers } from './exchange.js';
import { Refused } from './refused.js';
import { headOf, pathOf, queryOf, refuse, type Refusal, type ServedAs } from './request-checks.js';
import type { Site } from './site.js';

export const exchangePath = `${apiPrefix}session`;
export const socketPath = '/dap';

export const needsToken: Refusal = {
  status: 401,
  why: 'a token is needed.',
  next: 'Open the address that was printed at the start.',
};

/** What each path takes. */
export const routesOf = (site: Site): ReadonlyMap<string, readonly string[]> =>
  new Map<string, readonly string[]>([
    ...[...site.keys()].map(path => [path, ['GET', 'HEAD']] as const),
    ...apiPaths.map(path => [path, ['GET']] as const),
    [exchangePath, ['POST']],
    [socketPath, ['GET']],
  ]);

export interface HttpParties extends Doorkeepers {
  readonly servedAs: ServedAs;
  readonly site: Site;
  readonly routes: ReadonlyMap<string, readonly string[]>;
  readonly api: Api;
  /** Undefined for those who have not shown that they may ask. */
  rightsOf(request: IncomingMessage): Rights | undefined;
  log?(line: string): void;
}

export async function answerHttp(
  request: IncomingMessage,
  response: ServerResponse,
  parties: HttpParties,
): Promise<void> {
  const { servedAs, routes, site } = parties;
  const path = pathOf(request.url ?? '');
  const refusal = refuse(headOf(request), servedAs, routes);
  if (refusal !== undefined) return answerRefusal(response, path, refusal);
  const file = site.get(path);
  if (file !== undefined) return answerFile(request, response, file);
  if (!path.startsWith(apiPrefix))
    return answerRefusal(response, path, { status: 426, why: 'this path speaks WebSocket only.' });
  try {
    if (path === exchangePath) await exchangeToken(request, response, parties);
    else await answerApi(request, response, parties);
  } catch (error) {
    if (error instanceof Refused) return answerRefusal(response, path, error.refusal);
    parties.log?.(`${path}: ${asFailure(error).text}`);
    answerRefusal(response, path, { status: 500, why: `internal error: ${asFailure(error).text}` });
  }
}

async function answerApi(
  request: IncomingMessage,
  response: ServerResponse,
  parties: HttpParties,
): Promise<void> {
  const url = request.url ?? '';
  const rights = parties.rightsOf(request);
  if (rights === undefined) return answerRefusal(response, apiPrefix, needsToken);
  answerJson(response, await parties.api.answer(pathOf(url), queryOf(url), rights));
}
