// What the commands that languages bring have in common: where they write, how they say what is wrong, how they read files.

import { resolve } from 'node:path';
import { asFailure, Failure, readOrdinarySync } from '@sonde/engine';
import { coloursFor } from './terminal-colours.js';

/** Where a command writes, for tests and other commands. */
export interface CommandStreams {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
}

export interface CommandText {
  readonly name: string;
  readonly help: string;
}

/** Help, wrong usage and failures are the same for all; gives the exit status. */
export async function runCommand<Options>(
  { name, help }: CommandText,
  args: readonly string[],
  { stdout, stderr }: CommandStreams,
  /** Text is what is wrong with the usage. */
  parse: (args: readonly string[]) => Options | string,
  perform: (options: Options) => Promise<number>,
): Promise<number> {
  if (args.includes('-h') || args.includes('--help')) {
    stdout.write(help);
    return 0;
  }
  const options = parse(args);
  if (typeof options === 'string') {
    stderr.write(`${name}: ${options}\nTry: ${name} --help\n`);
    return 2;
  }
  try {
    return await perform(options);
  } catch (error) {
    stderr.write(`${name}: ${coloursFor(stderr).red('error:')} ${asFailure(error).text}\n`);
    return 1;
  }
}

const troubles: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read',
  ENOTDIR: 'does not exist: a part of its path is not a folder',
  ENAMETOOLONG: 'does not exist: its name is too long',
  ELOOP: 'cannot be read: its path leads round in a circle',
};

/** Of a file that the user named. */
export function readNamedFile(path: string): Uint8Array {
  try {
    return new Uint8Array(readOrdinarySync(resolve(path)));
  } catch (error) {
    if (error instanceof Failure) throw error;
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Failure('not-found', 'user', `${path} ${troubles[code] ?? `cannot be read: ${message}`}.`);
  }
}
