// What the launcher in the user's terminal and we say to each other, in frames over a private socket.

import type { ExitStatus } from '@sonde/engine';

export type FromLauncher =
  | { readonly started: number }
  | { readonly failed: string }
  | { readonly exited: ExitStatus };

/** `input`: text for the program, null for its end. `leave`: the program goes on when the socket closes. */
export type ToLauncher = { readonly input: string | null } | { readonly leave: true };
