// What a program says on standard error when nothing takes its error.

import type { StackCode } from './code.js';
import { standsAt, type StackTask } from './tasks.js';

const reportedFrames = 20;

/** The error, and the calls from the top down. */
export function errorReport<Value>(
  code: StackCode,
  task: StackTask<Value>,
  { name, message }: { readonly name: string; readonly message: string },
): string {
  const depth = task.frames.length;
  const lines = task.frames.slice(-reportedFrames).map((frame, n, shown) => {
    const at = standsAt(task, depth - shown.length + n + 1);
    const position = code.positions.findLast(p => p.address <= at)?.text;
    return `  in ${frame.function.name}${position === undefined ? '' : ` at ${position}`}\n`;
  });
  const more = depth > lines.length ? `  and ${depth - lines.length} more calls\n` : '';
  return `${name}: ${message}\n${lines.reverse().join('')}${more}`;
}
