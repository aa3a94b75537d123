// C to a module, by the clang that comes along: with debug information, and linked with the C library of WASI.

import { dirname, resolve } from 'node:path';
import {
  addIncluded,
  CompiledBefore,
  readDiagnostics,
  runBuiltIn,
  type ClangDiagnostic,
} from '@sonde/built-in-clang';
import type { ReadSource } from '@sonde/engine';

/** `.c` alone means a program of this computer. */
export const sourceExtension = '.wasm.c';

export interface CompileRequest {
  /** Whole path. */
  readonly source: string;
  readonly optimize: '0' | '1' | '2' | 's';
  readonly debugInfo: boolean;
  readonly cflags: readonly string[];
  readonly read: ReadSource;
}

export interface CompiledModule {
  readonly module?: Uint8Array;
  readonly diagnostics: readonly ClangDiagnostic[];
}

const before = new CompiledBefore<CompiledModule>(({ module }) => module !== undefined);

export function compileModule(request: CompileRequest): Promise<CompiledModule> {
  const { source, optimize, debugInfo, cflags, read } = request;
  const key = JSON.stringify([source, optimize, debugInfo, cflags]);
  return before.get(key, read, readText => {
    const text = readText(source);
    // Told with the system's reason.
    if (text === undefined) read(source);
    return compile(request, new Map([[source, text ?? '']]), readText);
  });
}

/** The driver removes what is below /tmp, where a source may well be. */
const output = '/made/program.wasm';

async function compile(
  { source, optimize, debugInfo, cflags }: CompileRequest,
  files: Map<string, string>,
  readText: (file: string) => string | undefined,
): Promise<CompiledModule> {
  const given = cflags.map(flag =>
    flag.startsWith('-I') ? `-I${resolve(dirname(source), flag.slice(2))}` : flag,
  );
  const folders = given.filter(flag => flag.startsWith('-I')).map(flag => flag.slice(2));
  addIncluded(files, folders, readText);
  const args = [`-O${optimize}`, ...(debugInfo ? ['-g'] : []), ...given, source, '-o', output];
  const made = await runBuiltIn('clang', args, files);
  const diagnostics = readDiagnostics(made.errors, name => name);
  const module = made.exitCode === 0 ? made.file(output) : undefined;
  if (module !== undefined) return { module, diagnostics };
  const hasError = diagnostics.some(({ severity }) => severity === 'error');
  const said = made.errors.trim().split('\n').at(-1) || 'clang made nothing of it';
  return { diagnostics: hasError ? diagnostics : [...diagnostics, { severity: 'error', message: said }] };
}
