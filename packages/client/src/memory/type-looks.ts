// Which look each type of region has: once given it stays, whatever other types come and go.

/** How many types look different; further ones share. */
export const looks = 8;

export class TypeLooks {
  readonly #given = new Map<string, number>();

  /** Looks of the types of one map, in their order. */
  of(types: readonly string[]): readonly number[] {
    return types.map(type => {
      const known = this.#given.get(type);
      if (known !== undefined) return known;
      const look = this.#free(types);
      this.#given.set(type, look);
      return look;
    });
  }

  /** One that no type has; else one that no type of this map has. */
  #free(types: readonly string[]): number {
    const all = new Set(this.#given.values());
    const here = new Set(types.flatMap(type => this.#given.get(type) ?? []));
    const numbers = Array.from({ length: looks }, (_, look) => look);
    return (
      numbers.find(look => !all.has(look)) ??
      numbers.find(look => !here.has(look)) ??
      this.#given.size % looks
    );
  }
}
