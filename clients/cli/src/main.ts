// Started by bin/sonde.js: runs the command line of this process and exits with its code.

import { runCommandLine } from './cli.js';
import { languages } from './languages.js';

// A reader that is gone, as behind `| head`, is dealt with where something is written.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const code = await runCommandLine(process.argv.slice(2), {
  languages,
  streams: { input: process.stdin, output: process.stdout, errors: process.stderr },
});

// Whatever a pipe has not taken yet must not be lost.
await Promise.all(
  [process.stdout, process.stderr].map(stream => new Promise(resolve => stream.write('', resolve))),
);
process.exit(code);
