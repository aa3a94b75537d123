// hsx-llc: the compiler from LLVM IR to MVASM as a command.

import { writeFile } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import {
  parseOptions,
  readNamedFile,
  requireWritable,
  runCommand,
  type CommandStreams,
} from '@sonde/language';
import { writeDbg } from '../format/dbg-file.js';
import type { DebugGrade } from '../format/dbg.js';
import { compileModule, type CompileDiagnostic } from '../llc/compile-module.js';
import { debugInformation } from '../llc/debug/debug-information.js';
import { emitModule } from '../llc/emit-module.js';
import type { Problem } from '../problem.js';
import { gradeOf } from './options.js';
import { reportProblems } from './streams.js';

export const hsxLlcHelp = `usage: hsx-llc [options] FILE.ll

Compiles LLVM IR to MVASM. The IR must be made for 32-bit little-endian pointers, such as riscv32's; hsx-cc does all steps.

  -o FILE               write the result there (default: the name of the source with .mvasm, in this folder)
  --emit-debug FILE.dbg write debug information
  --debug-grade 1|2|3   functions; also lines; also variables and types (default: 3)
  --near                jumps and calls reach only near code: smaller, for programs below 4 KiB
  -h, --help            print this

Environment: NO_COLOR keeps messages plain.
Exit status: 0 done, 1 the source cannot be compiled or read, 2 wrong usage.
`;

interface Command {
  readonly file: string;
  readonly output: string;
  readonly debug?: string;
  readonly grade: DebugGrade;
  readonly near: boolean;
}

export const hsxLlc = (args: readonly string[], io: CommandStreams = process): Promise<number> =>
  runCommand({ name: 'hsx-llc', help: hsxLlcHelp }, args, io, parse, command => perform(command, io));

function parse(args: readonly string[]): Command | string {
  const options = parseOptions(args, {
    flags: ['--near'],
    values: {
      '-o': 'the name of a file',
      '--emit-debug': 'the name of a file',
      '--debug-grade': '1, 2 or 3',
    },
  });
  if (typeof options === 'string') return options;
  const { flags, values, words } = options;
  const [file, another] = words;
  if (file === undefined) return 'name the file to compile';
  if (another !== undefined) return `one file at a time, and ${another} is the second`;
  const grade = gradeOf(values.get('--debug-grade'));
  if (typeof grade === 'string') return grade;
  const debug = values.get('--emit-debug');
  return {
    file,
    output: values.get('-o') ?? `${basename(file, extname(file))}.mvasm`,
    ...(debug === undefined ? {} : { debug }),
    grade,
    near: flags.has('--near'),
  };
}

async function perform(command: Command, { stderr }: CommandStreams): Promise<number> {
  const { file, output, debug, grade, near } = command;
  const text = new TextDecoder().decode(readNamedFile(file));
  const { module, diagnostics } = compileModule(text, basename(output, extname(output)));
  const failed = reportProblems(
    'hsx-llc',
    diagnostics.map(one => problemOf(one, file)),
    stderr,
  );
  if (failed || module === undefined) return 1;
  const emitted = emitModule(module, { isShort: () => near });
  for (const name of [output, ...(debug === undefined ? [] : [debug])])
    await requireWritable(resolve(name), name);
  await writeFile(output, emitted.text);
  if (debug !== undefined) await writeFile(debug, writeDbg(debugInformation(module, emitted, grade)));
  return 0;
}

/** `fallback` is the file that a place without one is in. */
export function problemOf(
  { severity, message, file, line, column }: CompileDiagnostic,
  fallback?: string,
): Problem {
  const name = file ?? (line === undefined ? undefined : fallback);
  return {
    severity: severity === 'error' ? 'error' : 'warning',
    kind: 'syntax',
    message: severity === 'note' ? `note: ${message}` : message,
    ...(name === undefined ? {} : { place: { file: name, line: line ?? 1, column: column ?? 1 } }),
  };
}
