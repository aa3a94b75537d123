// Addresses and hashes as people at a debugger write them: all their digits, as it shows them.

import type { IntTree } from '../../syntax/tree.js';

/** Digits behind `0x`. */
const digits = { address: 40, hash256: 64 } as const;

export const isAddressLike = (type: string): type is keyof typeof digits => Object.hasOwn(digits, type);

/** Why a literal is none of the type; a short one is more likely a slip than one that begins with zeros. */
export function addressMistake(
  { hexDigits, suffix }: Pick<IntTree, 'hexDigits' | 'suffix'>,
  type: keyof typeof digits,
): string | undefined {
  if (hexDigits === digits[type] && suffix === undefined) return undefined;
  const here = hexDigits === undefined ? '' : `, here are ${hexDigits}`;
  return `${type === 'address' ? 'an address' : 'a hash256'} has ${digits[type]} digits behind 0x${here}`;
}
