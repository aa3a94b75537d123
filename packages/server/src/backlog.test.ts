import { createTransportPair } from '@sonde/dap';
import { describe, expect, it } from 'vitest';
import { limitBacklog } from './backlog.js';

describe('a peer that does not read', () => {
  it('is cut off when too much waits for it, and that is logged', async () => {
    const [ours, theirs] = createTransportPair();
    const lines: string[] = [];
    const limited = limitBacklog(ours, line => lines.push(line), 1000);
    const closed = new Promise<void>(resolve =>
      limited.start({ data: () => undefined, closed: () => resolve() }),
    );
    theirs.start({ data: () => undefined, closed: () => undefined });
    theirs.pauseReading();
    limited.send(new Uint8Array(900));
    expect(lines).toEqual([]);
    limited.send(new Uint8Array(200));
    limited.send(new Uint8Array(200));
    await closed;
    expect(lines).toEqual(['memory: cut off, 1100 bytes were never read']);
  });

  it('is left alone while it keeps up', async () => {
    const [ours, theirs] = createTransportPair();
    const limited = limitBacklog(ours, undefined, 1000);
    let received = 0;
    limited.start({ data: () => undefined, closed: () => undefined });
    theirs.start({ data: bytes => (received += bytes.length), closed: () => undefined });
    for (let round = 0; round < 10; round++) {
      limited.send(new Uint8Array(900));
      await limited.whenDrained();
    }
    expect(received).toBe(9000);
  });
});
