// Names that compiled handlers of breakpoints and the thread that loads them agree on.

/** Part of the address that V8 gives such a module: its frames are not the program's. */
export const conditionModuleName = 'sonde-condition';

export const conditionNames = {
  module: 'sonde',
  stop: 'stop',
  memory: 'memory',
  /** A global that counts hits. */
  hits: 'hits',
  /** Takes what a log message shows; answers with 1, or with 0 where it could not be read. */
  log: 'log',
  global: (index: number): string => `global${index}`,
  handler: 'condition',
} as const;
