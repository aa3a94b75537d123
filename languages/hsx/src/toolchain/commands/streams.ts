// What the commands have in common: where they write, how they say what is wrong, and how they read files.

import { basename, resolve } from 'node:path';
import { asFailure, Failure, readOrdinarySync } from '@sonde/engine';
import { coloursFor, diagnosticText, type Colours, type Diagnostic } from '@sonde/language';
import { hasErrors, type Problem } from '../problem.js';

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

/** Prints them; true if one of them is an error. */
export function reportProblems(
  command: string,
  problems: readonly Problem[],
  stderr: CommandStreams['stderr'],
): boolean {
  const colours = coloursFor(stderr);
  for (const problem of problems) {
    const text = diagnosticText(diagnosticOf(problem), { path: path => path, colour: colouring(colours) });
    // What has no place in a source is the command's own word.
    stderr.write(problem.place === undefined ? `${command}: ${text}` : text);
  }
  return hasErrors(problems);
}

const colouring =
  (colours: Colours) =>
  (severity: Diagnostic['severity'], text: string): string =>
    ({ error: colours.red, warning: colours.yellow, note: colours.cyan })[severity](text);

export function diagnosticOf({ severity, message, hint, place, sourceLine }: Problem): Diagnostic {
  return {
    severity,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(sourceLine === undefined ? {} : { sourceLine }),
    ...(place === undefined
      ? {}
      : {
          location: {
            source: { name: basename(place.file), path: place.file },
            line: place.line,
            column: place.column,
            ...(place.endColumn === undefined ? {} : { endLine: place.line, endColumn: place.endColumn }),
          },
        }),
  };
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

/** A problem of a format with the name of the file in front. */
export function withFileName<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(error.code, error.blame, `${path}: ${error.message}`, error.next, { cause: error });
  }
}
