// Names of watched values: what people called them when they asked whether they can be watched.

import { formatAddress, placeKey, type Place } from '@sonde/engine';

/** More than anybody watches; the oldest is forgotten. */
const most = 256;

export class DataNames {
  readonly #names = new Map<string, string>();

  note(place: Place, name: string): void {
    const key = placeKey(place);
    this.#names.delete(key);
    this.#names.set(key, name);
    const [oldest] = this.#names.keys();
    if (this.#names.size > most && oldest !== undefined) this.#names.delete(oldest);
  }

  /** A data id may be older than the session; then the place itself has to do. */
  of(place: Place, size: number): string {
    return this.#names.get(placeKey(place)) ?? placeText(place, size);
  }
}

function placeText(place: Place, size: number): string {
  switch (place.kind) {
    case 'memory':
      return `${size} bytes at ${formatAddress(place.address)}`;
    case 'register':
      return place.name;
    case 'slot':
      return `variable ${place.slot}`;
    case 'global':
      return `global ${place.index}`;
    case 'field':
      return `member ${place.key}`;
    case 'storage':
      return place.key;
  }
}
