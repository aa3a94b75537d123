// sonde why: how a line of a program was resolved, without running the program.

import type { WhyReport } from '@sonde/session';
import { commonOptions, type Command } from '../command.js';
import { checkLaunchOptions, launchSettings, setOption } from '../launch-options.js';
import { withLoadedProgram } from '../loaded-program.js';
import { findProgram } from '../program.js';
import { heedingSignals } from '../signals.js';
import { fileIn, placeIn } from '../source-place.js';
import { styleFor } from '../style.js';
import { whyText } from '../why-text.js';

export const why: Command = {
  name: 'why',
  summary: 'Explain how a breakpoint on a line is bound, or why it is not.',
  operands: 'PROGRAM [FILE:]LINE[:COLUMN]',
  takes: { least: 2, most: 2 },
  options: {
    condition: { type: 'string', value: 'TEXT', help: 'a condition to check there' },
    json: { type: 'boolean', help: 'print the whole answer as JSON' },
    language: commonOptions.language,
    set: setOption,
  },
  launches: 'why',
  details: `
The program is built and loaded, and not run. FILE is looked for here and beside the program; without it the program
itself is meant. The exit code is 0 when a breakpoint would be bound, 1 when not, 2 when the question makes no sense.`,
  async run(invocation) {
    const { operands, streams, languages, text, flag } = invocation;
    const place = placeIn(operands[1]!);
    const program = await findProgram(operands[0]!, languages, text('language'));
    const { configuration } = await checkLaunchOptions({
      ...program,
      settings: launchSettings(invocation, 'why'),
      use: 'why',
      common: ['cwd', 'env', 'sourceMap', 'timeout'],
    });
    const condition = text('condition');
    const question = {
      path: fileIn(place.file, program.path),
      line: place.line,
      ...(place.column === undefined ? {} : { column: place.column }),
      ...(condition === undefined ? {} : { condition }),
    };
    return heedingSignals(async signals => {
      const loading = { invocation, configuration, name: 'why', signal: signals.aborted };
      const report = await withLoadedProgram(
        loading,
        async ({ client, signal }) =>
          (await client.customRequest('sonde/why', question, { signal })) as WhyReport,
      );
      const answer = flag('json')
        ? JSON.stringify(report, undefined, 2)
        : whyText(report, styleFor(streams.output));
      streams.output.write(`${answer}\n`);
      return report.bound && report.condition?.fits !== false ? 0 : 1;
    });
  },
};
