// sonde why: how a line of a program was resolved, without running the program.

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createTransportPair, DapClient } from '@sonde/dap';
import { cancelled } from '@sonde/engine';
import { Adapter, SessionDirectory, type WhyReport } from '@sonde/session';
import { commonOptions, UsageError, type Command, type Invocation } from '../command.js';
import { checkLaunchOptions, launchSettings, setOption, type LaunchOptions } from '../launch-options.js';
import { findProgram } from '../program.js';
import { heedingSignals } from '../signals.js';
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
      const report = await ask(invocation, configuration, question, signals.aborted);
      const answer = flag('json')
        ? JSON.stringify(report, undefined, 2)
        : whyText(report, styleFor(streams.output));
      streams.output.write(`${answer}\n`);
      return report.bound && report.condition?.fits !== false ? 0 : 1;
    });
  },
};

/** Loads the program in a session of its own and asks there. The session ends with the answer. */
async function ask(
  { languages, streams }: Invocation,
  configuration: LaunchOptions,
  question: object,
  signal: AbortSignal,
): Promise<WhyReport> {
  const [ours, theirs] = createTransportPair();
  const adapter = new Adapter(theirs, { languages, sessions: new SessionDirectory(), origin: 'memory' });
  const client = new DapClient(ours);
  const said: string[] = [];
  client.on('output', ({ category, output }) => {
    if (category === 'stderr' || category === 'important') said.push(output);
  });
  try {
    await client.initialize({ clientID: 'sonde-why', clientName: 'sonde why' });
    // Without `configurationDone` it is loaded and stays where it is.
    await client.request('launch', { ...configuration }, { signal });
    return (await client.customRequest('sonde/why', question, { signal })) as WhyReport;
  } catch (error) {
    if (signal.aborted) throw cancelled();
    // What a compiler had to say.
    for (const line of said) streams.errors.write(line);
    throw error;
  } finally {
    await client.request('disconnect', { terminateDebuggee: true }).catch(() => undefined);
    await adapter.closed;
  }
}

interface Place {
  readonly file: string | undefined;
  readonly line: number;
  readonly column?: number;
}

function placeIn(text: string): Place {
  const [, file, line, column] = /^(?:(.+?):)?(\d+)(?::(\d+))?$/.exec(text) ?? [];
  if (line === undefined) throw new UsageError(`"${text}" is no place: write FILE:LINE or FILE:LINE:COLUMN.`);
  const [lineNumber, columnNumber] = [Number(line), column === undefined ? 1 : Number(column)];
  for (const number of [lineNumber, columnNumber]) {
    if (number < 1 || !Number.isSafeInteger(number))
      throw new UsageError(`"${text}" is no place: lines and columns count from 1.`);
  }
  return { file, line: lineNumber, ...(column === undefined ? {} : { column: columnNumber }) };
}

/** As seen from the current folder, else beside the program; a file that is nowhere may still be known to the program. */
function fileIn(name: string | undefined, program: string): string {
  if (name === undefined) return program;
  const beside = resolve(dirname(program), name);
  return !existsSync(resolve(name)) && existsSync(beside) ? beside : resolve(name);
}
