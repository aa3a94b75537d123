// The engine with the launch options `record` and `replay`.

import { Type } from '@sinclair/typebox';
import { resolve } from 'node:path';
import { Failure, type EngineFactory, type LaunchSettings } from '@sonde/engine';
import type { RunRecord } from '@sonde/engine-native';
import { RecordFile } from './record-file.js';
import { recordVariables } from '../toolchain/record-variables.js';

export const recordOptions = {
  record: Type.Optional(
    Type.String({
      description: 'Writes down which fiber ran when and what came from outside, into this file.',
      usedBy: ['run', 'debug'],
    }),
  ),
  replay: Type.Optional(
    Type.String({
      description: 'Runs the program as this record of it says: the same schedule, the same input.',
      usedBy: ['run', 'debug'],
    }),
  ),
};

const named = (option: unknown): string | undefined => (typeof option === 'string' ? option : undefined);

export const runRecord = {
  of: recordOf,
  lack: 'this run keeps no record: launch it with "record": "FILE", or with the "replay" of a record',
} as const;

function recordOf({ extra, cwd }: LaunchSettings): RunRecord | undefined {
  const [record, replay] = [named(extra['record']), named(extra['replay'])];
  const path = record ?? replay;
  return path === undefined ? undefined : new RecordFile(resolve(cwd, path), replay !== undefined);
}

export const withRecords = (engine: EngineFactory): EngineFactory => ({
  ...engine,
  async start(target, settings, host, signal) {
    const [record, replay] = [named(settings.extra['record']), named(settings.extra['replay'])];
    if (record !== undefined && replay !== undefined)
      throw new Failure(
        'bad-arguments',
        'user',
        'a run is either recorded or replayed.',
        'Leave out one of record and replay.',
      );
    const goesBack = !settings.noDebug && (record !== undefined || replay !== undefined);
    const env = { ...settings.env, ...recordVariables({ record, replay, goesBack }, settings.cwd) };
    return engine.start(target, { ...settings, env }, host, signal);
  },
});
