// sonde build: compiles a program and leaves the result where it is wanted.

import { resolve } from 'node:path';
import { commonOptions, UsageError, type Command } from '../command.js';
import { shortPath } from '../diagnostics.js';
import { buildProgram } from '../build-program.js';
import { checkLaunchOptions, launchSettings, setOption } from '../launch-options.js';
import { buildInto } from '../output-file.js';
import { findProgram } from '../program.js';
import { heedingSignals } from '../signals.js';

export const build: Command = {
  name: 'build',
  summary: 'Build a program for later runs.',
  operands: 'PROGRAM -o FILE',
  takes: { least: 1, most: 1 },
  options: {
    output: { type: 'string', short: 'o', value: 'FILE', help: 'where to write the result' },
    'no-debug': { type: 'boolean', help: 'leave out what only a debugger needs' },
    language: commonOptions.language,
    set: setOption,
  },
  launches: 'build',
  async run(invocation) {
    const { operands, streams, languages, text, flag } = invocation;
    const output = text('output');
    if (output === undefined) throw new UsageError('sonde build needs -o FILE: where to write the result.');
    if (output === '') throw new UsageError('-o needs the name of a file.');
    const program = await findProgram(operands[0]!, languages, text('language'));
    const { checked } = await checkLaunchOptions({
      ...program,
      settings: launchSettings(invocation, 'build'),
      use: 'build',
      common: [],
    });
    return heedingSignals(async signals => {
      const request = {
        language: program.language,
        program: program.path,
        debugInfo: !flag('no-debug'),
        extra: checked.settings.extra,
        signal: signals.aborted,
      };
      const { target } = await buildInto({
        name: output,
        program: program.path,
        build: place => buildProgram({ ...request, output: place }, streams),
      });
      if (target === undefined) return 1;
      streams.output.write(`built ${shortPath(resolve(output))}\n`);
      return 0;
    });
  },
};
