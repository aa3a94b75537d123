// Memory of a contract as host functions touch it: every pointer and length is checked before.

import { HostRefusal } from './host-refusal.js';

/**
 * Pointers and lengths come as i32 and mean u32. A length beyond the whole memory is an INVALID_LENGTH, a range that is not
 * inside it an INVALID_POINTER.
 */
export class GuestMemory {
  constructor(private readonly memory: () => Uint8Array) {}

  /** A copy. */
  read(pointer: number, length: number): Uint8Array {
    return this.#range(pointer, length).slice();
  }

  write(pointer: number, bytes: Uint8Array): void {
    this.#range(pointer, bytes.length).set(bytes);
  }

  check(pointer: number, length: number): void {
    this.#range(pointer, length);
  }

  /** Whole and valid, or an INVALID_ARGUMENT. */
  text(pointer: number, length: number): string {
    const bytes = this.read(pointer, length);
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new HostRefusal('INVALID_ARGUMENT');
    }
  }

  #range(pointer: number, length: number): Uint8Array {
    const memory = this.memory();
    const start = pointer >>> 0;
    const count = length >>> 0;
    if (count > memory.length) throw new HostRefusal('INVALID_LENGTH');
    if (start + count > memory.length) throw new HostRefusal('INVALID_POINTER');
    return memory.subarray(start, start + count);
  }
}
