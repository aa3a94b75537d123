// While a screen has the terminal, what this process says on stderr waits: it would be written over the screen.

import type { Writable } from 'node:stream';

const mostBytes = 64 * 1024;

/** Returns what lets everything out and goes on as before. */
export function holdErrors(errors: Writable & { readonly isTTY?: boolean }): () => void {
  // Into a file it goes as it comes.
  if (errors.isTTY !== true) return () => undefined;
  const held: string[] = [];
  let bytes = 0;
  const hold = (text: string): void => {
    bytes += text.length;
    if (bytes <= mostBytes) held.push(text);
  };
  // An own property hides the method, and goes away again.
  const own = errors as { write?: Writable['write'] };
  own.write = ((data: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
    hold(typeof data === 'string' ? data : Buffer.from(data).toString());
    const done = rest.at(-1);
    if (typeof done === 'function') queueMicrotask(done as () => void);
    return true;
  }) as Writable['write'];
  // Node prints warnings past the stream, by a listener of its own.
  const printers = process.listeners('warning');
  process.removeAllListeners('warning');
  const keep = (warning: Error): void => hold(`${warning.name}: ${warning.message}\n`);
  process.on('warning', keep);
  return () => {
    process.off('warning', keep);
    for (const printer of printers) process.on('warning', printer);
    delete own.write;
    for (const text of held) errors.write(text);
  };
}
