// Compiles C for the tests, and starts modules on their engine.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBuiltIn } from '@sonde/built-in-clang';
import { readDwarf, type DwarfData } from '@sonde/dwarf';
import { EngineDriver, type DriverOptions } from '@sonde/engine/driver';
import type { BuildResult } from '@sonde/language';
import { readModule, sectionIds, type WasmModule } from '@sonde/wasm';
import { onTestFinished } from 'vitest';
import { wasm } from '../pack/wasm.js';

/** Where the compiler believes its source to be. */
export const sourcePath = '/made/program.c';

/** A module; each pair of source and options is compiled once. */
export async function compiled(text: string, ...options: readonly string[]): Promise<Uint8Array> {
  const key = JSON.stringify([text, options]);
  const known = modules.get(key) ?? compile(text, options);
  modules.set(key, known);
  return known;
}

const modules = new Map<string, Promise<Uint8Array>>();

async function compile(text: string, options: readonly string[]): Promise<Uint8Array> {
  const out = '/made/program.wasm';
  const run = await runBuiltIn('clang', [...options, sourcePath, '-o', out], new Map([[sourcePath, text]]));
  const module = run.file(out);
  if (module === undefined || run.exitCode !== 0) throw new Error(run.errors);
  return module;
}

/** Options for a module without a C library that exports one function. */
export const library = (...names: readonly string[]): readonly string[] => [
  '-nostdlib',
  '-Wl,--no-entry',
  ...names.map(name => `-Wl,--export=${name}`),
];

export function moduleOf(bytes: Uint8Array): WasmModule {
  const read = readModule(bytes);
  if (!read.ok) throw read.problem;
  return read.module;
}

export const debugSections = (module: WasmModule): Map<string, Uint8Array> =>
  new Map(
    module.customs.filter(({ name }) => name.startsWith('.debug')).map(({ name, bytes }) => [name, bytes]),
  );

export const codeOf = (module: WasmModule) => module.sections.find(({ id }) => id === sectionIds.code)!;

export const dwarfOf = (module: WasmModule): DwarfData =>
  readDwarf({ sections: debugSections(module), code: codeOf(module) });

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wasm-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a module, its source and other files beside each other; answers with the path of the module. */
export function written(
  module: Uint8Array,
  files: Readonly<Record<string, string | Uint8Array>> = {},
): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'program.wasm'), module);
  for (const [name, contents] of Object.entries(files)) writeFileSync(join(folder, name), contents);
  return join(folder, 'program.wasm');
}

export const built = (program: string, extra: Readonly<Record<string, unknown>> = {}): Promise<BuildResult> =>
  wasm.build({
    program,
    cwd: '/',
    debugInfo: true,
    extra,
    signal: new AbortController().signal,
    progress: () => undefined,
  });

/** What a build that failed says, with its hint. */
export async function refusal(
  program: string,
  extra: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { target, diagnostics } = await built(program, extra);
  if (target !== undefined) throw new Error('it was built');
  return diagnostics.map(({ message, hint = '' }) => `${message} ${hint}`).join('\n');
}

export class Session {
  constructor(
    readonly driver: EngineDriver,
    readonly program: string,
  ) {}

  /** Loads a program; it has not begun. */
  static async load(
    program: string,
    extra: Readonly<Record<string, unknown>> = {},
    options: DriverOptions = {},
  ): Promise<Session> {
    const { target, diagnostics } = await built(program, extra);
    if (target === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
    const driver = await EngineDriver.start(wasm.engine, target, {
      compile: (text, names, types) => wasm.expressions!.compile(text, { names, types }),
      ...options,
    });
    onTestFinished(() => driver.dispose());
    return new Session(driver, program);
  }

  /** Stops at each line of the source that carries the marker. */
  async breakAt(source: string, marker: string, condition?: string): Promise<void> {
    const line = lineOf(readFileSync(source, 'utf8'), marker);
    const at = { kind: 'source' as const, source: { name: 'program.c', path: source }, line };
    await this.driver.break(at, condition === undefined ? {} : { condition });
  }

  /** Runs to the end: what was printed, and the exit code. */
  async run(): Promise<{ readonly code: number | string; readonly stdout: string; readonly stderr: string }> {
    await this.driver.engine.begin();
    const code = await this.driver.finish();
    return { code, stdout: this.driver.output(), stderr: this.driver.output('stderr') };
  }
}

/** The line that carries `// #name`. */
export function lineOf(text: string, marker: string): number {
  const found = text.split('\n').findIndex(line => line.includes(`// #${marker}`));
  if (found < 0) throw new Error(`no marker #${marker}`);
  return found + 1;
}
