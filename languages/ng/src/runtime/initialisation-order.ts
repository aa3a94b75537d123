// The order in which modules come to life: those that a module uses before itself, each once.

import type { ProgramImage } from './image.js';

/** Without the program itself, which comes last. Modules that use one another begin with the one met first. */
export function initialisationOrder(image: ProgramImage): number[] {
  const order: number[] = [];
  const seen = new Set([0]);
  /** Modules on the way, and how many of their uses were looked at. */
  const way: { readonly index: number; next: number }[] = [{ index: 0, next: 0 }];
  for (let here = way.at(-1); here !== undefined; here = way.at(-1)) {
    const used = image.modules[here.index]?.uses[here.next++];
    if (used === undefined) {
      way.pop();
      if (here.index !== 0) order.push(here.index);
    } else if (!seen.has(used) && image.modules[used] !== undefined) {
      seen.add(used);
      way.push({ index: used, next: 0 });
    }
  }
  return order;
}
