// A program that LLDB holds: how, and so what becomes of it and what is said when LLDB goes.

import { Failure } from '@sonde/engine';
import { isAlive, type KnownProcess } from './reaper.js';
import { fields, flag, integer, oneOf, text } from './wire.js';

/**
 * `launched`: ours, it ends with us. `attached`: it was there before and lives on. `remote`: the same behind a server
 * that is not ours. `core`: what is left of one that is over.
 */
const holds = ['launched', 'attached', 'remote', 'core'] as const;

export interface HeldProgram {
  readonly hold: (typeof holds)[number];
  readonly name: string;
  readonly process: KnownProcess;
  readonly server: KnownProcess;
  readonly pointerSize: number;
  readonly littleEndian: boolean;
}

export function heldProgramFrom(value: unknown): HeldProgram {
  const from = fields(value);
  return {
    hold: oneOf(from['hold'], holds),
    name: text(from['name']),
    process: { id: integer(from['processId']), started: text(from['started']) },
    server: { id: integer(from['serverId']), started: text(from['serverStarted']) },
    pointerSize: integer(from['pointerSize']),
    littleEndian: flag(from['littleEndian']),
  };
}

export const hasOwnLife = ({ hold }: HeldProgram): boolean => hold === 'attached' || hold === 'remote';

/** What happened to the program when LLDB or its server went without being told to. */
export async function lostText({ hold, name, process }: HeldProgram, reason: string): Promise<string> {
  switch (hold) {
    case 'launched':
      return `LLDB is gone: ${reason}. The program was ended with it.`;
    case 'attached': {
      const fate = (await isAlive(process)) ? 'goes on without a debugger' : 'has ended too';
      return `LLDB is gone: ${reason}. Process ${process.id} (${name}) ${fate}.`;
    }
    case 'remote':
      return `The connection to the debug server was lost: ${reason}. What became of ${name} there is not known.`;
    case 'core':
      return `LLDB is gone: ${reason}. The core file is as it was.`;
  }
}

export const lostNext = ({ hold }: HeldProgram): string =>
  hold === 'launched' ? 'Start the program again.' : 'Attach again.';

/** Commands that a core file cannot obey, with what is said instead. */
const impossibleInCore: ReadonlyMap<string, string> = new Map([
  ['resume', 'it cannot run on'],
  ['pause', 'it does not run'],
  ['write', 'nothing in it can be changed'],
  ['write-memory', 'nothing in it can be changed'],
  ['call', 'nothing in it can be called'],
  ['input', 'it reads nothing any more'],
]);

export const inCoreOnly = 'A core file shows the program as it was at its end: no breakpoint can be reached.';

/** Undefined where nothing speaks against it. */
export function refusalIn(program: HeldProgram | undefined, command: string): Failure | undefined {
  const why = program?.hold === 'core' ? impossibleInCore.get(command) : undefined;
  if (why === undefined) return undefined;
  return new Failure(
    'not-supported',
    'user',
    `a core file shows the program as it was at its end: ${why}.`,
    'Launch the program to debug it alive.',
  );
}
