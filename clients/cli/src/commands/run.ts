// sonde run: runs a program without a debugger; streams and exit code are the program's.

import { notSupported } from '@sonde/engine';
import type { Language } from '@sonde/language';
import { canBeRecorded, whyNotRecorded, type RecordedRun } from '@sonde/session';
import { buildProgram } from '../build-program.js';
import { commonOptions, type Command, type Invocation } from '../command.js';
import { givenToRead } from '../given-descriptor.js';
import { checkLaunchOptions, launchSettings, setOption } from '../launch-options.js';
import { runWithoutDebugger } from '../plain-run.js';
import { findProgram } from '../program.js';
import { heedingSignals } from '../signals.js';

export const run: Command = {
  name: 'run',
  summary: 'Run a program without a debugger.',
  operands: 'PROGRAM [ARGUMENT…]',
  takes: 'program',
  options: { language: commonOptions.language, set: setOption },
  launches: 'run',
  details: `
Standard streams and exit code are the program's; one that a signal ended gives 128 plus the signal's number. A program
that does not build gives 1, or what its language's own compiler gives.
Options of sonde end at the first argument of the program, or at --.`,
  run: invocation => runProgram(invocation),
};

/** `finish`: what is done with the engine of a program that is recorded, once that is over or stopped for good. */
export async function runProgram(
  invocation: Invocation,
  finish?: (run: Omit<RecordedRun, 'sourceMap'>) => Promise<void>,
): Promise<number> {
  // Now, before files of ours could take a number that nobody gave.
  const given = new Map(invocation.languages.map(each => [each, givenInputs(each)]));
  const { operands, programArguments, languages, streams, text } = invocation;
  const program = await findProgram(operands[0]!, languages, text('language'));
  const { language, path } = program;
  const { traits } = language.engine;
  if (finish !== undefined && !canBeRecorded(traits))
    throw notSupported('a recording', whyNotRecorded(language.name, traits));
  const { settings } = (
    await checkLaunchOptions({
      ...program,
      args: programArguments,
      settings: launchSettings(invocation, 'run'),
      use: 'run',
      common: ['cwd', 'env'],
    })
  ).checked;
  return heedingSignals(async signals => {
    // An error of the program should still tell its line.
    const build = {
      language,
      program: path,
      debugInfo: true,
      extra: settings.extra,
      signal: signals.aborted,
    };
    const { target, verdict } = await buildProgram(build, streams);
    if (target === undefined) {
      streams.output.write(verdict?.output ?? '');
      return verdict?.exitCode ?? 1;
    }
    const extra = { ...given.get(language), ...settings.extra };
    // What is recorded is run as under the debugger, which is where it is looked at.
    const run = { ...settings, extra, program: target.program, noDebug: finish === undefined };
    const { image } = target;
    return runWithoutDebugger(
      { language, target, settings: run },
      streams,
      signals,
      finish && (engine => finish({ language, settings: run, engine, image })),
    );
  });
}

/** Launch options for what the shell redirected to streams that the language's programs read. */
const givenInputs = ({ streams }: Language): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(streams?.input ?? {}).flatMap(([option, descriptor]) => {
      const path = givenToRead(descriptor);
      return path === undefined ? [] : [[option, path]];
    }),
  );
