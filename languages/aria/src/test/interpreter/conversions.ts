// Values that are more than numbers: what makes two the same, addresses as numbers, texts joined.

import type { Span } from '@sonde/native-compiler';
import type { AriaType } from '../../toolchain/checker/typed-program.js';
import { Trap } from './signals.js';
import { Address, FunctionValue, type Slot, type Value } from './values.js';

/** No program needs longer ones; doubling a text often enough would take all memory. */
const longestText = 1 << 26;

export function concatenated(parts: readonly string[], at: Span): string {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length > longestText) throw new Trap('out of memory', at);
  return parts.join('');
}

/** Made up, but the same for the same memory as long as it is used, and different for different memory. */
const bases = new WeakMap<Slot[], bigint>();
let nextBase = 0x1000_0000n;

function addressOf(address: Address | null): bigint {
  if (!address) return 0n;
  let base = bases.get(address.list);
  if (base === undefined) {
    base = nextBase;
    nextBase += BigInt(address.list.length) * 16n + 64n;
    bases.set(address.list, base);
  }
  return base + BigInt(address.index) * 16n;
}

/** Something that can be compared: the number of an address, the name of a function. */
export function identity(value: Value): bigint | number | boolean | string {
  if (value === null || value instanceof Address) return addressOf(value);
  if (value instanceof FunctionValue) return value.target.id;
  if (typeof value === 'object') throw new Error('a struct cannot be compared');
  return value;
}

/** Casts to and from pointers. */
export function convertedPointer(value: Value, type: AriaType, at: Span): Value {
  if (value === null || value instanceof Address) {
    if (type.kind !== 'integer') return value;
    const address = addressOf(value);
    return type.signed ? BigInt.asIntN(64, address) : address;
  }
  if (value === 0n) return null;
  throw new Trap('the interpreter cannot make a pointer of a number', at);
}
