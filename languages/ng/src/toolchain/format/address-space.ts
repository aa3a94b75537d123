// Addresses of a module: its functions one behind the other, in the order of their table. So the source map counts.

import { lastAtOrBefore } from '@sonde/engine';
import type { NgoModule } from './ngo.js';

export interface CodePlace {
  /** Index into the table of functions. */
  readonly function: number;
  /** Into the code of that function. */
  readonly offset: number;
}

const known = new WeakMap<NgoModule, readonly number[]>();

/** The address of each function's first byte. */
export function functionBases(module: NgoModule): readonly number[] {
  const found = known.get(module);
  if (found !== undefined) return found;
  let next = 0;
  const bases = module.functions.map(({ code }) => {
    const base = next;
    next += code.length;
    return base;
  });
  known.set(module, bases);
  return bases;
}

/** Bytes of code of the whole module: the first address behind it. */
export function codeSize(module: NgoModule): number {
  const last = module.functions.length - 1;
  return (functionBases(module)[last] ?? 0) + (module.functions[last]?.code.length ?? 0);
}

/** Undefined outside the module. A function without code has no address of its own. */
export function placeOf(module: NgoModule, address: number): CodePlace | undefined {
  if (address < 0 || address >= codeSize(module)) return undefined;
  const bases = functionBases(module);
  const found = lastAtOrBefore(bases, address, base => base);
  return { function: found, offset: address - bases[found]! };
}

/** The reverse; the offset may be the end of the function. */
export function addressOf(module: NgoModule, { function: index, offset }: CodePlace): number {
  const base = functionBases(module)[index];
  if (base === undefined) throw new RangeError(`module ${module.name} has no function ${index}`);
  return base + offset;
}
