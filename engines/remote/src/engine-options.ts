// How one program on a far machine is debugged.

import type { EngineTraits } from '@sonde/engine';

export interface RemoteEngineOptions {
  readonly traits: EngineTraits;
  readonly stopOnEntry: boolean;
  readonly noDebug: boolean;
  /** It was there before the debugger: it is let go, not ended, when the debugger leaves. */
  readonly attached: boolean;
  /** How long to try to reach a peer that was lost. */
  readonly reconnectMs: number;
}
