// Instructions that print, check and ask for the debugger.

import type { Outcome } from '@sonde/engine-vm';
import { isTrue } from '../comparing.js';
import { printLine } from '../printing.js';
import type { Processor } from '../processor.js';
import { release } from '../sharing.js';
import { show } from '../show.js';
import { ProgramError } from '../values.js';
import { u16, type Handlers } from './handler.js';

function debugBreak(processor: Processor, at: number): Outcome | undefined {
  const address = at - 1;
  if (processor.patches.has(address)) return { kind: 'site', task: 1, address };
  // One of the program's own asks for the debugger; run again, it does nothing.
  if (processor.host.debugged === false || processor.evaluating) return undefined;
  processor.trapped = !processor.trapped;
  return processor.trapped ? { kind: 'trap', task: 1 } : undefined;
}

export const world: Handlers = {
  PRINT: (processor, at) => {
    const count = u16(processor, at);
    const { stack, top, frame } = processor;
    if (top - count < frame.height) throw new ProgramError('Stack underflow');
    const line = stack
      .slice(top - count, top)
      .map(show)
      .join(', ');
    if (!printLine(processor, 'stdout', line)) return { kind: 'waiting', for: 'output' };
    for (const value of processor.popMany(count)) release(value);
    processor.push(undefined);
    return undefined;
  },
  ASSERT: processor => {
    const value = processor.pop();
    if (!isTrue(value)) throw new ProgramError('Assertion Failed', `Assertion Failed. Value: ${show(value)}`);
    release(value);
    processor.push(undefined);
    return undefined;
  },
  DEBUG_BREAK: debugBreak,
};
