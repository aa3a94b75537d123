// A process that runs without a debugger, wherever its streams lead.

import type { ExitStatus } from '@sonde/engine';

export interface PlainRun {
  readonly processId: number | undefined;
  /** How it ended, after the last of its output; undefined when it was left. */
  readonly ended: Promise<ExitStatus | undefined>;
  /** Its output is passed on from here; what came before is held. */
  listen(): void;
  input(text: string | undefined): void;
  signal(name: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Lets it go on without us; answers false where it cannot. */
  leave(): Promise<boolean>;
  /** Ends it, and everything that leads to it. */
  release(): Promise<void>;
}
