// A hash of where the program stands: the machine's own, or of what every machine tells.

import { StateHash } from '../../snapshots/state-hash.js';
import type { Machine } from '../../machine.js';

export function cheapHash(machine: Machine): string {
  if (machine.hash !== undefined) return machine.hash();
  const hash = new StateHash().add(machine.time).add(machine.currentTask);
  for (const { id, state } of machine.tasks()) {
    const finished = state === 'finished';
    hash.add(id).add(finished);
    if (finished) continue;
    const top = machine.frames(id, 0, 1)[0];
    hash.add(machine.depth(id)).add(top?.pc).add(top?.serial);
  }
  return hash.text;
}
