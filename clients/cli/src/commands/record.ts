// sonde record: runs a program and writes down all that it needs to be run again, elsewhere and backwards.

import { resolve } from 'node:path';
import { recordingName, recordingOf, requireRecordingPlace, writeRecording } from '@sonde/session';
import { commonOptions, UsageError, type Command } from '../command.js';
import { shortPath } from '../diagnostics.js';
import { setOption } from '../launch-options.js';
import { runProgram } from './run.js';

export const record: Command = {
  name: 'record',
  summary: 'Run a program and record it, to be replayed elsewhere.',
  operands: 'PROGRAM [ARGUMENT…]',
  takes: 'program',
  options: {
    output: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      help: 'where to write the recording; NAME.sonde here',
    },
    language: commonOptions.language,
    set: setOption,
  },
  launches: 'run',
  details: `
Standard streams and exit code are the program's, as with sonde run. The recording holds the program as it was built, its
sources, its arguments, and all that it read; not its environment. One that a signal ends is recorded up to there; a third
signal ends it without. sonde replay opens it, on any machine, at the failure.
Options of sonde end at the first argument of the program, or at --.`,
  async run(invocation) {
    const { operands, streams, text } = invocation;
    const output = text('output');
    if (output === '') throw new UsageError('-o needs the name of a file.');
    const path = resolve(output ?? recordingName(operands[0]!));
    await requireRecordingPlace(path);
    return runProgram(invocation, async run => {
      const bytes = await recordingOf({ ...run, sourceMap: {} });
      await writeRecording(path, bytes);
      streams.errors.write(`sonde: the run is recorded in ${shortPath(path)} (${bytes.length} bytes)\n`);
    });
  },
};
