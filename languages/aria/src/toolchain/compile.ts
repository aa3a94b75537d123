// From a source file to LLVM IR, an object file or a program.

import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Failure, sourceReader } from '@sonde/engine';
import { dwarfVersion, releaseOptions, runCompiler } from '@sonde/engine-native/toolchain';
import type { Diagnostic } from '@sonde/language';
import { checkSource } from './checker/check.js';
import type { TypedProgram } from './checker/typed-program.js';
import { generate, type GenerateOptions, type Machine } from './generator/generator.js';
import { firstLoad } from './generator/traits.js';
import { SourceText } from './syntax/source-text.js';
import type { Span } from './syntax/span.js';
import { findClang, ownFault, runOnOwn, type Clang } from './clang.js';
import { checkedLinkOptions } from './link-options.js';
import { outputFault } from './output-place.js';
import { runtimeObjects } from './runtime-objects.js';

/** Environment variable for another optimisation of debug builds than none: `-Og`. */
export const debugVariable = 'SONDE_ARIA_DEBUG_OPT';

export type Product = 'program' | 'object' | 'llvm';

export interface CompileRequest {
  /** Absolute; the debugger will look for the source there. */
  readonly path: string;
  readonly product: Product;
  readonly output: string;
  readonly release: boolean;
  readonly debugInfo: boolean;
  /** The compiler, where the user names one. */
  readonly clang?: string | undefined;
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

export interface Compiled {
  /** Absent when there are errors; then nothing was written. */
  readonly program?: TypedProgram;
  readonly diagnostics: readonly Diagnostic[];
}

/** What is wrong with a source, without compiling it. */
export async function checkFile(
  path: string,
  mostSource?: number,
): Promise<Compiled & { readonly bytes: Uint8Array; readonly text: SourceText }> {
  const bytes = sourceReader(mostSource)(path);
  const text = new SourceText({ name: basename(path), path }, bytes.toString('utf8'));
  return { ...checkSource(text), bytes, text };
}

export async function compile(request: CompileRequest): Promise<Compiled> {
  const { program, diagnostics, bytes, text: source } = await checkFile(request.path, request.mostSource);
  if (program === undefined) return { diagnostics };
  const refused = [...takenNames(program), ...nestedLoads(program)];
  if (refused.length > 0) return { diagnostics: [...diagnostics, ...withLines(refused, source)] };
  const linkOptions = await checkedLinkOptions(request.linkOptions ?? [], request.cwd);
  request.progress(`compiling ${basename(request.path)}`);
  const options: GenerateOptions = {
    source: bytes,
    release: request.release,
    debugInfo: request.debugInfo,
    machine: machineOf(process.arch),
    dwarfVersion: dwarfVersion(),
  };
  const generated = generate(program, options);
  const needsClang = request.product !== 'llvm' || generated.loadable.length > 0;
  const clang = needsClang ? await findClang(request.clang) : undefined;
  const objects = new Map<string, Uint8Array>();
  for (const { id, text } of generated.loadable)
    objects.set(id, await compileLoadable(request, clang!, id, text));
  const text = generated.module(objects);
  if (request.product === 'llvm') {
    await writeFile(request.output, text);
    return { program, diagnostics };
  }
  const problems = await assemble({ ...request, linkOptions }, clang!, text, program);
  const all = [...diagnostics, ...withLines(problems, source)];
  return problems.length > 0 ? { diagnostics: all } : { program, diagnostics: all };
}

function machineOf(arch: string): Machine {
  if (arch === 'x64') return 'x86-64';
  if (arch === 'arm64') return 'aarch64';
  throw new Failure('not-supported', 'environment', `Aria programs cannot be compiled for ${arch}.`);
}

/** -O2 keeps what debug information it can. */
const optimisation = ({ release }: CompileRequest): readonly string[] => {
  if (release) return releaseOptions;
  const chosen = (process.env[debugVariable] ?? '').split(/\s+/).filter(option => /^-O\w*$/.test(option));
  return chosen.length > 0 ? chosen : ['-O0'];
};

/** The IR says for which machine it is not: clang takes its own, and need not tell. */
const takesIr = ['-Wno-override-module', '-fPIC', '-x', 'ir'] as const;

async function compileLoadable(
  request: CompileRequest,
  clang: Clang,
  id: string,
  text: string,
): Promise<Uint8Array> {
  const { scratch, signal } = request;
  const [input, output] = ['ll', 'o'].map(extension => join(scratch, `${id}.${extension}`)) as [
    string,
    string,
  ];
  await writeFile(input, text);
  const args = [...optimisation(request), '-c', ...takesIr, input, '-o', output];
  await runOnOwn({ compiler: clang.path, args, cwd: scratch, scratch, signal }, `the jit function ${id}`);
  return readFile(output);
}

/** Gives what the program itself is to blame for. */
async function assemble(
  request: CompileRequest,
  clang: Clang,
  text: string,
  program: TypedProgram,
): Promise<readonly Diagnostic[]> {
  const { scratch, signal, output, cwd } = request;
  const input = join(scratch, `${basename(request.path)}.ll`);
  await writeFile(input, text);
  const links = request.product === 'program';
  const objects = links
    ? await runtimeObjects({ clang, signal, progress: message => request.progress(message) })
    : [];
  const args = [
    ...optimisation(request),
    ...(links ? [] : ['-c']),
    ...takesIr,
    input,
    ...(links ? ['-x', 'none', ...objects] : []),
    ...['-o', output],
    ...(links ? [...(request.linkOptions ?? []), '-lm', '-ldl'] : []),
  ];
  const { code, said } = await runCompiler({ compiler: clang.path, args, cwd, scratch, signal });
  if (code === 0) return [];
  const missing = missingFunctions(said, program);
  if (missing.length > 0) return missing;
  const unwritten = outputFault(said, output);
  if (unwritten !== undefined) throw unwritten;
  throw links ? linkFault(said, request) : ownFault(basename(request.path), said);
}

/** Symbols that every compiled program has itself, with types that a declaration would contradict. */
const takenNames = (program: TypedProgram): readonly Diagnostic[] =>
  [...program.functions.values()]
    .filter(({ extern, name }) => extern && (name === 'main' || name.startsWith('__aria_')))
    .map(({ name, nameAt }) => ({
      severity: 'error',
      message: `${name} cannot be an extern function: the compiled program has it itself`,
      location: locationOf(program, nameAt),
    }));

/** A program carries its jit functions; they carry nothing. */
const nestedLoads = (program: TypedProgram): readonly Diagnostic[] =>
  [...program.functions.values()].flatMap((target): readonly Diagnostic[] => {
    const at = target.jit ? firstLoad(target) : undefined;
    if (at === undefined) return [];
    return [
      {
        severity: 'error',
        message: 'a jit function cannot load another one',
        location: locationOf(program, at),
        hint: 'Load it outside, and give it to this one as an argument.',
      },
    ];
  });

/** With the source lines that they speak of. */
const withLines = (problems: readonly Diagnostic[], source: SourceText): readonly Diagnostic[] =>
  problems.map(problem =>
    problem.location === undefined ? problem : { ...problem, sourceLine: source.line(problem.location.line) },
  );

const locationOf = ({ source }: TypedProgram, { line, column, endLine, endColumn }: Span) => ({
  source,
  line,
  column,
  endLine,
  endColumn,
});

/** Extern functions that no library has. */
function missingFunctions(said: string, program: TypedProgram): readonly Diagnostic[] {
  const names = [...said.matchAll(/undefined (?:reference to|symbol:?) [`'"]?(\w+)/g)].map(
    ([, name]) => name!,
  );
  return [...new Set(names)].flatMap((name): readonly Diagnostic[] => {
    const declared = program.functions.get(name);
    if (declared?.extern !== true) return [];
    return [
      {
        severity: 'error',
        message: `no library has the extern function ${name}`,
        location: locationOf(program, declared.nameAt),
        hint: 'Check its name, or name the library (-l…) or the object file that has it.',
      },
    ];
  });
}

/** What the linker says may well be about the user's own libraries. */
function linkFault(said: string, { linkOptions, path }: CompileRequest): Failure {
  if ((linkOptions ?? []).length === 0) return ownFault(basename(path), said);
  return new Failure(
    'build-failed',
    'user',
    `the program cannot be linked:\n${said.trim()}`,
    'Check the libraries.',
  );
}
