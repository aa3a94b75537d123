// Runs compiled programs to their end, as tests and scripts want them: everything that was written, and the exit status.

import { readHxe } from '../toolchain/format/hxe-file.js';
import { imageOf, programOf } from '../runtime/load.js';
import { runProgram } from '../runtime/run-program.js';
import type { CompiledProgram } from '../toolchain/cc/compile-c.js';

/** What was printed, then a line with the exit status as a shell shows it, or with what went wrong. */
export function outputOf(program: CompiledProgram, limit = 100_000_000): string {
  if (program.image === undefined) {
    return program.diagnostics
      .map(({ file, line, message }) => `${file ?? ''}:${line ?? 0}: ${message}`)
      .join('\n');
  }
  const result = runProgram(imageOf([programOf(readHxe(program.image), 'program')]), { limit });
  const end =
    result.fault !== undefined
      ? `${result.fault.name} at 0x${result.fault.pc.toString(16)}: ${result.fault.message}`
      : result.exit === undefined
        ? `unfinished: ${result.unfinished ?? ''}`
        : `exit ${result.exit & 255}`;
  return `${result.stdout}${end}\n`;
}
