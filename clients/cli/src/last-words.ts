// What was written last reaches its reader before the process ends.

import type { Writable } from 'node:stream';

/** Remembered here, because the standard streams cannot be destroyed. */
const givenUp = new WeakSet<Writable>();

/**
 * Resolves when the reader has taken everything, or is gone. A reader that is still there and takes nothing for so long
 * is given up, where a patience is set; nobody waits for it again.
 */
export function lastWords(stream: Writable, patienceMs?: number): Promise<void> {
  if (givenUp.has(stream)) return Promise.resolve();
  return new Promise(resolve => {
    const giveUp = (): void => {
      givenUp.add(stream);
      resolve();
    };
    const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs);
    stream.write('', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
