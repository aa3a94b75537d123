// How values of the standard library look, where that can be told from their type and bytes; LLDB's formatters do the rest.
//
// The members are those of GNU's library (libstdc++) and of LLVM's (libc++), all in one table (`layouts.ts`). A library of
// another maker has others, fits none of these and is shown as LLDB shows it.

import type { Renderer } from '@sonde/lens';
import { bitRenderers } from './bits.js';
import { entryRenderers } from './entries.js';
import { holderRenderers } from './holders.js';
import { numberRenderers } from './numbers.js';
import { sequenceRenderers } from './sequences.js';
import { textRenderers } from './texts.js';
import { timeRenderers } from './time.js';

export const standardLibrary: readonly Renderer[] = [
  ...textRenderers,
  ...bitRenderers,
  ...sequenceRenderers,
  ...entryRenderers,
  ...holderRenderers,
  ...timeRenderers,
  ...numberRenderers,
];
