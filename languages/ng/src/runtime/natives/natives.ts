// The functions that need no code of a module, by name.

import { memoryNatives } from './memory.js';
import type { Native } from './native.js';
import { textNatives } from './texts.js';
import { worldNatives } from './world.js';

export const natives: ReadonlyMap<string, Native> = new Map(
  Object.entries({ ...textNatives, ...worldNatives, ...memoryNatives }),
);
