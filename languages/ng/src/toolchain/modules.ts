// Finds, reads and checks the modules of a program, each after those that it imports.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cancelled, Failure, readOrdinarySync, sourceReader, type ReadSource } from '@sonde/engine';
import type { DebugInfo } from './format/debug-info.js';
import { readNgo, type NgoFile } from './format/ngo-reader.js';
import { sourceHash } from './format/source-hash.js';
import type { Position, Unit } from './ast.js';
import { check } from './checker/check.js';
import type { CheckedUnit, ModuleInterface } from './checked.js';
import { isNativeModule } from './codegen/natives.js';
import { refusal } from './codegen/refusal.js';
import { compiledInterface } from './compiled-interface.js';
import { parseUnit } from './parser/parser.js';
import { SourceProblem, type SourceFile } from './source.js';

export const sourceExtension = '.ng';
export const compiledExtension = '.ngo';

/** The content of a file; undefined when there is none. */
export type ReadFile = (path: string) => Uint8Array | undefined;

export interface LoadOptions {
  readonly upstreamCompatible: boolean;
}

interface LoadedBase {
  /** The name that imports use. */
  readonly name: string;
  readonly path: string;
  readonly interface: ModuleInterface;
  /** Dotted name in the `import` → the module, in the order of the source. */
  readonly imports: ReadonlyMap<string, LoadedUnit>;
}

export type LoadedUnit = LoadedBase &
  (
    | { readonly kind: 'source'; readonly checked: CheckedUnit }
    | { readonly kind: 'compiled'; readonly ngo: NgoFile }
  );

export class ModuleLoader {
  /** By path; `loading` while the modules that it imports are being loaded. */
  readonly #units = new Map<string, LoadedUnit | 'loading'>();
  readonly #finished: LoadedUnit[] = [];
  /** The folder of the program itself. */
  #programFolder: string | undefined;
  /** Of compiled modules: the folder of the source, where that is known. */
  readonly #sourceFolders = new Map<string, string>();
  /** What is odd about compiled modules and does not keep the program from running, such as imports that are not found. */
  readonly problems: string[] = [];

  constructor(
    readonly options: LoadOptions,
    readonly read: ReadFile,
    readonly signal?: AbortSignal,
  ) {}

  /** Imported ones before those that import them, so the program itself is last. */
  get units(): readonly LoadedUnit[] {
    return this.#finished;
  }

  loadSource(path: string, name?: string): LoadedUnit {
    const bytes = this.read(path);
    if (bytes === undefined) throw missing(path);
    return this.#source(path, bytes, name);
  }

  loadCompiled(path: string, name?: string): LoadedUnit {
    const bytes = this.read(path);
    if (bytes === undefined) throw missing(path);
    return this.#compiled(path, bytes, name);
  }

  #source(path: string, bytes: Uint8Array, name: string | undefined): LoadedUnit {
    const read: SourceFile = { path, module: stemOf(path), text: decoder.decode(bytes) };
    return withFile(read, () => {
      this.#begin(path);
      const unit = parseUnit(read);
      const file = { ...read, module: moduleName(unit, read) };
      const imports = this.#importsOf(unit, path);
      const interfaces = new Map([...imports].map(([dotted, imported]) => [dotted, imported.interface]));
      const checked = check(file, unit, interfaces, this.options);
      return this.#finish({
        kind: 'source',
        name: name ?? file.module,
        path,
        interface: checked.interface,
        imports,
        checked,
      });
    });
  }

  #compiled(path: string, bytes: Uint8Array, name: string | undefined): LoadedUnit {
    this.#begin(path);
    const ngo = readNgo(bytes, path);
    const { module, debug } = ngo;
    if (debug !== undefined) {
      this.#sourceFolders.set(path, dirname(debug.sourcePath));
      this.#compareWithSource(path, debug);
    }
    if (name !== undefined && module.name !== name)
      throw new Failure(
        'bad-arguments',
        'user',
        `Bytecode module id mismatch: ${module.name}, expected ${name}`,
      );
    const imports = new Map<string, LoadedUnit>();
    for (const { module: dotted } of module.imports) {
      if (imports.has(dotted) || isNativeModule(dotted.split('.'))) continue;
      const imported = this.#leniently(dotted, path);
      if (imported !== undefined) imports.set(dotted, imported);
    }
    return this.#finish({
      kind: 'compiled',
      name: name ?? module.name,
      path,
      interface: compiledInterface(module, path),
      imports,
      ngo,
    });
  }

  /** A debugger would show the lines of another text. */
  #compareWithSource(path: string, { sourcePath, sourceHash: compiled }: DebugInfo): void {
    const source = this.#readIfPossible(sourcePath);
    if (source === undefined || sourceHash(decoder.decode(source)) === compiled) return;
    this.problems.push(
      `${sourcePath} has changed since ${path} was compiled from it: lines may be off. Compile it again.`,
    );
  }

  #readIfPossible(path: string): Uint8Array | undefined {
    try {
      return this.read(path);
    } catch {
      // It is not needed to run the program.
      return undefined;
    }
  }

  #begin(path: string): void {
    if (this.signal?.aborted === true) throw cancelled();
    this.#programFolder ??= dirname(path);
    this.#units.set(path, 'loading');
  }

  #finish(unit: LoadedUnit): LoadedUnit {
    this.#units.set(unit.path, unit);
    this.#finished.push(unit);
    return unit;
  }

  #importsOf(unit: Unit, path: string): ReadonlyMap<string, LoadedUnit> {
    const imports = new Map<string, LoadedUnit>();
    for (const declaration of unit.declarations) {
      if (declaration.kind !== 'import' || isNativeModule(declaration.path)) continue;
      const dotted = declaration.path.join('.');
      if (!imports.has(dotted))
        imports.set(dotted, this.#import(declaration.path, path, declaration.span.start));
    }
    return imports;
  }

  /** For a compiled module: what it does not find is missed only when it is called. */
  #leniently(dotted: string, from: string): LoadedUnit | undefined {
    try {
      return this.#import(dotted.split('.'), from, { line: 1, column: 1 });
    } catch (error) {
      if (!(error instanceof SourceProblem) && !(error instanceof Failure && error.blame === 'user'))
        throw error;
      for (const [path, unit] of this.#units)
        if (unit === 'loading' && path !== from) this.#units.delete(path);
      const where = error instanceof SourceProblem && error.file !== undefined ? `${error.file.path}: ` : '';
      const problem = `${from} imports ${dotted}, which cannot be loaded: ${where}${error.message}`;
      if (!this.problems.includes(problem)) this.problems.push(problem);
      return undefined;
    }
  }

  /** The source, or a compiled module where there is no source: that is never older than what it was made from. */
  #import(segments: readonly string[], from: string, at: Position): LoadedUnit {
    const dotted = segments.join('.');
    const relative = segments.join('/');
    for (const folder of this.#folders(from))
      for (const extension of [sourceExtension, compiledExtension]) {
        const path = join(folder, `${relative}${extension}`);
        const known = this.#units.get(path);
        if (known === 'loading')
          throw refusal(
            `Cyclic source module compilation detected: ${dotted}`,
            at,
            'Modules cannot import one another in a circle.',
          );
        if (known !== undefined) return known;
        const bytes = this.read(path);
        if (bytes === undefined) continue;
        return extension === sourceExtension
          ? this.#source(path, bytes, dotted)
          : this.#compiled(path, bytes, dotted);
      }
    throw refusal(
      `Module not found: ${relative}${sourceExtension}`,
      at,
      segments[0] === 'std'
        ? `Sonde has the modules of natives and std.list, but no ${dotted}.`
        : `It was looked for beside ${from} and the program.`,
    );
  }

  /** Beside the importing module, beside the program, beside the source of a compiled one, then what the language brings. */
  #folders(from: string): readonly string[] {
    const own = dirname(from);
    const source = this.#sourceFolders.get(from) ?? own;
    return [...new Set([own, this.#programFolder ?? own, source, libraryFolder])];
  }
}

/** Modules written in the language itself: `std/list.ng`. */
const libraryFolder = fileURLToPath(new URL('../../src/runtime/library/', import.meta.url));

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? name : name.slice(0, dot);
}

const moduleName = ({ module }: Unit, file: SourceFile): string =>
  module === undefined || module.path.length === 0 ? file.module : module.path.join('.');

/** Problems say which file they are about. */
export function withFile<T>(file: SourceFile, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof SourceProblem) error.file ??= file;
    throw error;
  }
}

const missing = (path: string): Failure =>
  new Failure('not-found', 'user', `there is no file ${path}.`, 'Check the path.');

/** Problems of the file system other than that nothing is there are failures. */
export const readFromDisk: ReadFile = path => found(path, readOrdinarySync);

/** The same, for a build that gives up when there is too much. */
export function readUpTo(mostSource: number | undefined): ReadFile {
  const read = sourceReader(mostSource);
  return path => found(path, read);
}

function found(path: string, read: ReadSource): Uint8Array | undefined {
  try {
    return read(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (error instanceof Failure) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new Failure('unreadable', 'environment', `${path} cannot be read: ${why}`);
  }
}
