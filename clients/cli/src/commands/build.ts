// sonde build: compiles a program and leaves the result where it is wanted.

import { resolve } from 'node:path';
import { commonOptions, UsageError, type Command } from '../command.js';
import { shortPath } from '../diagnostics.js';
import { buildProgram } from '../build-program.js';
import { findProgram } from '../program.js';

export const build: Command = {
  name: 'build',
  summary: 'Build a program for later runs.',
  operands: 'PROGRAM -o FILE',
  takes: { least: 1, most: 1 },
  options: {
    output: { type: 'string', short: 'o', value: 'FILE', help: 'where to write the result' },
    'no-debug': { type: 'boolean', help: 'leave out what only a debugger needs' },
    language: commonOptions.language,
  },
  async run({ operands, streams, languages, text, flag }) {
    const output = text('output');
    if (output === undefined) throw new UsageError('sonde build needs -o FILE: where to write the result.');
    const { path, language } = findProgram(operands[0]!, languages, text('language'));
    const target = await buildProgram(language, path, streams, {
      output: resolve(output),
      debugInfo: !flag('no-debug'),
    });
    if (target === undefined) return 1;
    streams.output.write(`built ${shortPath(resolve(output))}\n`);
    return 0;
  },
};
