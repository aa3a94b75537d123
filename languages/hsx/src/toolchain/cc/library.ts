// The run-time library: C and MVASM that programs are linked with as far as they use it.

import { addIncluded, readFromDisk } from '@sonde/built-in-clang';
import { readFileSync } from 'node:fs';
import { compileModule, type CompiledModule } from '../llc/compile-module.js';
import { wasmFrontEnd, type FrontEnd } from './front-end.js';
import { cachedLibrary } from './library-cache.js';

const folder = new URL('../../../src/toolchain/cc/', import.meta.url);

/** Where headers are, as compilations see it. */
export const includeDirectory = '/hsx/include';

const sourceNames = ['integers', 'float', 'string', 'stdlib', 'stdio', 'float-text', 'math'];

const textOf = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

/** Headers by the path that compilations see; everything else from where `read` finds it. */
export const withHeaders =
  (read: (file: string) => string | undefined) =>
  (file: string): string | undefined => {
    if (!file.startsWith(`${includeDirectory}/`)) return read(file);
    try {
      return textOf(`include/${file.slice(includeDirectory.length + 1)}`);
    } catch {
      return undefined;
    }
  };

export const startText = (): string => textOf('library/start.mvasm');

/** Pieces of assembly that are linked whole when one of their symbols is used. */
export const assemblyTexts = (): readonly { readonly name: string; readonly text: string }[] =>
  ['services', 'multiply'].map(name => ({ name: `hsx-${name}`, text: textOf(`library/${name}.mvasm`) }));

/** Symbols that are large, and what stands for them in a program that has no `double`. */
export const withoutDouble = (): {
  readonly symbol: string;
  readonly name: string;
  readonly text: string;
} => ({
  symbol: '__hsx_put_float',
  name: 'hsx-no-float',
  text: textOf('library/no-float.mvasm'),
});

const compiled = new Map<FrontEnd, Promise<readonly CompiledModule[]>>();

/** Compiled once in each process. */
export function libraryModules(frontEnd: FrontEnd): Promise<readonly CompiledModule[]> {
  const known = compiled.get(frontEnd);
  if (known !== undefined) return known;
  const made = cachedLibrary(frontEnd === wasmFrontEnd ? 'wasm' : 'system', () => compileLibrary(frontEnd));
  compiled.set(frontEnd, made);
  return made;
}

async function compileLibrary(frontEnd: FrontEnd): Promise<readonly CompiledModule[]> {
  const sources = sourceNames.map(name => `/hsx/library/${name}.c`);
  const files = new Map(sourceNames.map(name => [`/hsx/library/${name}.c`, textOf(`library/${name}.c`)]));
  addIncluded(files, [includeDirectory], withHeaders(readFromDisk));
  const { modules, diagnostics } = await frontEnd({
    files,
    sources,
    optimization: 's',
    debug: false,
    includeDirectories: [includeDirectory],
    defines: [],
    // Loops must not become calls of the functions that they are.
    extra: ['-fno-builtin'],
  });
  return sources.map(source => {
    const text = modules.get(source);
    if (text === undefined)
      throw new Error(`${source}: ${diagnostics.map(({ message }) => message).join('; ')}`);
    const result = compileModule(text, `hsx-${source.replace(/^.*\//, '').replace(/\.c$/, '')}`);
    if (result.module === undefined) {
      throw new Error(`${source}: ${result.diagnostics.map(({ message }) => message).join('; ')}`);
    }
    return result.module;
  });
}
