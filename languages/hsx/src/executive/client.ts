// A client as the executive knows it: who is answered, and where events go. A connection is one; tests have others.

export interface Client {
  /** False: it takes no more for now, and will say when (`drained`). */
  send(line: string): boolean;
  close(): void;
  /** It said the token, or none is needed. */
  authenticated: boolean;
  /** It gets events and is not answered any more. */
  streaming: boolean;
  /** Takes lines again; set by who sends events. */
  drained: (() => void) | undefined;
}
