// From a source file to LLVM IR, an object file or a program.

import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Failure, sourceReader } from '@sonde/engine';
import { dwarfVersion } from '@sonde/engine-native/toolchain';
import type { Diagnostic } from '@sonde/language';
import {
  assemble,
  checkedLinkOptions,
  findClang,
  buildOptions,
  runOnOwn,
  SourceText,
  takesIr,
  type Clang,
  type Span,
} from '@sonde/native-compiler';
import { checkSource } from './checker/check.js';
import type { TypedProgram } from './checker/typed-program.js';
import { generate, type GenerateOptions, type Machine } from './generator/generator.js';
import { firstLoad } from './generator/traits.js';
import { ariaCompiler } from './own-compiler.js';

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
  const clang = needsClang ? await findClang(ariaCompiler, request.clang) : undefined;
  const objects = new Map<string, Uint8Array>();
  for (const { id, text } of generated.loadable)
    objects.set(id, await compileLoadable(request, clang!, id, text));
  const text = generated.module(objects);
  if (request.product === 'llvm') {
    await writeFile(request.output, text);
    return { program, diagnostics };
  }
  const links = request.product === 'program';
  const missing = (names: readonly string[]) => missingFunctions(names, program);
  const problems = await assemble(ariaCompiler, {
    ...request,
    clang: clang!,
    text,
    links,
    linkOptions,
    missing,
  });
  const all = [...diagnostics, ...withLines(problems, source)];
  return problems.length > 0 ? { diagnostics: all } : { program, diagnostics: all };
}

function machineOf(arch: string): Machine {
  if (arch === 'x64') return 'x86-64';
  if (arch === 'arm64') return 'aarch64';
  throw new Failure('not-supported', 'environment', `Aria programs cannot be compiled for ${arch}.`);
}

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
  const args = [...buildOptions(ariaCompiler, clang, request.release), '-c', ...takesIr, input, '-o', output];
  const run = { compiler: clang.path, args, cwd: scratch, scratch, signal };
  await runOnOwn(ariaCompiler, run, `the jit function ${id}`);
  return readFile(output);
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
const missingFunctions = (names: readonly string[], program: TypedProgram): readonly Diagnostic[] =>
  names.flatMap((name): readonly Diagnostic[] => {
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
