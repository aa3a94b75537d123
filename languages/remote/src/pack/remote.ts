// The pack for programs on machines of others: whatever speaks the remote protocol can be debugged, without a line of TypeScript.

import { Type } from '@sinclair/typebox';
import { jsonLinesProtocol, remoteEngine } from '@sonde/engine-remote';
import type { Language } from '@sonde/language';
import { build } from './build.js';

/** A lost server is sought for so long at most; nobody sits at a debugger any longer. */
const longestSearchSeconds = 3_600;

export const remote: Language = {
  id: 'remote',
  name: 'Remote',
  extensions: [],
  adapterNames: ['remote-dap'],
  launch: Type.Object({
    server: Type.Union(
      [Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }), Type.String({ minLength: 1 })],
      {
        description:
          'The command of a server that speaks the remote protocol on its standard input and output: a list, or a text with quotes where they are needed.',
      },
    ),
  }),
  attach: Type.Object({
    port: Type.Integer({
      minimum: 1,
      maximum: 65_535,
      description: 'The port that a server of the remote protocol listens on.',
    }),
    host: Type.Optional(
      Type.String({ minLength: 1, description: 'The host of the server; this one if absent.' }),
    ),
    token: Type.Optional(
      Type.String({ description: 'What the server wants to hear before it lets a debugger in.' }),
    ),
    reconnectSeconds: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: longestSearchSeconds,
        description: 'How long to try to reach the server again when the connection is lost; 1.5 if absent.',
      }),
    ),
  }),
  exceptionFilters: [
    { id: 'thrown', label: 'Thrown exceptions', default: false, supportsCondition: true },
    { id: 'uncaught', label: 'Exceptions that nobody catches', default: true, supportsCondition: true },
  ],
  build,
  engine: remoteEngine(jsonLinesProtocol, { evaluatesText: true, disassembly: true }),
  conformance: new URL('../../../../examples/remote-python/conformance.json', import.meta.url),
};
