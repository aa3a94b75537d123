// What the thread of a program is started with.

import { fieldToHandOn, type LaunchSettings } from '@sonde/engine';
import type { MachineImage } from '../machine.js';
import type { WorkerSetup } from '../messages.js';
import type { EngineOptions } from './engine-options.js';

/** A recording that is replayed has the arguments, the executable and the limit that it was made with. */
export const workerSetup = (
  image: MachineImage,
  { args, cwd, noDebug }: LaunchSettings,
  { moduleUrl, memoryLimit, variablesInMemory, recording }: EngineOptions,
  shared: SharedArrayBuffer,
): WorkerSetup => ({
  moduleUrl: moduleUrl.href,
  code: fieldToHandOn(image, 'code'),
  symbols: fieldToHandOn(image, 'symbols'),
  shared,
  args: recording?.replay?.args ?? args,
  cwd,
  executable: recording?.replay?.executable ?? process.execPath,
  memoryLimit: recording?.replay?.memoryLimit ?? memoryLimit,
  noDebug,
  variablesInMemory,
  ...(recording === undefined ? {} : { recording }),
});
