// A language for tests of the server: its programs load and then do nothing until they are ended.

import { notSupported, TypeTable, type Engine, type EngineEvent, type EngineTraits } from '@sonde/engine';
import type { Language } from '@sonde/language';

const traits: EngineTraits = {
  stops: 'all',
  time: 'none',
  granularities: ['line'],
  breakpoints: {
    function: false,
    instruction: false,
    data: [],
    exception: false,
    condition: false,
    hitCount: false,
    log: false,
  },
  expressions: new Set(),
  evaluatesText: false,
  calls: false,
  writes: false,
  memory: false,
  registers: false,
  disassembly: false,
  modules: false,
  goto: false,
  restartFrame: false,
  stepTargets: false,
  terminateThreads: false,
  singleThread: false,
};

const refuse = (): Promise<never> => Promise.reject(notSupported('this', 'the program is idle'));

function idleEngine(tell: (event: EngineEvent) => void): Engine {
  let ended = false;
  return {
    traits,
    types: new TypeTable(),
    process: { name: 'idle', pointerSize: 4, isLocal: true },
    begin: () => Promise.resolve(),
    threads: () => Promise.resolve([]),
    resume: refuse,
    pause: refuse,
    stack: refuse,
    scopes: refuse,
    names: refuse,
    changeBreakpoints: () => Promise.resolve([]),
    breakpointLocations: () => Promise.resolve([]),
    write: refuse,
    writeMemory: refuse,
    readMemory: refuse,
    readObjects: refuse,
    readPlaces: refuse,
    input: () => Promise.resolve(),
    terminate: () => {
      if (!ended) {
        ended = true;
        tell({ kind: 'exited', status: { code: 0 } });
        tell({ kind: 'ended' });
      }
      return Promise.resolve();
    },
    detach: () => Promise.resolve(),
    dispose: () => Promise.resolve(),
  };
}

export const idle: Language = {
  id: 'idle',
  name: 'Idle',
  extensions: ['.idle'],
  adapterNames: ['idle-dap'],
  exceptionFilters: [],
  engine: {
    traits,
    start: (_target, _settings, host) => Promise.resolve(idleEngine(event => host.event(event))),
  },
  build: ({ program }) =>
    Promise.resolve({ target: { program, temporary: [], image: undefined }, diagnostics: [] }),
};
