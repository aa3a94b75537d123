// A fault: one rule broken on purpose, seeded between a client and a sound adapter.
import type { WireMessage } from '@sonde/dap';

export interface Fault {
  /** The check that must fail because of it, and no other. */
  readonly check: string;
  /** What the faulty adapter does: "answers `next` twice". */
  readonly does: string;
  /** Checks of what it no longer declares, which are skipped then. */
  readonly hides?: readonly string[];
  /** Of processes rather than of messages. */
  readonly process?: ProcessFault;
  /** Of who may connect: the origin of a web page is not looked at. */
  readonly letsAnyPageIn?: true;
  /** Called for each connection: what it remembers is that connection's. */
  seed?(): FaultyLine;
}

/** What the adapter's process does wrong when its input ends, or when it is told to end. */
export type ProcessFault =
  /** In this state of the session; in all others it ends as it should. */
  | { readonly when: ProgramState; readonly does: 'stays' | 'exits with 1' | 'leaves a process' | 'prints' }
  | { readonly when: 'told to end'; readonly does: 'stays' };

/** `unused`: nothing was said yet. */
export type ProgramState = 'unused' | 'ready' | 'running' | 'stopped' | 'ended';

/**
 * Sees what passes. What a hook sees passes only if the hook sends it on, at once or later; a hook that is not there
 * passes everything. Messages come with the numbers of their senders, so that a response's `request_seq` is the
 * client's own number of the request.
 */
export interface FaultyLine {
  fromClient?(message: WireMessage, line: Line): void;
  fromAdapter?(message: WireMessage, line: Line): void;
  /** Before messages are made of them: with this, `fromClient` is not called, and nothing is numbered anew. */
  bytesFromClient?(bytes: Uint8Array, line: Line): void;
  /** How a message is put into bytes for the client, where that is the fault; `frame` does it as it should be done. */
  encode?(message: WireMessage, frame: (message: WireMessage) => Uint8Array): Uint8Array;
}

/**
 * The two sides. What is sent here is numbered anew, so that leaving a message out or adding one breaks no other rule;
 * answers to what was added do not reach the client. A request is added unless its `seq` is that of a request which
 * came and was not sent on yet.
 */
export interface Line {
  toAdapter(message: WireMessage): void;
  toClient(message: WireMessage): void;
  /** As it is: not numbered, not framed. */
  bytesToAdapter(bytes: Uint8Array): void;
  bytesToClient(bytes: Uint8Array): void;
  /** A request of the line's own to the adapter; a failed response if the line ends before the answer. */
  ask(command: string, args?: unknown): Promise<WireMessage>;
  /** Hangs up on both. */
  end(): void;
}
