// A place: the identity of something that can be read, written or watched.

import { formatAddress, type Address } from './address.js';
import type { FrameId, ObjectId } from './ids.js';

export type Place =
  | {
      readonly kind: 'memory';
      readonly address: Address;
      /** Bytes; absent where the type says it. */
      readonly size?: number;
      readonly bits?: { readonly offset: number; readonly size: number };
    }
  | { readonly kind: 'register'; readonly frame: FrameId; readonly name: string }
  /** A numbered variable of one activation, in a VM or where a compiler keeps it out of memory. */
  | { readonly kind: 'slot'; readonly frame: FrameId; readonly slot: number }
  /** `frame`: one of the task that it belongs to, where each task has its own. */
  | { readonly kind: 'global'; readonly index: number; readonly frame?: FrameId }
  | { readonly kind: 'field'; readonly object: ObjectId; readonly key: string | number }
  /** A key of persistent storage. */
  | { readonly kind: 'storage'; readonly key: string };

/** Equal for places that mean the same; change marks, watch lists and data breakpoints are keyed by it. */
export function placeKey(place: Place): string {
  switch (place.kind) {
    case 'memory': {
      const bits = place.bits === undefined ? '' : `.${place.bits.offset}+${place.bits.size}`;
      return `memory ${formatAddress(place.address)}${place.size === undefined ? '' : `/${place.size}`}${bits}`;
    }
    case 'register':
      return `register ${place.frame} ${place.name}`;
    case 'slot':
      return `slot ${place.frame} ${place.slot}`;
    case 'global':
      return `global ${place.index}${place.frame === undefined ? '' : ` ${place.frame}`}`;
    case 'field':
      return `field ${place.object} ${JSON.stringify(place.key)}`;
    case 'storage':
      return `storage ${place.key}`;
  }
}
