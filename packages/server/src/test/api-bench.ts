// A server of files and sessions for tests of what the page asks: a folder, something outside of it, examples, a register.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language } from '@sonde/language';
import { expect } from 'vitest';
import { newToken } from '../access-token.js';
import { serveHttp, type HttpOptions, type HttpServer } from '../http/serve-http.js';
import { ask, bearer, type Answer } from './ask.js';
import { testEnvironment } from './environment.js';
import { idle } from './idle-language.js';

export const full = newToken('full');
export const readOnly = newToken('read-only');

export class ApiBench {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), 'sonde-api-')));
  readonly folder = join(this.home, 'work');
  readonly registry = join(this.home, 'registry');
  readonly #closing: (() => Promise<void> | void)[] = [];

  constructor() {
    for (const name of ['work', 'work/below', 'examples', 'outside']) mkdirSync(this.at(name));
    mkdirSync(this.registry, { mode: 0o700 });
    writeFileSync(this.at('work/a.idle'), 'text ü\n');
    writeFileSync(this.at('work/below/b.txt'), 'deeper');
    writeFileSync(this.at('outside/secret.txt'), 'secret');
    writeFileSync(this.at('examples/tour.idle'), '# A tour.\nwait # #look\n');
    writeFileSync(this.at('examples/plain.idle'), 'wait\n');
    writeFileSync(this.at('examples/notes.txt'), '# Not a program.\n');
  }

  at(...names: readonly string[]): string {
    return join(this.home, ...names);
  }

  /** A language with examples. */
  get language(): Language {
    return { ...idle, source: { comments: { line: '#' } }, examples: pathToFileURL(this.at('examples/')) };
  }

  async serve(
    options: Partial<HttpOptions> = {},
    environment = testEnvironment({ languages: [this.language] }),
  ): Promise<HttpServer> {
    const common = { port: 0, tokens: [full, readOnly], registry: { folder: this.registry } };
    const { folder } = this;
    const server = await serveHttp({ ...common, folder, version: '1.2.3', ...options }, environment);
    this.onClose(() => server.close('the test is over'));
    return server;
  }

  /** The last comes first. */
  onClose(action: () => Promise<void> | void): void {
    this.#closing.push(action);
  }

  async close(): Promise<void> {
    for (const action of this.#closing.splice(0).reverse()) await action();
    rmSync(this.home, { recursive: true });
  }
}

export const get = (server: HttpServer, path: string, token = full): Promise<Answer> =>
  ask(server.port, path, { headers: bearer(token) });

/** What was answered, in one object with the status. */
export const parsed = ({ status, body, headers }: Answer): unknown => {
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  return { status, ...(JSON.parse(body) as object) };
};
