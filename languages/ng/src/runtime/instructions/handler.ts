// What an instruction outside the loop looks like.

import type { Outcome } from '@sonde/engine-vm';
import type { Processor } from '../processor.js';
import { ProgramError } from '../values.js';

/**
 * `at` is the address of its operands; the frame stands behind the instruction already. One that answers with an outcome
 * has left everything as it was and is run again.
 */
export type Handler = (processor: Processor, at: number) => Outcome | undefined;

export type Handlers = Readonly<Record<string, Handler>>;

export const u16 = ({ code }: Processor, at: number): number => code[at]! | (code[at + 1]! << 8);

export const i32 = ({ code }: Processor, at: number): number =>
  code[at]! | (code[at + 1]! << 8) | (code[at + 2]! << 16) | (code[at + 3]! << 24);

/** A text of the module; `name` is the instruction that wants it. */
export function textOperand(processor: Processor, at: number, name: string): string {
  const text = processor.frame.strings[u16(processor, at)];
  if (text === undefined) throw new ProgramError(`VM error: ${name} string index out of bounds`);
  return text;
}
