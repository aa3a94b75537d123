// An address as a client names it: a reference and an offset from there, which may lead out of what can be addressed.

import { Failure, formatAddress, parseAddress, type Address } from '@sonde/engine';

/** No machine has more. */
export const lastAddress = (1n << 64n) - 1n;

/** The address, or why there is none. */
export function namedAddress(reference: string, offset = 0): Address | { readonly problem: string } {
  const base = parseAddress(reference);
  if (base === undefined) return { problem: `"${reference}" is not an address.` };
  const named = { ...base, offset: base.offset + BigInt(offset) };
  const isOutside = named.offset < 0n || named.offset > lastAddress;
  return isOutside ? { problem: `${formatAddress(named)} is outside of all memory.` } : named;
}

/** The same for requests that make no sense without one. */
export function addressIn(reference: string, offset?: number): Address {
  const found = namedAddress(reference, offset);
  if ('problem' in found) throw new Failure('bad-arguments', 'user', found.problem);
  return found;
}
