// What the commands have in common: how they tell problems of files.

import { basename } from 'node:path';
import { Failure } from '@sonde/engine';
import {
  coloursFor,
  diagnosticText,
  type Colours,
  type CommandStreams,
  type Diagnostic,
} from '@sonde/language';
import { hasErrors, type Problem } from '../problem.js';

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

/** A problem of a format with the name of the file in front. */
export function withFileName<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(error.code, error.blame, `${path}: ${error.message}`, error.next, { cause: error });
  }
}
