// What a program may ask of the world when its debugger runs it in the same thread.

import type { MachineHost } from '@sonde/engine-vm';

/** Nothing here may block: the machine answers that it waits, and its driver waits for `ready`. */
export interface DebugHost extends MachineHost {
  /** Resolves when there is room for output again, or when a line of input or its end has come. */
  ready(what: 'input' | 'output'): Promise<void>;
}
