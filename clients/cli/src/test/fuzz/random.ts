// Chance that comes the same way again: what the fuzzer does follows from one number, and from when answers come.

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, not including, `limit`. */
  below(limit: number): number {
    this.#state = (this.#state + 0x9e37_79b9) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 16), 0x21f0_aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % limit;
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** True once in `times`. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** The key of one entry, the likelier the greater its number. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key {
    const entries = Object.entries(weights) as [Key, number][];
    let left = this.below(entries.reduce((sum, [, weight]) => sum + weight, 0));
    for (const [key, weight] of entries) {
      if (left < weight) return key;
      left -= weight;
    }
    throw new Error('no weights were given');
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.below(256));
  }

  /** A generator of its own, so that what one part does changes nothing for the others. */
  fork(): Random {
    return new Random(this.below(2 ** 32));
  }
}
