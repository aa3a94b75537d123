// The sources of a program, each once, as debuggers name them.

import { basename, dirname, isAbsolute, resolve } from 'node:path';
import type { SourceRef } from '@sonde/engine';
import type { LoadedModule } from './loaded-module.js';
import { sourceIdentity } from './source-identity.js';

/** For functions whose source nobody knows. */
export const noSource = -1;

export class SourceTable {
  readonly #numbers = new Map<string, number>();
  readonly #all: SourceRef[] = [];

  get all(): readonly SourceRef[] {
    return this.#all;
  }

  /** A file as a module's source map names it. */
  numberOf(file: string, { path, debug }: LoadedModule): number {
    const own = debug?.sourcePath ?? '';
    const found = isOwnSource(file, own) ? own : file;
    // A path that is not absolute counts from the file that names it.
    const absolute = isAbsolute(found) ? found : resolve(dirname(path), found);
    const known = this.#numbers.get(absolute);
    if (known !== undefined) return known;
    const hash = found === own ? (debug?.sourceHash ?? '') : '';
    this.#all.push({ name: basename(absolute), path: absolute, ...sourceIdentity(absolute, hash) });
    this.#numbers.set(absolute, this.#all.length - 1);
    return this.#all.length - 1;
  }

  /** The source that the module was compiled from. */
  ownNumber(module: LoadedModule): number {
    const own = module.debug?.sourcePath ?? '';
    return own === '' ? noSource : this.numberOf(own, module);
  }
}

/** The map may have the path shorter than the block behind it. */
const isOwnSource = (file: string, own: string): boolean =>
  own !== '' && !isAbsolute(file) && (own === file || own.endsWith(`/${file}`));
