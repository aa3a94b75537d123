// Attach options of HSX, and the launch option that puts a program onto an executive.

import { Type, type Static } from '@sinclair/typebox';

export const defaultPort = 9_998;

const peer = {
  host: Type.Optional(
    Type.String({ minLength: 1, description: 'Where the executive runs; this computer if absent.' }),
  ),
  port: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65_535,
      description: `The port of the executive; ${defaultPort} if absent.`,
    }),
  ),
  token: Type.Optional(Type.String({ description: 'What the executive was started with as --token.' })),
  reconnectSeconds: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 3_600,
      description: 'How long to try to reach an executive again that was lost; 1.5 if absent.',
    }),
  ),
};

export const attachOptions = Type.Object({
  ...peer,
  task: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1 }), Type.String({ minLength: 1 })], {
      description: 'The task to debug, by its number or its name; all that nobody else debugs if absent.',
    }),
  ),
  symbols: Type.Optional(
    Type.String({ description: 'The symbol file of the task, where the executive has none.' }),
  ),
});

/** As a launch option. */
export const executiveOption = Type.Object(
  { host: peer.host, port: peer.port, token: peer.token },
  {
    description: 'Runs the program on this executive (hsx-exec), in the place of a machine of the debugger.',
  },
);

export type PeerOptions = Static<typeof executiveOption>;
export type AttachOptions = Static<typeof attachOptions>;
