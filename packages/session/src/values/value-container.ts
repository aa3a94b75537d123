// Value containers: what a variables reference stands for.

import type { FrameId, ThreadId } from '@sonde/engine';
import type { Format, Shown } from '@sonde/lens';

export type ValueContainer =
  /** By position, so that the scope's variables are read anew after a change. */
  | { readonly kind: 'scope'; readonly index: number; readonly frame: FrameId }
  /** By name, for the same reason. */
  | {
      readonly kind: 'runtime-scope';
      readonly name: string;
      readonly thread: ThreadId;
      readonly frame: FrameId;
    }
  | {
      readonly kind: 'value';
      readonly shown: Shown;
      readonly frame: FrameId | undefined;
      /** How it was written; its members are written alike. */
      readonly format: Format;
      /** The session's count of changes when `shown` was made; later ones make it out of date. */
      readonly changes: number;
    };
