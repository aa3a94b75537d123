// Two transports joined in memory, for clients in the same process and for tests.
import { DrainGate } from './drain-gate.js';
import type { Transport, TransportSink } from './transport.js';

/** Delivery is asynchronous and in order, as over a socket. */
export class MemoryTransport implements Transport {
  readonly description: string;
  readonly framing: 'stream' | 'message';
  readonly #gate = new DrainGate();
  #peer: MemoryTransport | undefined;
  #sink: TransportSink | undefined;
  #inbox: Uint8Array[] = [];
  #readingPaused = false;
  #deliveryScheduled = false;
  #closedHere = false;
  #ended = false;
  #reported = false;

  constructor(description: string, framing: 'stream' | 'message') {
    this.description = description;
    this.framing = framing;
  }

  static join(one: MemoryTransport, other: MemoryTransport): void {
    one.#peer = other;
    other.#peer = one;
  }

  start(sink: TransportSink): void {
    this.#sink = sink;
    this.#schedule();
  }

  send(bytes: Uint8Array): void {
    if (this.#ended || this.#peer === undefined) return;
    this.#gate.add(bytes.length);
    this.#peer.#inbox.push(bytes.slice());
    this.#peer.#schedule();
  }

  get bufferedBytes(): number {
    return this.#gate.bufferedBytes;
  }

  whenDrained(): Promise<void> {
    return this.#gate.whenDrained();
  }

  /** Plays the peer that does not read: what the other end sends stays buffered there. */
  pauseReading(): void {
    this.#readingPaused = true;
  }

  resumeReading(): void {
    this.#readingPaused = false;
    this.#schedule();
  }

  close(): void {
    this.#closedHere = true;
    this.#end();
    const peer = this.#peer;
    if (peer !== undefined) peer.#end();
  }

  destroy(): void {
    if (this.#peer !== undefined) this.#peer.#inbox = [];
    this.#inbox = [];
    this.close();
  }

  #end(): void {
    this.#ended = true;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#deliveryScheduled) return;
    this.#deliveryScheduled = true;
    queueMicrotask(() => {
      this.#deliveryScheduled = false;
      this.#deliver();
    });
  }

  /** What arrived before the end is delivered before the end. The one who closed hears nothing more. */
  #deliver(): void {
    if (this.#sink === undefined || this.#reported) return;
    const batch = this.#inbox;
    this.#inbox = [];
    let delivered = 0;
    const peer = this.#peer;
    for (const bytes of batch) {
      if (this.#closedHere || this.#readingPaused) break;
      delivered++;
      if (peer !== undefined) peer.#gate.remove(bytes.length);
      this.#sink.data(bytes);
    }
    this.#inbox = [...batch.slice(delivered), ...this.#inbox];
    if (!this.#ended || (this.#inbox.length > 0 && !this.#closedHere)) return;
    this.#reported = true;
    this.#gate.openForGood();
    this.#sink.closed();
  }
}

/** Two ends of one line; what one sends the other receives. */
export function createTransportPair(
  options: { readonly framing?: 'stream' | 'message' } = {},
): readonly [MemoryTransport, MemoryTransport] {
  const framing = options.framing ?? 'stream';
  const pair = [new MemoryTransport('memory', framing), new MemoryTransport('memory', framing)] as const;
  MemoryTransport.join(...pair);
  return pair;
}
