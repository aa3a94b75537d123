// Where code and variables were written: chains of lexical scopes, and the files at their ends.

import type { FileData, LocationData, MetadataId, ModuleData } from '@sonde/llvm-ir';
import type { DbgSource } from '../format/dbg.js';

/** Deeper than anybody nests; a circle in broken metadata ends here. */
const deepest = 200;

export class DebugScopes {
  readonly files: DbgSource[] = [];
  readonly #indices = new Map<string, number>();

  constructor(private readonly module: ModuleData) {}

  /** From the scope itself outwards. */
  chain(scope: MetadataId | undefined): readonly MetadataId[] {
    const { subprograms, blocks } = this.module.debug;
    const found: MetadataId[] = [];
    for (let at = scope; at !== undefined && found.length < deepest;) {
      found.push(at);
      at = subprograms.has(at) ? undefined : blocks.get(at)?.scope;
    }
    return found;
  }

  /** The name of the function around it; undefined outside of all. */
  functionAround(scope: MetadataId | undefined): string | undefined {
    const { subprograms } = this.module.debug;
    return this.chain(scope)
      .map(id => subprograms.get(id)?.name)
      .find(name => name !== undefined);
  }

  /** Of code that came from another function, the call that it stands for. */
  location(id: MetadataId | undefined): LocationData | undefined {
    const { locations } = this.module.debug;
    let found = id === undefined ? undefined : locations.get(id);
    for (let depth = 0; found?.inlinedAt !== undefined && depth < deepest; depth++)
      found = locations.get(found.inlinedAt);
    return found;
  }

  fileOf(scope: MetadataId | undefined): number | undefined {
    const { subprograms, blocks } = this.module.debug;
    for (const id of this.chain(scope)) {
      const file = subprograms.get(id)?.file ?? blocks.get(id)?.file;
      if (file !== undefined) return this.index(file);
    }
    return undefined;
  }

  /** Adds the file where it is new. */
  index({ name, directory }: FileData): number {
    const key = `${directory}\0${name}`;
    const known = this.#indices.get(key);
    if (known !== undefined) return known;
    const index = this.files.push({ filename: name, directory }) - 1;
    this.#indices.set(key, index);
    return index;
  }
}
