// Where instructions come from: locations of the metadata as places in files.

import type { DebugData, FileData, LocationData, MetadataId } from '@sonde/llvm-ir';
import type { DbgSource } from '../../format/dbg.js';

export interface SourcePlace {
  readonly file: number;
  readonly line: number;
  readonly column: number;
  /** The block that it stands in. */
  readonly scope: MetadataId | undefined;
}

/** Real scopes nest a few dozen times at most. */
const deepest = 200;

export class DebugPlaces {
  readonly files: DbgSource[] = [];
  readonly #indices = new Map<string, number>();
  readonly #known = new Map<MetadataId, SourcePlace | undefined>();

  constructor(private readonly debug: DebugData) {}

  fileIndex(file: FileData | undefined): number {
    const source = { filename: file?.name ?? '', directory: file?.directory ?? '' };
    const key = `${source.directory}\0${source.filename}`;
    const known = this.#indices.get(key);
    if (known !== undefined) return known;
    const index = this.files.push(source) - 1;
    this.#indices.set(key, index);
    return index;
  }

  /** Undefined for code that nobody wrote. What was inlined stands where it was called. */
  placeOf(id: MetadataId | undefined): SourcePlace | undefined {
    if (id === undefined) return undefined;
    if (!this.#known.has(id)) this.#known.set(id, this.#find(id));
    return this.#known.get(id);
  }

  isInlined(id: MetadataId | undefined): boolean {
    return id !== undefined && this.debug.locations.get(id)?.inlinedAt !== undefined;
  }

  #find(id: MetadataId): SourcePlace | undefined {
    let location: LocationData | undefined = this.debug.locations.get(id);
    for (let depth = 0; location?.inlinedAt !== undefined && depth < deepest; depth += 1) {
      location = this.debug.locations.get(location.inlinedAt);
    }
    if (location === undefined || location.line === 0) return undefined;
    const file = this.#fileOf(location.scope);
    return {
      file: this.fileIndex(file),
      line: location.line,
      column: location.column,
      scope: location.scope,
    };
  }

  #fileOf(scope: MetadataId | undefined): FileData | undefined {
    for (const owner of this.scopesFrom(scope)) {
      const found = this.debug.blocks.get(owner)?.file ?? this.debug.subprograms.get(owner)?.file;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** A scope and those around it, up to the function. */
  scopesFrom(scope: MetadataId | undefined): MetadataId[] {
    const found: MetadataId[] = [];
    for (let next = scope; next !== undefined && found.length < deepest;) {
      found.push(next);
      if (this.debug.subprograms.has(next)) break;
      next = this.debug.blocks.get(next)?.scope;
    }
    return found;
  }
}
