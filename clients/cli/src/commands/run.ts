// sonde run: runs a program without a debugger; streams and exit code are the program's.

import { buildProgram } from '../build-program.js';
import { commonOptions, type Command } from '../command.js';
import { runWithoutDebugger } from '../plain-run.js';
import { findProgram } from '../program.js';

export const run: Command = {
  name: 'run',
  summary: 'Run a program without a debugger.',
  operands: 'PROGRAM [ARGUMENT…]',
  takes: 'program',
  options: { language: commonOptions.language },
  details: `
Standard streams and exit code are the program's; one that a signal ended gives 128 plus the signal's number.
Options of sonde end at the first argument of the program, or at --.`,
  async run({ operands, programArguments, languages, streams, text }) {
    const { path, language } = findProgram(operands[0]!, languages, text('language'));
    // An error of the program should still tell its line.
    const target = await buildProgram(language, path, streams, { debugInfo: true });
    if (target === undefined) return 1;
    return runWithoutDebugger(language, target, programArguments, streams);
  },
};
