// How values of Aria look; the first that fits a type shows it.

import type { Renderer } from '@sonde/lens';
import { future } from './future.js';
import { pointer } from './pointer.js';
import { result } from './result.js';
import { eightBits, enumeration } from './scalars.js';
import { smallNumbers } from './small-numbers.js';
import { tbb } from './tbb.js';
import { text } from './text.js';
import { wildPointer } from './wild-pointer.js';

/** Those that go by name stand before those that go by the kind of a type. */
export const renderers: readonly Renderer[] = [
  tbb,
  wildPointer,
  result,
  text,
  future,
  pointer,
  enumeration,
  eightBits,
  smallNumbers,
];
