// sonde serve: HTTP with the debug adapter behind a WebSocket, for browsers.

import { commonOptions, type Command } from '../command.js';

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
  async run(invocation) {
    // HTTP and WebSockets take time to load, and an adapter that is started by the same command needs neither.
    const { serveBrowsers } = await import('../serve-browsers.js');
    return serveBrowsers(invocation);
  },
};
