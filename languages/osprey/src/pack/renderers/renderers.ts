// How values of Osprey look; the first that fits a type shows it.

import type { Renderer } from '@sonde/lens';
import { closure } from './closures.js';
import { channel, fiber } from './fibers.js';
import { float } from './floats.js';
import { list } from './lists.js';
import { map } from './maps.js';
import { record } from './records.js';
import { result } from './results.js';
import { text } from './texts.js';
import { confirmed, flatList } from '../upstream/confirmed-values.js';

/** Those that go by name stand before the one for all that is a block. */
const own: readonly Renderer[] = [
  float,
  text,
  result,
  flatList(list),
  list,
  map,
  fiber,
  channel,
  closure,
  record,
];

/** Of programs of the language's own compiler a value is what its type says, with how sure that is. */
export const renderers: readonly Renderer[] = [confirmed(own), ...own];
