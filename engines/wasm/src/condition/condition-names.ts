// Names that compiled conditions and the thread that loads them agree on.

/** Part of the address that V8 gives such a module: its frames are not the program's. */
export const conditionModuleName = 'sonde-condition';

export const conditionNames = {
  module: 'sonde',
  stop: 'stop',
  memory: 'memory',
  global: (index: number): string => `global${index}`,
  handler: 'condition',
} as const;
