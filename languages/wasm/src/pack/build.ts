// Builds what is launched: reads a module, or compiles one, with all that its debug information says.

import { writeFileSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { asFailure, passTooMuchSource, sourceReader, type ReadSource } from '@sonde/engine';
import { readProgram } from '@sonde/engine-wasm';
import { readNamedFile, type BuildRequest, type BuildResult, type Diagnostic } from '@sonde/language';
import type { ClangDiagnostic } from '@sonde/built-in-clang';
import { compileModule } from '../toolchain/compile-c.js';
import { plannedCalls } from './calls.js';
import { checkImports } from './imports.js';
import type { ModuleImage } from './image.js';
import type { BuildOptions } from './launch-options.js';
import { moduleSymbols } from './symbols/module-symbols.js';

export async function build(request: BuildRequest): Promise<BuildResult> {
  const program = resolve(request.cwd, request.program);
  const options = request.extra as BuildOptions;
  const read = sourceReader(request.mostSource);
  const diagnostics: Diagnostic[] = [];
  try {
    const bytes =
      extname(program) === '.c'
        ? await compiled(program, request, options, read, diagnostics)
        : readNamedFile(program);
    if (bytes === undefined) return { diagnostics };
    const module = readProgram({ module: bytes });
    checkImports(module, options.imports ?? {});
    const { calls, shown, begins } = plannedCalls(module, options);
    const { symbols, locations, sourceTexts, problems, entry } = moduleSymbols(module, program, begins);
    diagnostics.push(...problems.map((message): Diagnostic => ({ severity: 'warning', message })));
    if (request.output !== undefined) writeFileSync(resolve(request.cwd, request.output), bytes);
    const image: ModuleImage = {
      ...{ module: bytes, symbols, locations, sourceTexts, calls },
      imports: options.imports ?? {},
      ...(shown === undefined ? {} : { shown }),
      ...(entry === undefined ? {} : { entry }),
    };
    return { target: { program, temporary: [], image }, diagnostics };
  } catch (error) {
    passTooMuchSource(error);
    const { code, message, next } = asFailure(error);
    // No mistake of the program: editors offer to install what is missing.
    if (code === 'tool-missing') throw error;
    const hint = next === undefined ? {} : { hint: next };
    return { diagnostics: [...diagnostics, { severity: 'error', message, ...hint }] };
  }
}

async function compiled(
  source: string,
  request: BuildRequest,
  { optimize = '0', cflags = [] }: BuildOptions,
  read: ReadSource,
  diagnostics: Diagnostic[],
): Promise<Uint8Array | undefined> {
  request.progress(`compiling ${basename(source)}`);
  const made = await compileModule({ source, optimize, debugInfo: request.debugInfo, cflags, read });
  diagnostics.push(...made.diagnostics.map(each => diagnosticOf(each, read)));
  return made.module;
}

function diagnosticOf(
  { severity, message, file, line, column }: ClangDiagnostic,
  read: ReadSource,
): Diagnostic {
  if (file === undefined || line === undefined) return { severity, message };
  const location = { source: { name: basename(file), path: file }, line, column: column ?? 1 };
  try {
    const sourceLine = read(file).toString('utf8').split('\n')[line - 1] ?? '';
    return { severity, message, location, sourceLine };
  } catch {
    // Headers of the C library are not on this computer.
    return { severity, message, location };
  }
}
