// Serves browsers until a signal ends the process: prints the addresses, and opens the first where that is possible.

import { fileURLToPath } from 'node:url';
import { newToken, readSite, serveHttp, type OpenProgram } from '@sonde/server';
import type { Invocation } from './command.js';
import { openLog } from './log.js';
import { openInBrowser } from './open-browser.js';
import { portIn } from './parse-arguments.js';
import { languageNamed } from './program.js';
import { unencrypted } from './remote-warning.js';
import { startServerProcess } from './server-process.js';
import { version } from './version.js';

/** Made by the build of the web client. */
const siteFolder = new URL('../../web/dist/site/', import.meta.url);

export interface Served {
  /** The page shows what is below it. */
  readonly folder: string;
  /** What the page shows first. */
  readonly open?: OpenProgram;
  /** Files that the log must not overwrite. */
  readonly spare?: readonly string[];
}

export async function serveBrowsers(invocation: Invocation, served: Served): Promise<number> {
  const { streams, languages, text, flag } = invocation;
  const { folder, open, spare = [] } = served;
  const port = portIn(text('port') ?? '0');
  const named = text('language');
  const defaultLanguage = named === undefined ? undefined : languageNamed(named, languages).id;
  const log = await openLog({ target: text('log'), errors: streams.errors, spare });
  const site = await readSite(fileURLToPath(siteFolder));
  const server = await startServerProcess({
    languages,
    log,
    ...(defaultLanguage === undefined ? {} : { defaultLanguage }),
  });
  const host = text('host');
  const tokens = [newToken('full'), ...(flag('read-only') ? [newToken('read-only')] : [])];
  const options = {
    port,
    tokens,
    version,
    folder,
    ...(open === undefined ? {} : { open }),
    ...(site === undefined ? {} : { site }),
    ...(host === undefined ? {} : { host }),
    ...(flag('allow-remote') ? { allowRemote: true } : {}),
  };
  const http = await serveHttp(options, server.environment).catch(async (error: unknown) => {
    await server.end('it could not listen');
    throw error;
  });
  server.owns(http);
  const say = (line: string): void => void streams.output.write(`${line}\n`);
  for (const token of http.tokens) {
    say(`${token.rights === 'full' ? 'Serving at' : 'Read-only'}: ${http.urlFor(token)}`);
  }
  if (flag('allow-remote')) streams.errors.write(`sonde: ${unencrypted(http.port)}\n`);
  if (site === undefined)
    streams.errors.write('sonde: the page was not built. Build it with: npm run build\n');
  // A command line can be read by other users: what stands there is worth nothing once it was used.
  const isOpened = !flag('no-open') && (await openInBrowser(http.urlForOneUse('full')));
  say(`${isOpened ? 'It opens in your browser.' : 'Open it in a browser.'} Ctrl+C ends the debugger.`);
  return new Promise<never>(() => undefined);
}
