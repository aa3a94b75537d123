// Names inside one function, each given out once. Nothing is numbered: allocas are added to the entry block late.

import { spelledName } from './spelling.js';

export class LocalNames {
  readonly #next = new Map<string, number>();

  /** The wanted name, with a number behind it if it is taken; spelled, with its `%`. */
  take(wanted: string): string {
    // Only a hint for readers of the text, so what LLVM would refuse is left out.
    const base = wanted.replaceAll('\0', '') || 'v';
    let name = base;
    let count = this.#next.get(base) ?? 0;
    while (count > 0 && this.#next.has((name = `${base}.${count}`))) count += 1;
    this.#next.set(base, count + 1);
    if (name !== base) this.#next.set(name, 1);
    return `%${spelledName(name)}`;
  }
}
