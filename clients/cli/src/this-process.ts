// Runs the command line of this process and exits with its code.

import { runCommandLine } from './cli.js';
import { languages } from './languages.js';
import { lastWords } from './last-words.js';

export async function runThisProcess(): Promise<void> {
  // A reader that is gone, as behind `| head`, ends a program that prints and the console that shows it (plain-run.ts,
  // conversation.ts). The other commands have said what they had to say; nobody misses the rest.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

  const code = await runCommandLine(process.argv.slice(2), {
    languages,
    streams: {
      // Made when somebody reads it: whoever speaks the protocol on it reads it in a way of its own.
      get input() {
        return process.stdin;
      },
      output: process.stdout,
      errors: process.stderr,
    },
  });

  // Whatever a pipe has not taken yet must not be lost.
  await Promise.all([lastWords(process.stdout), lastWords(process.stderr)]);
  process.exit(code);
}
