// Values as they can be sent to another thread.

import type { CrossingValue } from '../messages.js';

/** References cannot be sent: a word stands for them. */
export function crossing(value: unknown): CrossingValue {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (value === null || value === undefined) return null;
  return typeof value === 'function' ? `function ${value.name}` : 'reference';
}
