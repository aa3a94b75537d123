// What an engine is told about its machine, besides the program and how it is launched.

import type { EngineTraits } from '@sonde/engine';
import type { WorkerSetup } from '../messages.js';
import type { ChildMaker } from './children.js';

export interface EngineOptions {
  readonly moduleUrl: URL;
  readonly traits: EngineTraits;
  /** Variables lie in byte memory (`Machine.locate`). */
  readonly variablesInMemory: boolean;
  readonly memoryLimit: number;
  readonly heapMegabytes: number;
  readonly childMaker: ChildMaker | undefined;
  readonly recording: WorkerSetup['recording'];
  /** Told when the thread has loaded its machine, or could not. */
  readonly loaded: () => void;
}
