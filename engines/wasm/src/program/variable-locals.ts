// Which locals hold variables: only those can be changed wherever the program stands, which lets the others stay in registers.

import type { VariableLocals } from '../messages.js';
import type { ModuleView } from './module-view.js';

/** A local that holds a variable, with the offset of an instruction in its function. */
export interface HeldVariable {
  readonly at: number;
  readonly local: number;
}

/** `told`: an offset in each function whose variables are known, also where it has none. */
export function variableLocals(
  view: ModuleView,
  told: Iterable<number>,
  held: Iterable<HeldVariable>,
): VariableLocals {
  const found = new Map<number, Set<number>>();
  for (const at of told) {
    const body = view.bodyAt(at);
    if (body !== undefined) found.set(body.index, new Set());
  }
  for (const { at, local } of held) found.get(view.bodyAt(at)?.index ?? -1)?.add(local);
  return new Map([...found].map(([index, locals]) => [index, [...locals]]));
}
