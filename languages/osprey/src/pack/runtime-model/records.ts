// How a recorded program is run again, for the debugger to go back (runtime/again.c).

import type { RecordTable } from '@sonde/engine-native';

/** `osp_journey_state` and `osp_run_state` of runtime/scheduling.h. */
export const records: RecordTable = {
  event: { symbol: 'osp_run', offset: 8 },
  newest: { symbol: 'osp_journey', offset: 8 },
  ready: { symbol: 'osp_journey' },
  busy: { symbol: 'osp_journey', offset: 4 },
  until: { symbol: 'osp_journey', offset: 16 },
  reached: 'osp_event_reached',
  // Behind half of the instructions there that do nothing.
  again: { symbol: 'osp_run_again', offset: 4 },
  stack: { symbol: 'osp_again_stack' },
  stackSize: 1 << 14,
};
