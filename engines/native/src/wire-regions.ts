// Regions of memory as the bridge tells them.

import { regionKinds, type EngineRegion } from '@sonde/engine';
import { addressFrom } from './wire-values.js';
import { fields, integer, oneOf, optional, text } from './wire.js';

export function regionFrom(value: unknown): EngineRegion {
  const from = fields(value);
  return {
    start: addressFrom(from['start']),
    size: integer(from['size']),
    kind: oneOf(from['kind'], regionKinds),
    ...optional(from, 'name', text),
    ...optional(from, 'permissions', text),
  };
}
