// Memory of a contract as host functions touch it: every pointer and length is checked before.

import type { HostMemory } from '@sonde/engine-wasm';
import { HostRefusal } from './host-refusal.js';

/**
 * Pointers and lengths come as i32 and mean u32. A length beyond the whole memory is an INVALID_LENGTH, a range that is not
 * inside it an INVALID_POINTER.
 */
export class GuestMemory {
  constructor(private readonly memory: HostMemory) {}

  /** A copy. */
  read(pointer: number, length: number): Uint8Array {
    this.check(pointer, length);
    return this.memory.read(pointer >>> 0, length >>> 0);
  }

  write(pointer: number, bytes: Uint8Array): void {
    this.check(pointer, bytes.length);
    this.memory.write(pointer >>> 0, bytes);
  }

  check(pointer: number, length: number): void {
    const count = length >>> 0;
    if (count > this.memory.size) throw new HostRefusal('INVALID_LENGTH');
    if ((pointer >>> 0) + count > this.memory.size) throw new HostRefusal('INVALID_POINTER');
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
}
