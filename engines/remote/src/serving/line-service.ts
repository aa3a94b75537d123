// What serves clients that send one line for each request: who they are, and what is answered.

import type { LineError } from './lines.js';

/** A client as the service knows it: who is answered, and where events go. A connection is one; tests have others. */
export interface LineClient {
  /** False: it takes no more for now, and will say when (`drained`). */
  send(line: string): boolean;
  /** What was sent still goes out. */
  close(): void;
  /** It said the token, or none is needed. */
  authenticated: boolean;
  /** It gets events and is not answered any more. */
  streaming: boolean;
  /** Takes lines again; set by who sends events. */
  drained: (() => void) | undefined;
}

/** What a connection is refused or closed for. */
export type Refused = LineError | 'too_many_connections' | 'token_required';

export interface LineService {
  /** Clients have to say it before anything else; who does not say it in time is closed. */
  readonly token: string | undefined;
  /** Most bytes that may wait for a client that does not read; without it requests of that client wait instead. */
  readonly unsent?: number;
  /** The line to answer with; undefined when there is nothing to answer. Never throws. */
  respond(line: string, client: LineClient): Promise<string | undefined>;
  /** The line that tells why. */
  refused(why: Refused): string;
  /** The connection has ended. */
  closed(client: LineClient): void;
  /** The server is closed: the last call. */
  dispose(): void;
}
