// Counts of hits: globals that handlers of breakpoints count in, whichever execution they run in.

import { webAssembly, type WebAssemblyGlobal } from '@sonde/wasm';

interface Counter {
  readonly global: WebAssemblyGlobal;
  /** What of the count was given from outside. */
  counted: number;
}

export class Counters {
  readonly #all = new Map<string, Counter>();

  /** The global to count in: what was counted elsewhere, and what was passed here so far. */
  use({ id, counted }: { readonly id: string; readonly counted: number }): WebAssemblyGlobal {
    let counter = this.#all.get(id);
    if (counter === undefined) {
      const global = new webAssembly.Global({ value: 'i64', mutable: true }, BigInt(counted));
      counter = { global, counted };
      this.#all.set(id, counter);
    }
    counter.global.value = BigInt(counted + this.#passed(counter));
    counter.counted = counted;
    return counter.global;
  }

  /** Hits that were passed since each counter began; undefined where nothing counts. */
  get passed(): ReadonlyMap<string, number> | undefined {
    if (this.#all.size === 0) return undefined;
    return new Map([...this.#all].map(([id, counter]) => [id, this.#passed(counter)]));
  }

  #passed({ global, counted }: Counter): number {
    return Number(global.value) - counted;
  }
}
