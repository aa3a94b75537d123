// Change events: who looks at the program hears that something in it was changed by hand.

import { formatAddress, type MemoryRange } from '@sonde/engine';
import type { Client } from '../clients/client.js';
import type { DebugSession } from '../debug-session.js';

export interface WrittenMemory {
  readonly range: MemoryRange;
  /** The client's own name for it; that of its first byte when absent. */
  readonly named?: { readonly memoryReference: string; readonly offset: number };
}

/**
 * Values changed at a stop. Where nobody knows what was written anything may have been, and every part of memory that a
 * client looked at is named.
 */
export function announceChange(session: DebugSession, by: Client, written?: WrittenMemory): void {
  session.valuesChanged(by);
  if (session.loadedEngine?.traits.memory !== true) return;
  const own = written === undefined ? undefined : nameOf(written);
  session.broadcast(client => {
    if (client.initialize.supportsMemoryEvent !== true) return;
    const seen = client.memoryViews.touched(written?.range);
    const isSeen = own === undefined || seen.some(view => view.memoryReference === own.memoryReference);
    for (const body of isSeen ? seen : [...seen, own]) client.event('memory', body);
  });
}

const nameOf = ({ range, named }: WrittenMemory) => ({
  ...(named ?? { memoryReference: formatAddress(range.address), offset: 0 }),
  count: range.size,
});
