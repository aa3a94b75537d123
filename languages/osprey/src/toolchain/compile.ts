// From a source file to LLVM IR or a program.

import { writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { dwarfVersion } from '@sonde/engine-native/toolchain';
import type { Diagnostic } from '@sonde/language';
import { assemble, checkedLinkOptions, findClang, placeIn, type SourceText } from '@sonde/native-compiler';
import { checkFiles, type Checked } from './checker/check.js';
import type { TypedProgram } from './checker/typed-program.js';
import { generate } from './generator/generator.js';
import { linksPart, requireManager, type Memory } from './memory.js';
import { ospreyCompiler } from './own-compiler.js';
import { loadProgram, type LoadedProgram } from './project/load-program.js';
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

export interface CheckedProgram extends Checked {
  readonly loaded: LoadedProgram;
}

/** What is wrong with a file or a project, without compiling it. */
export function checkProgram(path: string, flavor?: Flavor, mostSource?: number): CheckedProgram {
  const loaded = loadProgram(path, { flavor, mostSource });
  if (loaded.files.length === 0) return { diagnostics: loaded.diagnostics, loaded };
  const { program, diagnostics } = checkFiles(loaded.files, loaded.rules);
  return {
    diagnostics: [...loaded.diagnostics, ...diagnostics],
    loaded,
    ...(program === undefined ? {} : { program }),
  };
}

/** The program as LLVM IR. */
export function irOf(program: TypedProgram, { files }: LoadedProgram, debug: boolean): string {
  const bytesOf = (text: SourceText): Uint8Array =>
    files.find(file => file.text === text)?.bytes ?? new Uint8Array(0);
  const [source, ...others] = program.texts.map(bytesOf) as [Uint8Array, ...Uint8Array[]];
  return generate(program, {
    source,
    others,
    debugInfo: debug,
    dwarfVersion: dwarfVersion(),
    optimised: false,
  });
}

/** Without a program in the result there are errors, and nothing was written. */
export async function compile(request: CompileRequest): Promise<Checked> {
  const { path, debug, product } = request;
  const { program, diagnostics, loaded } = checkProgram(path, request.flavor, request.mostSource);
  if (program === undefined) return { diagnostics };
  const { memory = 'default' } = request;
  const wanted = [...(request.linkOptions ?? []), ...linkDirectives(loaded)];
  requireManager(memory, request.linkOptions ?? []);
  const linkOptions = await checkedLinkOptions(wanted, request.cwd);
  request.progress(`compiling ${loaded.name}`);
  const ir = irOf(program, loaded, debug);
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
    missing: names => missingFunctions(names, program),
  });
  return problems.length > 0 ? { diagnostics: [...diagnostics, ...problems] } : { program, diagnostics };
}

/** `// @link: NAME` and `// @linkdir: FOLDER` in a source name what its extern functions are in. */
function linkDirectives({ files }: LoadedProgram): readonly string[] {
  return files.flatMap(({ text }) =>
    [...text.text.matchAll(/^\s*\/\/\s*@(link|linkdir):\s*(\S+)\s*$/gm)].flatMap(([, kind, value]) => {
      if (kind === 'linkdir') return [`-L${resolve(dirname(text.source.path ?? '.'), value!)}`];
      // A library has a plain name; whatever else stands there is only a comment.
      return /^[\w.+-]+$/.test(value!) ? [`-l${value}`] : [];
    }),
  );
}

/** Extern functions that no library has. */
function missingFunctions(names: readonly string[], { externs, texts }: TypedProgram): readonly Diagnostic[] {
  return [...externs.values()]
    .filter(({ symbol }) => names.includes(symbol))
    .map(({ symbol, at }) => ({
      severity: 'error',
      message: `no library has the extern function \`${symbol}\``,
      ...placeIn(texts.find(text => text.holds(at)) ?? texts[0]!, at),
      hint: 'Check its name.',
    }));
}
