// Motions: the ways to set a stopped debuggee moving again.

import type { Address } from './address.js';
import type { FrameId, StopId, ThreadId } from './ids.js';
import type { SourceLocation } from './source.js';

export type Granularity = 'line' | 'statement' | 'instruction';

export type MotionKind =
  | { readonly kind: 'continue' }
  | {
      readonly kind: 'step';
      readonly how: 'over' | 'in' | 'out';
      readonly granularity: Granularity;
      /** Step into this one of several calls; an id from `stepTargets`. */
      readonly target?: number;
    }
  | { readonly kind: 'run-to'; readonly location: SourceLocation | Address }
  /** Moves the program counter without running what lies between. */
  | { readonly kind: 'goto'; readonly target: Address }
  | { readonly kind: 'restart-frame'; readonly frame: FrameId };

export interface Motion {
  /** The stop the client saw when it asked; a motion on an older one is refused. */
  readonly stop: StopId;
  readonly thread: ThreadId;
  /** Whether the other threads run too. */
  readonly scope: 'all' | 'thread';
  readonly direction: 'forward' | 'back';
  readonly motion: MotionKind;
}
