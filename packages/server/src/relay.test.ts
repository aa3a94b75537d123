import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createTransportPair, encodeMessage, type MemoryTransport } from '@sonde/dap';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enoughBytes, Relay } from './relay.js';

/** The browser's own end, the far server's own end, and what lies between. */
let browser: MemoryTransport;
let farServer: Socket;
let far: Socket;
let reads: string[];
let relay: Relay;
let received: number;

beforeEach(async () => {
  const listener = createServer();
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('not a port');
  far = connect(address.port, '127.0.0.1');
  [farServer] = (await once(listener, 'connection')) as [Socket];
  farServer.on('error', () => undefined);
  listener.close();
  const [near, theirs] = createTransportPair({ framing: 'message' });
  browser = theirs;
  received = 0;
  browser.start({ data: bytes => (received += bytes.length), closed: () => undefined });
  reads = [];
  const nearReading = { pause: () => void reads.push('pause'), resume: () => void reads.push('resume') };
  relay = new Relay({ near, nearReading, far }, { readOnly: false });
});

afterEach(async () => {
  farServer.destroy();
  relay.close('the test is over');
  await relay.closed;
});

const message = (bytes: number): Uint8Array =>
  encodeMessage({ seq: 1, type: 'event', event: 'output', body: { output: 'x'.repeat(bytes) } });

describe('a relay', () => {
  it('does not read on while the browser does not, and goes on where it was', async () => {
    browser.pauseReading();
    const flood = Array.from({ length: 64 }, () => message(enoughBytes));
    for (const each of flood) farServer.write(each);
    await expect.poll(() => far.isPaused()).toBe(true);
    expect(received).toBe(0);
    // What waits here is about what is enough; the rest waits at the other server.
    expect(far.bytesRead).toBeLessThan(3 * enoughBytes + far.readableHighWaterMark);
    browser.resumeReading();
    const bodies = flood.reduce((sum, each) => sum + each.length - Buffer.from(each).indexOf('{'), 0);
    await expect.poll(() => received, { timeout: 20_000 }).toBe(bodies);
    expect(far.isPaused()).toBe(false);
  });

  it('does not read from the browser while the other server does not read', async () => {
    farServer.pause();
    while (!reads.includes('pause')) {
      browser.send(new Uint8Array(enoughBytes));
      await new Promise(resolve => setImmediate(resolve));
    }
    expect(far.writableLength).toBeLessThan(3 * enoughBytes);
    browser.send(new Uint8Array(1));
    await new Promise(resolve => setImmediate(resolve));
    farServer.resume();
    await expect.poll(() => reads).toEqual(['pause', 'resume']);
  });

  it('ends at a browser that never read, although much was to come', async () => {
    browser.pauseReading();
    for (let count = 0; count < 16; count++) farServer.write(message(enoughBytes));
    await expect.poll(() => far.isPaused()).toBe(true);
    browser.destroy();
    await relay.closed;
    expect(far.destroyed).toBe(true);
  });

  it('ends within seconds when the other server does not hang up', async () => {
    farServer.allowHalfOpen = true;
    farServer.pause();
    browser.close();
    await relay.closed;
    expect(far.destroyed).toBe(true);
  });
});
