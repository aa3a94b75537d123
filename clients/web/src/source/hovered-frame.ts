// The frame that the pointer is on in the call stack: its line is marked in the source.
import type { StackFrame } from '@sonde/dap';
import { Store } from '@sonde/client';

export const hoveredFrame = new Store<StackFrame | undefined>(undefined);
