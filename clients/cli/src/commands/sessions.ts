// sonde sessions: the debug sessions of this user that are running now.

import { listSessions, type RegisteredSession } from '@sonde/server';
import type { Command } from '../command.js';
import { shortPath } from '../diagnostics.js';
import { styleFor } from '../style.js';

export const sessions: Command = {
  name: 'sessions',
  summary: 'List the running debug sessions.',
  operands: '',
  takes: { least: 0, most: 0 },
  options: { json: { type: 'boolean', help: 'as JSON, for programs' } },
  details: 'Join one with: sonde attach SESSION',
  async run({ streams, flag }) {
    const listing = await listSessions();
    for (const { socket, why } of listing.silent) {
      streams.errors.write(`sonde: a server did not answer (${socket}): ${why}\n`);
    }
    if (flag('json')) {
      streams.output.write(`${JSON.stringify(listing.sessions, undefined, 2)}\n`);
      return 0;
    }
    if (listing.sessions.length === 0) {
      streams.output.write('No session is running.\n');
      return 0;
    }
    const [heading = '', ...rows] = table(listing.sessions);
    streams.output.write(`${[styleFor(streams.output).dim(heading), ...rows].join('\n')}\n`);
    return 0;
  },
};

/** Lines with aligned columns, the heading first. */
export function table(sessions: readonly RegisteredSession[]): readonly string[] {
  const rows = [
    ['SESSION', 'STATE', 'LANGUAGE', 'CLIENTS', 'PID', 'STARTED', 'PROGRAM'],
    ...sessions.map(session => [
      session.id,
      session.state,
      session.language,
      String(session.clients),
      String(session.pid),
      session.startedAt.slice(0, 19).replace('T', ' '),
      shortPath(session.program),
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map(row => row[column]!.length)));
  return rows.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}
