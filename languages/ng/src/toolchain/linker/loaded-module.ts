// A module as the linker takes it: read or compiled, and not yet placed.

import type { DebugParts } from '../format/debug-info.js';
import type { NgoModule } from '../format/ngo.js';

export interface LoadedModule extends DebugParts {
  /** The name that imports use. */
  readonly name: string;
  /** Absolute path of the file it came from, source or compiled. */
  readonly path: string;
  readonly module: NgoModule;
  /**
   * The modules it imports, by name, as indices into the program; in the order of its source, which is the order of
   * their initialisation. Natives are absent, and so is what could not be found.
   */
  readonly importedModules: ReadonlyMap<string, number>;
}
