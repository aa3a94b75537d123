// From C to LLVM IR: clang as WebAssembly, or one of the system.
//
// The target is riscv32 with the integer calling convention: 32-bit pointers, little endian, numbers aligned by their size, small
// structs as words, and arithmetic in `half` where the source says `_Float16` (wasm32 refuses that type). Its instructions are
// never made.

import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readDiagnostics, runBuiltIn } from '@sonde/built-in-clang';
import type { CompileDiagnostic } from '../llc/compile-module.js';

export interface FrontEndRequest {
  /** All files by absolute path. */
  readonly files: ReadonlyMap<string, string>;
  /** Those to compile. */
  readonly sources: readonly string[];
  readonly optimization: '0' | '1' | '2' | 's';
  readonly debug: boolean;
  readonly includeDirectories: readonly string[];
  /** `NAME` or `NAME=VALUE`. */
  readonly defines: readonly string[];
  readonly extra?: readonly string[];
}

export interface FrontEndResult {
  /** By source. */
  readonly modules: ReadonlyMap<string, string>;
  readonly diagnostics: readonly CompileDiagnostic[];
}

export type FrontEnd = (request: FrontEndRequest) => Promise<FrontEndResult>;

function argumentsOf(request: FrontEndRequest, place: (file: string) => string): string[] {
  const features = ['+m', '+f', '+zfh', '+zfhmin', '+zicsr', '+relax'];
  return [
    '-cc1',
    ...['-triple', 'riscv32-unknown-unknown-elf', '-target-abi', 'ilp32', '-target-cpu', 'generic-rv32'],
    ...features.flatMap(feature => ['-target-feature', feature]),
    ...[
      '-emit-llvm',
      '-disable-free',
      '-ffreestanding',
      '-ffp-contract=off',
      '-nostdsysteminc',
      '-std=gnu17',
    ],
    // `char` has a sign, as on the machines that most C was written for: the driver would say -fno-signed-char for riscv32.
    ...['-fno-common', '-mframe-pointer=none', '-fgnuc-version=4.2.1'],
    `-O${request.optimization}`,
    ...(request.optimization === '0' ? [] : ['-mllvm', '-replexitval=never']),
    ...(request.debug
      ? ['-debug-info-kind=standalone', '-dwarf-version=5', '-fexperimental-assignment-tracking=disabled']
      : []),
    ...request.includeDirectories.flatMap(directory => ['-I', place(directory)]),
    ...request.defines.flatMap(name => ['-D', name]),
    ...['-D', '__hsx__=1', '-U', '__riscv'],
    ...(request.extra ?? []),
    ...request.sources.map(place),
  ];
}

const outputOf = (source: string): string => source.replace(/\.[^./]*$/, '.ll');

/** Takes some seconds the first time. */
export const wasmFrontEnd: FrontEnd = async request => {
  const made = await runBuiltIn('llvm', ['clang', ...argumentsOf(request, file => file)], request.files);
  const modules = new Map<string, string>();
  for (const source of request.sources) {
    const bytes = made.file(outputOf(source));
    if (bytes !== undefined) modules.set(source, new TextDecoder().decode(bytes));
  }
  const diagnostics = readDiagnostics(made.errors, file => file);
  return { modules, diagnostics: completed(request, modules, diagnostics) };
};

/** A program such as `clang-22`. Undefined where it cannot be run or has not our target. */
export const systemFrontEnd =
  (program: string): ((request: FrontEndRequest) => Promise<FrontEndResult | undefined>) =>
  async request => {
    const headers = await headersOf(program);
    if (headers === undefined) return undefined;
    const root = mkdtempSync(path.join(tmpdir(), 'hsx-cc-'));
    try {
      const place = (file: string): string => path.join(root, file);
      for (const [file, text] of request.files) {
        mkdirSync(path.dirname(place(file)), { recursive: true });
        writeFileSync(place(file), text);
      }
      const overlay = path.join(root, 'files.yaml');
      writeFileSync(overlay, overlayOf([...request.files.keys()], place, headers));
      const given = [
        ...argumentsOf(request, place),
        ...['-ivfsoverlay', overlay],
        `-fdebug-prefix-map=${root}=`,
        `-fmacro-prefix-map=${root}=`,
      ];
      const errors = await run(program, given);
      if (
        errors === undefined ||
        /unable to create target|unknown target triple|unknown argument/.test(errors)
      ) {
        return undefined;
      }
      const modules = new Map<string, string>();
      for (const source of request.sources) {
        try {
          modules.set(source, readFileSync(place(outputOf(source)), 'utf8').replaceAll(root, ''));
        } catch {
          // It was not made; the diagnostics say why.
        }
      }
      const diagnostics = readDiagnostics(errors, file => file.replace(root, ''));
      return { modules, diagnostics: completed(request, modules, diagnostics) };
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  };

/**
 * Of all files clang sees only its own headers and ours, under their own names and where they were put: an `#include` or `#embed`
 * that was written so that it was not found beforehand opens nothing else.
 */
function overlayOf(files: readonly string[], place: (file: string) => string, headers: string): string {
  const roots = files.flatMap(file =>
    [file, place(file)].map(name => ({ type: 'file', name, 'external-contents': place(file) })),
  );
  const own = { type: 'directory-remap', name: headers, 'external-contents': headers };
  const settings = { 'case-sensitive': true, 'use-external-names': false, fallthrough: false };
  return JSON.stringify({ version: 0, ...settings, roots: [...roots, own] });
}

const headerFolders = new Map<string, Promise<string | undefined>>();

/** Where a clang has `<stddef.h>` and the like. */
function headersOf(program: string): Promise<string | undefined> {
  let found = headerFolders.get(program);
  if (found === undefined) {
    found = new Promise(resolve => {
      execFile(program, ['-print-resource-dir'], (error, text) => {
        resolve(error === null ? path.join(text.trim(), 'include') : undefined);
      });
    });
    headerFolders.set(program, found);
  }
  return found;
}

function run(program: string, given: readonly string[]): Promise<string | undefined> {
  return new Promise(resolve => {
    const child = spawn(program, given, { stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    child.on('error', () => {
      resolve(undefined);
    });
    child.on('close', () => {
      resolve(errors);
    });
  });
}

const systemPrograms: readonly string[] = ['clang-22', 'clang'];

/** A clang of the system that reads C for this machine; nothing else is needed then. */
export const systemClang = async (): Promise<string | undefined> => {
  for (const program of systemPrograms) if (await canCompile(program)) return program;
  return undefined;
};

const canCompile = async (program: string): Promise<boolean> => {
  const probe = { files: new Map([['/probe.c', 'int probe;']]), sources: ['/probe.c'] };
  const options = { optimization: '0', debug: false, includeDirectories: [], defines: [] } as const;
  return (await systemFrontEnd(program)({ ...probe, ...options })) !== undefined;
};

/** The system's where there is one, else WebAssembly. */
export function chosenFrontEnd(choice: string | undefined): FrontEnd {
  if (choice === 'wasm') return wasmFrontEnd;
  const known = chosen.get(choice);
  if (known !== undefined) return known;
  const made = systemOrWasm(choice);
  chosen.set(choice, made);
  return made;
}

/** The same one each time, because the library is compiled once for each. */
const chosen = new Map<string | undefined, FrontEnd>();

function systemOrWasm(choice: string | undefined): FrontEnd {
  const programs = choice === undefined ? systemPrograms : [choice];
  return async request => {
    for (const program of programs) {
      const result = await systemFrontEnd(program)(request);
      if (result !== undefined) return result;
    }
    if (choice === undefined) return wasmFrontEnd(request);
    const message = `${choice} cannot be run, or cannot compile for 32 bits; leave out --clang to use the built-in one`;
    return { modules: new Map(), diagnostics: [{ severity: 'error', message }] };
  };
}

/** A source without a result needs an error, whatever was printed. */
function completed(
  request: FrontEndRequest,
  modules: ReadonlyMap<string, string>,
  diagnostics: readonly CompileDiagnostic[],
): readonly CompileDiagnostic[] {
  const missing = request.sources.find(source => !modules.has(source));
  if (missing === undefined || diagnostics.some(({ severity }) => severity === 'error')) return diagnostics;
  return [...diagnostics, { severity: 'error', message: 'clang made nothing of it', file: missing }];
}
