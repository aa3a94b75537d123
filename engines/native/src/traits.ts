// What the native engine can do.

import { changeMode, type EngineTraits } from '@sonde/engine';

export const nativeTraits: EngineTraits = {
  stops: 'all',
  time: 'none',
  granularities: ['line', 'instruction'],
  breakpoints: {
    function: true,
    instruction: true,
    data: ['write', 'readWrite'],
    // The processor watches addresses; what lives in a register has none.
    dataPlaces: ['memory'],
    exception: true,
    condition: true,
    hitCount: true,
    log: true,
    modes: [changeMode],
  },
  expressions: new Set(),
  evaluatesText: true,
  calls: true,
  writes: true,
  memory: true,
  registers: true,
  disassembly: true,
  modules: true,
  moduleColumns: [
    { name: 'uuid', label: 'UUID', type: 'string', width: 36 },
    { name: 'debugInfoBytes', label: 'Debug information (bytes)', type: 'number', width: 12 },
  ],
  goto: true,
  restartFrame: false,
  stepTargets: true,
  terminateThreads: false,
  singleThread: true,
  detachesSuspended: true,
};

/** Of a run that its runtime keeps a record of. */
export const recordedTraits: EngineTraits = { ...nativeTraits, time: 'full' };

/** Of a core file: everything can be looked at, and nothing moved or changed. */
export const coreTraits: EngineTraits = {
  ...nativeTraits,
  breakpoints: {
    function: false,
    instruction: false,
    data: [],
    exception: true,
    condition: false,
    hitCount: false,
    log: false,
  },
  granularities: ['line'],
  calls: false,
  stepTargets: false,
  writes: false,
  goto: false,
  singleThread: false,
  neverRuns: true,
  detachesSuspended: false,
};
