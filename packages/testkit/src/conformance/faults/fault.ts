// A fault: one rule broken on purpose, seeded between a client and a sound adapter.
import type { WireMessage } from '@sonde/dap';

export interface Fault {
  /** The check that must fail because of it, and no other. */
  readonly check: string;
  /** What the faulty adapter does: "answers `next` twice". */
  readonly does: string;
  /** Of processes rather than of messages: what the adapter's process does when its input ends, and the like. */
  readonly process?: 'stays' | 'exits-with-1' | 'leaves-program';
  /** Called for each connection: what it remembers is that connection's. */
  seed?(): FaultyLine;
}

/** Sees what passes. Whoever is not there passes everything. */
export interface FaultyLine {
  fromClient?(message: WireMessage, line: Line): void;
  fromAdapter?(message: WireMessage, line: Line): void;
  /** Before messages are made of them. */
  bytesFromClient?(bytes: Uint8Array, line: Line): void;
  /** How a message is put into bytes for the client, where that is the fault. */
  encode?(message: WireMessage): Uint8Array;
}

/**
 * The two sides. What is sent here is numbered anew, so that leaving a message out or adding one breaks no other rule;
 * answers to what was added do not reach the client.
 */
export interface Line {
  toAdapter(message: WireMessage): void;
  toClient(message: WireMessage): void;
  /** As it is: not numbered, not framed. */
  bytesToAdapter(bytes: Uint8Array): void;
  bytesToClient(bytes: Uint8Array): void;
  /** A request of the line's own to the adapter. */
  ask(command: string, args?: unknown): Promise<WireMessage>;
  /** Hangs up on both. */
  end(): void;
}
