// Types of watched values: what a value was when somebody asked whether it can be watched, and the language it was seen in.
//
// An engine that watches memory knows bytes. The old and the new value are shown as what they were asked about.

import { placeKey, type Place, type RawValue, type TypeId, type TypeTable } from '@sonde/engine';
import type { Language } from '@sonde/language';

/** More than anybody watches; the oldest is forgotten. */
const most = 256;

export interface WatchedType {
  readonly type: TypeId;
  /** The types of the program that it is one of: those of the next run have other numbers. */
  readonly types: TypeTable;
  readonly size: number;
  readonly language: Language;
}

export class WatchedTypes {
  readonly #known = new Map<string, WatchedType>();

  note(place: Place, watched: WatchedType): void {
    const key = placeKey(place);
    this.#known.delete(key);
    this.#known.set(key, watched);
    const [oldest] = this.#known.keys();
    if (this.#known.size > most && oldest !== undefined) this.#known.delete(oldest);
  }

  /** Undefined where nobody asked, or for as many bytes as are watched now. */
  of(place: Place, value: RawValue, types: TypeTable): WatchedType | undefined {
    const known = this.#known.get(placeKey(place));
    if (known?.types !== types || value.content.kind !== 'bytes') return undefined;
    // What shares its bytes with others is not to be had from all of them.
    if (place.kind === 'memory' && place.bits !== undefined) return undefined;
    return value.content.bytes.length === known.size ? known : undefined;
  }
}
