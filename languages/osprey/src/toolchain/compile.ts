// From a source file to LLVM IR or a program.

import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { sourceReader } from '@sonde/engine';
import { dwarfVersion } from '@sonde/engine-native/toolchain';
import type { Diagnostic } from '@sonde/language';
import { assemble, checkedLinkOptions, findClang, SourceText } from '@sonde/native-compiler';
import { checkSource, type Checked } from './checker/check.js';
import type { ExternFunction, TypedProgram } from './checker/typed-program.js';
import { generate } from './generator/generator.js';
import { linksPart, requireManager, type Memory } from './memory.js';
import { ospreyCompiler } from './own-compiler.js';
import { flavorOf } from './syntax/flavor.js';
import type { Flavor } from './syntax/words.js';

export type Product = 'program' | 'llvm';

export interface CompileRequest {
  /** Absolute; the debugger will look for the source there. */
  readonly path: string;
  /** By marker and extension where it is not given. */
  readonly flavor?: Flavor | undefined;
  readonly product: Product;
  readonly output: string;
  /** With debug information, and not optimised. */
  readonly debug: boolean;
  /** The compiler, where the user names one. */
  readonly clang?: string | undefined;
  /** The default one where it is not given. */
  readonly memory?: Memory | undefined;
  /** What to link with, as a user wrote it: `-lfoo`, `foo.o`. */
  readonly linkOptions?: readonly string[];
  /** For files on the way; the caller removes the folder. */
  readonly scratch: string;
  readonly cwd: string;
  /** See `BuildRequest`. */
  readonly mostSource?: number | undefined;
  readonly signal: AbortSignal;
  progress(message: string): void;
}

export interface CheckedFile extends Checked {
  readonly bytes: Uint8Array;
  readonly text: SourceText;
}

/** What is wrong with a source, without compiling it. */
export function checkFile(path: string, flavor?: Flavor, mostSource?: number): CheckedFile {
  const bytes = sourceReader(mostSource)(path);
  const text = new SourceText({ name: basename(path), path }, bytes.toString('utf8'));
  return { ...checkSource(text, flavorOf(basename(path), text.text, flavor)), bytes, text };
}

/** The program as LLVM IR. */
export const irOf = (program: TypedProgram, source: Uint8Array, debug: boolean): string =>
  generate(program, { source, debugInfo: debug, dwarfVersion: dwarfVersion(), optimised: false });

/** Without a program in the result there are errors, and nothing was written. */
export async function compile(request: CompileRequest): Promise<Checked> {
  const { path, debug, product } = request;
  const { program, diagnostics, bytes, text } = checkFile(path, request.flavor, request.mostSource);
  if (program === undefined) return { diagnostics };
  const { memory = 'default' } = request;
  requireManager(memory, request.linkOptions ?? []);
  const linkOptions = await checkedLinkOptions(request.linkOptions ?? [], request.cwd);
  request.progress(`compiling ${basename(path)}`);
  const ir = irOf(program, bytes, debug);
  if (product === 'llvm') {
    await writeFile(request.output, ir);
    return { program, diagnostics };
  }
  const clang = await findClang(ospreyCompiler, request.clang);
  const problems = await assemble(ospreyCompiler, {
    ...request,
    clang,
    text: ir,
    links: true,
    release: !debug,
    linkOptions,
    linksPart: linksPart(memory),
    missing: names => missingFunctions(names, program, text),
  });
  return problems.length > 0 ? { diagnostics: [...diagnostics, ...problems] } : { program, diagnostics };
}

/** Extern functions that no library has. */
function missingFunctions(
  names: readonly string[],
  { externs }: TypedProgram,
  text: SourceText,
): readonly Diagnostic[] {
  return names
    .map(name => externs.get(name))
    .filter((target): target is ExternFunction => target !== undefined)
    .map(({ name, at }) => ({
      severity: 'error',
      message: `no library has the extern function \`${name}\``,
      location: {
        source: text.source,
        line: at.line,
        column: at.column,
        endLine: at.endLine,
        endColumn: at.endColumn,
      },
      sourceLine: text.line(at.line),
      hint: 'Check its name.',
    }));
}
