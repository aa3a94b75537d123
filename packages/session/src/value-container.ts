// Value containers: what a variables reference stands for.

import type { FrameId, Scope } from '@sonde/engine';
import type { Shown } from '@sonde/lens';

export type ValueContainer =
  | { readonly kind: 'scope'; readonly scope: Scope; readonly frame: FrameId }
  | { readonly kind: 'value'; readonly shown: Shown; readonly frame: FrameId | undefined };
