// Serves browsers until a signal ends the process, and prints the addresses to open.

import { newToken, serveHttp } from '@sonde/server';
import type { Invocation } from './command.js';
import { openLog } from './log.js';
import { portIn } from './parse-arguments.js';
import { languageNamed } from './program.js';
import { startServerProcess } from './server-process.js';

export async function serveBrowsers({ streams, languages, text, flag }: Invocation): Promise<number> {
  const port = portIn(text('port') ?? '0');
  const named = text('language');
  const log = await openLog({ target: text('log'), errors: streams.errors });
  const server = await startServerProcess({
    languages,
    log,
    ...(named === undefined ? {} : { defaultLanguage: languageNamed(named, languages).id }),
  });
  const host = text('host');
  const tokens = [newToken('full'), ...(flag('read-only') ? [newToken('read-only')] : [])];
  const options = {
    port,
    tokens,
    ...(host === undefined ? {} : { host }),
    ...(flag('allow-remote') ? { allowRemote: true } : {}),
  };
  const http = await serveHttp(options, server.environment).catch(async (error: unknown) => {
    await server.end('it could not listen');
    throw error;
  });
  server.owns(http);
  for (const token of http.tokens) {
    streams.output.write(`${token.rights === 'full' ? 'Serving at' : 'Read-only'}: ${http.urlFor(token)}\n`);
  }
  return new Promise<never>(() => undefined);
}
