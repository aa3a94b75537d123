// What C programs give when another compiler's code runs them: natively where there is a clang, else as WebAssembly.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runBuiltIn } from '@sonde/built-in-clang';

export interface ReferenceProgram {
  /** Of the function without parameters that gives `unsigned long long`. */
  readonly name: string;
  readonly text: string;
}

export async function referenceResults(programs: readonly ReferenceProgram[]): Promise<bigint[]> {
  return nativeResults(programs) ?? (await wasmResults(programs));
}

const options = ['-w', '-O0', '-fsigned-char', '-ffp-contract=off'];

function nativeResults(programs: readonly ReferenceProgram[]): bigint[] | undefined {
  const clang = ['clang-22', 'clang'].find(name => spawnSync(name, ['--version']).status === 0);
  if (clang === undefined) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), 'hsx-reference-'));
  try {
    const files = programs.map(({ name, text }) => {
      writeFileSync(path.join(folder, `${name}.c`), text);
      return `${name}.c`;
    });
    writeFileSync(path.join(folder, 'main.c'), mainOf(programs));
    const built = spawnSync(clang, [...options, ...files, 'main.c', '-o', 'program'], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (built.status !== 0) throw new Error(built.stderr);
    const { stdout } = spawnSync(path.join(folder, 'program'), { encoding: 'utf8' });
    return stdout
      .trim()
      .split('\n')
      .map(text => BigInt(`0x${text}`));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function mainOf(programs: readonly ReferenceProgram[]): string {
  const declared = programs.map(({ name }) => `unsigned long long ${name}(void);`);
  const printed = programs.map(({ name }) => `printf("%llx\\n", ${name}());`);
  return `#include <stdio.h>\n${declared.join('\n')}\nint main(void) {\n${printed.join('\n')}\nreturn 0;\n}\n`;
}

/** What is used of the host's WebAssembly, whose types come with browsers only. */
interface WasmHost {
  readonly WebAssembly: {
    instantiate(
      bytes: Uint8Array,
    ): Promise<{ readonly instance: { readonly exports: Readonly<Record<string, () => bigint>> } }>;
  };
}

async function wasmResults(programs: readonly ReferenceProgram[]): Promise<bigint[]> {
  const support =
    'void *memcpy(void *t, const void *f, unsigned long n) { char *a = t; const char *b = f; while (n--) *a++ = *b++; return t; }\nvoid *memset(void *t, int v, unsigned long n) { char *a = t; while (n--) *a++ = v; return t; }\n';
  const given = new Map([
    ...programs.map(({ name, text }) => [`/${name}.c`, text] as const),
    ['/support.c', support],
  ]);
  const compile = [
    'clang',
    '-cc1',
    '-triple',
    'wasm32',
    '-emit-obj',
    '-w',
    '-O1',
    '-ffp-contract=off',
    '-fno-builtin',
  ];
  const compiled = await runBuiltIn('llvm', [...compile, ...given.keys()], given);
  const names = [...given.keys()].map(name => name.replace(/\.c$/, '.o'));
  const link = [
    'wasm-ld',
    '--no-entry',
    ...programs.map(({ name }) => `--export=${name}`),
    ...names,
    '-o',
    '/all.wasm',
  ];
  const objects = new Map(names.map(name => [name, compiled.file(name) ?? new Uint8Array()]));
  const linked = await runBuiltIn('llvm', link, objects);
  const { WebAssembly } = globalThis as unknown as WasmHost;
  const { instance } = await WebAssembly.instantiate(linked.file('/all.wasm')!);
  const run = instance.exports;
  return programs.map(({ name }) => BigInt.asUintN(64, run[name]!()));
}
