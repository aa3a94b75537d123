// Words on stacks and in registers that may be addresses of objects, as a conservative collector sees them.

import type { HeapStop } from '@sonde/engine-native';

export interface LiveObject {
  readonly at: number;
  readonly size: number;
  readonly position: number;
}

export interface StackWord {
  readonly thread: string;
  readonly position: number;
  /** `register rbx`, `a word on the stack`. */
  readonly name: string;
}

export class StackWords {
  readonly #objects: readonly LiveObject[];

  constructor(objects: readonly LiveObject[]) {
    this.#objects = objects.toSorted((one, other) => one.at - other.at);
  }

  /** Each object once for each thread. */
  async find(stop: HeapStop, signal: AbortSignal): Promise<readonly StackWord[]> {
    const stacks = await stop.stacks(signal);
    const image = await stop.image(
      stacks.map(({ low, high }) => ({ at: low, size: high - low })),
      signal,
    );
    return stacks.flatMap(({ thread, low, high, registers }) => {
      const found = new Map<number, string>();
      for (const { name, value } of registers) this.#note(value, `register ${name}`, found);
      const bytes = image.bytes(low, high - low) ?? new Uint8Array(0);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let at = (8 - (low % 8)) % 8; at + 8 <= bytes.length; at += 8) {
        // The upper half of an address is small: a cheap look before the exact one.
        const upper = view.getUint32(at + 4, stop.littleEndian);
        if (upper !== 0 && upper < 0x10000)
          this.#note(upper * 2 ** 32 + view.getUint32(at, stop.littleEndian), 'a word on the stack', found);
      }
      return [...found].map(([position, name]) => ({ thread, position, name }));
    });
  }

  #note(word: number, name: string, found: Map<number, string>): void {
    const object = this.#at(word);
    if (object !== undefined && !found.has(object.position)) found.set(object.position, name);
  }

  /** The object that the address points to or into; the end of one counts, since loops run up to it. */
  #at(address: number): LiveObject | undefined {
    let [low, high] = [0, this.#objects.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#objects[middle]!.at <= address) low = middle + 1;
      else high = middle;
    }
    const found = this.#objects[low - 1];
    return found !== undefined && address - found.at <= found.size ? found : undefined;
  }
}
