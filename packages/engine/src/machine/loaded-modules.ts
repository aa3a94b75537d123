// The modules that are there now, and the sources that came with them.

import type { EngineEvent, ModuleInfo } from '../contract.js';
import type { ModuleId } from '../ids.js';
import type { SourceRef } from '../source.js';
import type { SymbolIndex } from '../symbols.js';
import { moduleInfo } from './module-info.js';

export class LoadedModules {
  readonly #ids: Set<ModuleId>;

  constructor(
    private readonly symbols: SymbolIndex,
    loaded: readonly ModuleId[],
  ) {
    this.#ids = new Set(loaded);
  }

  get ids(): ReadonlySet<ModuleId> {
    return this.#ids;
  }

  modules(): readonly ModuleInfo[] {
    return [...this.#ids].map(id => moduleInfo(this.symbols, id));
  }

  sources(): readonly SourceRef[] {
    const { functions, sources } = this.symbols.data;
    const used = new Set(functions.filter(f => this.#ids.has(f.module)).map(f => f.source));
    return sources.filter((_, index) => used.has(index));
  }

  /** One more module; answers with what there is to tell about it. */
  add(id: ModuleId): readonly EngineEvent[] {
    const before = new Set(this.sources());
    this.#ids.add(id);
    const fresh = this.sources().filter(source => !before.has(source));
    return [
      { kind: 'module', module: moduleInfo(this.symbols, id), change: 'new' },
      ...fresh.map(source => ({ kind: 'source', source, change: 'new' }) as const),
    ];
  }
}
