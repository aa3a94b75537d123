// Numbers for objects that a machine knows by names of its own: kept for good, so that a number never means another.

export class ObjectNumbers {
  readonly #numbers = new Map<string, number>();

  of(key: string): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#numbers.size + 1;
    this.#numbers.set(key, number);
    return number;
  }
}
