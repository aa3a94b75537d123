// Coroutines as threads: where the runtime keeps them (runtime/aria.h, layout version 1).

import type { TaskTable } from '@sonde/engine-native';
import { runtimeMemory } from './runtime-memory.js';

export const coroutines: TaskTable = {
  kind: 'coroutine',
  version: { symbol: '__aria_layout_version', value: 1 },
  first: { symbol: '__aria_coroutines' },
  current: { symbol: '__aria_coroutines', offset: 32 },
  switch: { symbol: 'aria_context_switch' },
  runtime: '^(?:__aria_.+|aria_\\w+|begin_coroutine|give_way)$',
  offsets: {
    pc: 0,
    framePointer: 8,
    waitingOn: 16,
    waiter: 24,
    state: 32,
    name: 40,
    file: 48,
    line: 56,
    awaiting: 64,
    id: 72,
    stackPointer: 96,
    stackLow: 104,
    stackHigh: 112,
    next: 120,
    nextWaiter: 136,
  },
  states: { ready: [0], running: [1], suspended: [2] },
  timed: ['sleep'],
  memory: runtimeMemory,
};
