// A step as the VM thread takes it.

import type { Motion } from '@sonde/engine';
import type { WorkerMotion } from '../messages.js';

/** Targets are known by the address of their call. Over or out of something nothing is stepped into. */
export function stepForThread(step: Extract<Motion['motion'], { kind: 'step' }>): WorkerMotion {
  const { how, granularity, target } = step;
  return {
    kind: 'step',
    how,
    granularity,
    ...(target === undefined || how !== 'in' ? {} : { call: target }),
  };
}
