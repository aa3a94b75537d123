// How values of Osprey look; the first that fits a type shows it.

import type { Renderer } from '@sonde/lens';
import { closure } from './closures.js';
import { channel, fiber } from './fibers.js';
import { list } from './lists.js';
import { map } from './maps.js';
import { record } from './records.js';
import { result } from './results.js';
import { text } from './texts.js';

/** Those that go by name stand before the one for all that is a block. */
export const renderers: readonly Renderer[] = [text, result, list, map, fiber, channel, closure, record];
