// Builds a C or C++ program for debugging; a program that is an executable already is taken as it is.

import { rm } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { Failure, largestSource, makeTemporaryFolder, requireOrdinary } from '@sonde/engine';
import {
  canonicalPath,
  clangTool,
  debugOptions,
  findTool,
  isExecutable,
  releaseOptions,
  runCompiler,
} from '@sonde/engine-native/toolchain';
import type { BuildRequest, BuildResult } from '@sonde/language';
import { clangxxTool } from '../toolchain/compilers.js';
import { parseDiagnostics } from '../toolchain/diagnostics.js';

export const cExtensions: readonly string[] = ['.c'];
export const cxxExtensions: readonly string[] = ['.cpp', '.cc', '.cxx', '.C', '.c++'];

/** Environment variable for another optimisation than none: `-Og`. */
export const debugVariable = 'SONDE_C_DEBUG_OPT';

export async function build(request: BuildRequest): Promise<BuildResult> {
  const program = await canonicalPath(request.program, request.cwd);
  if (!isSource(program) && (await isExecutable(program))) {
    return { target: { program, temporary: [], image: undefined }, diagnostics: [] };
  }
  await requireOrdinary(program, largestSource);
  const { cc, cflags } = request.extra;
  const explicit = typeof cc === 'string' ? cc : undefined;
  const compiler = await findTool(isCxx(program) ? clangxxTool(explicit) : clangTool(explicit));
  const folder = request.output === undefined ? await makeTemporaryFolder('build') : undefined;
  const output = folder === undefined ? resolve(request.cwd, request.output!) : join(folder, nameOf(program));
  request.progress(`compiling ${basename(program)}`);
  try {
    const { code, said } = await runCompiler({
      compiler,
      args: argumentsFor(request, compiler, program, output, cflags),
      cwd: request.cwd,
      scratch: folder,
      signal: request.signal,
    });
    const diagnostics = await parseDiagnostics(said, request.cwd, code !== 0);
    if (code === 0) {
      const temporary = folder === undefined ? [] : [folder];
      return { target: { program: output, temporary, image: undefined }, diagnostics };
    }
    // What the compiler says of a text that is not C helps nobody.
    if (!isSource(program)) throw neither(program);
    await discard(folder);
    return { diagnostics };
  } catch (error) {
    await discard(folder);
    throw error;
  }
}

const isCxx = (path: string): boolean => cxxExtensions.includes(extname(path));
const isSource = (path: string): boolean => cExtensions.includes(extname(path)) || isCxx(path);

const nameOf = (source: string): string => basename(source, extname(source));

function argumentsFor(
  { debugInfo }: BuildRequest,
  compiler: string,
  source: string,
  output: string,
  cflags: unknown,
): readonly string[] {
  const extra = Array.isArray(cflags) ? cflags.map(String) : [];
  return [
    ...(debugInfo ? debugOptions({ compiler, variable: debugVariable }) : releaseOptions),
    '-fdiagnostics-color=never',
    // Whatever the file is called: it was given to us as C.
    ...(isSource(source) ? [source] : ['-x', 'c', source]),
    ...['-o', output, '-pthread', '-lm'],
    ...extra,
  ];
}

const neither = (program: string): Failure =>
  new Failure(
    'bad-arguments',
    'user',
    `${basename(program)} is neither an executable nor a source of C or C++ that compiles.`,
    `Name an executable, or a source whose name ends in ${[...cExtensions, ...cxxExtensions].join(', ')}.`,
  );

async function discard(folder: string | undefined): Promise<void> {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
