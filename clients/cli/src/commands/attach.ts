// sonde attach: the console debugger on a session that someone else started.

import { connectSession, findSession } from '@sonde/server';
import type { Command } from '../command.js';
import { shortPath } from '../diagnostics.js';
import { version } from '../version.js';
import { readScript } from './debug.js';

export const attach: Command = {
  name: 'attach',
  summary: 'Join a running debug session on the console.',
  operands: 'SESSION',
  takes: { least: 1, most: 1 },
  options: {
    script: {
      type: 'string',
      short: 'x',
      value: 'FILE',
      help: 'run the debugger commands in this file first',
    },
  },
  details: `
SESSION is an id from sonde sessions, or an unambiguous beginning of it. Breakpoints are this console's own; motions are
seen by everyone. Leaving does not end the program.`,
  async run({ operands, streams, text }) {
    const script = await readScript(text('script'));
    const session = await findSession(operands[0]!);
    // The console is large, and an adapter that is started by the same command must not wait for it.
    const { converseWith } = await import('../console/conversation.js');
    return converseWith({
      streams,
      script,
      greeting: `Sonde ${version}: joined session ${session.id}, ${shortPath(session.program)}, ${session.state}.`,
      program: session.program,
      connect: () => connectSession(session),
      start: { kind: 'join', session: session.id },
    });
  },
};
