// sonde serve: HTTP with the debug adapter behind a WebSocket, for browsers.

import { newToken, serveHttp } from '@sonde/server';
import { commonOptions, type Command } from '../command.js';
import { openLog } from '../log.js';
import { portIn } from '../parse-arguments.js';
import { languageNamed } from '../program.js';
import { startServerProcess } from '../server-process.js';

export const serve: Command = {
  name: 'serve',
  summary: 'Serve browsers: HTTP, with the protocol over a WebSocket.',
  operands: '',
  takes: { least: 0, most: 0 },
  options: {
    port: { type: 'string', value: 'N', help: 'the port; 0, the default, picks a free one' },
    host: { type: 'string', value: 'HOST', help: 'the address to listen on (127.0.0.1)' },
    'allow-remote': { type: 'boolean', help: 'allow a host that other machines reach' },
    'read-only': { type: 'boolean', help: 'also print an address that lets others look but not touch' },
    language: commonOptions.language,
    log: commonOptions.log,
  },
  details:
    'The printed address carries a token that is new at each start; whoever has it can run programs as you.',
  async run({ streams, languages, text, flag }) {
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
      streams.output.write(
        `${token.rights === 'full' ? 'Serving at' : 'Read-only'}: ${http.urlFor(token)}\n`,
      );
    }
    return new Promise<never>(() => undefined);
  },
};
