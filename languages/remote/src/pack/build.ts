// Nothing is built here: the server takes the program as it is.

import { resolve } from 'node:path';
import { Failure, largestSource, requireOrdinary } from '@sonde/engine';
import type { ServerImage } from '@sonde/engine-remote';
import type { BuildRequest, BuildResult } from '@sonde/language';
import { commandWords } from './command-words.js';

export async function build({ program, cwd, output, extra }: BuildRequest): Promise<BuildResult> {
  if (output !== undefined)
    return failed('A server takes programs as they are: there is nothing to build.', 'Leave out the build.');
  const path = resolve(cwd, program);
  try {
    // The server opens it: one that waits for a pipe would never say hello.
    await requireOrdinary(path, largestSource);
  } catch (error) {
    // What is no file here may be a name that the server knows.
    if (error instanceof Failure) return { diagnostics: [{ severity: 'error', message: error.text }] };
  }
  const { server } = extra;
  const words = typeof server === 'string' ? commandWords(server) : (server as readonly string[] | undefined);
  if (words === undefined || words.length === 0)
    return failed(
      'Which server runs the program is not said.',
      'Set "server" to the command of one that speaks the remote protocol.',
    );
  return {
    target: {
      program: path,
      temporary: [],
      image: { server: words } satisfies ServerImage,
    },
    diagnostics: [],
  };
}

const failed = (message: string, hint: string): BuildResult => ({
  diagnostics: [{ severity: 'error', message, hint }],
});
