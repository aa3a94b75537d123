// Literals of a module: texts, hashes and wide numbers, each kept once.

import { alignUp } from '../layout/layout.js';
import { dataStart } from './memory-map.js';

export class DataPool {
  readonly #known = new Map<string, number>();
  readonly #pieces: { readonly at: number; readonly bytes: Uint8Array }[] = [];
  #end = dataStart;

  get end(): number {
    return this.#end;
  }

  /** The address of these bytes. */
  bytes(bytes: Uint8Array, align = 1): number {
    const key = `${align}:${Buffer.from(bytes).toString('latin1')}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const at = alignUp(this.#end, align);
    this.#pieces.push({ at, bytes });
    this.#known.set(key, at);
    this.#end = at + bytes.length;
    return at;
  }

  /** The handle of a string. */
  string(text: string): number {
    const utf8 = new TextEncoder().encode(text);
    if (utf8.length === 0) return 0;
    const bytes = new Uint8Array(4 + utf8.length);
    new DataView(bytes.buffer).setUint32(0, utf8.length, true);
    bytes.set(utf8, 4);
    return this.bytes(bytes, 4);
  }

  /** All of it, as one segment that begins at `dataStart`. */
  segment(): Uint8Array {
    const all = new Uint8Array(this.#end - dataStart);
    for (const { at, bytes } of this.#pieces) all.set(bytes, at - dataStart);
    return all;
  }
}
