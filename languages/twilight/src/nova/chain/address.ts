// Addresses: 20 bytes, written as 0x and 40 digits in small letters. Accounts have names, which give their addresses.

import { Failure } from '@sonde/engine';
import { keccak256, keccak256OfText } from '../hashes.js';
import { hexOf, joined, knownHex, littleEndian } from '../hex.js';

/** In small letters. */
export type Address = string;

export const addressSize = 20;

const lastBytes = (hash: Uint8Array): Address => hexOf(hash.subarray(hash.length - addressSize));

/** Of an account that people call by a name. */
export const addressOfName = (name: string): Address => lastBytes(keccak256OfText(`nova account ${name}`));

/** Of a contract: the transaction that deploys it is the only one of its number. */
export const contractAddress = (from: Address, sequence: number): Address =>
  lastBytes(keccak256(joined(knownHex(from), littleEndian(BigInt(sequence), 8))));

const isAddress = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text);

export const isAccountName = (text: string): boolean => /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(text);

/** Of an account as people write it: an address or a name. */
export function accountAddress(text: string): Address {
  if (isAddress(text)) return text.toLowerCase();
  if (isAccountName(text)) return addressOfName(text);
  throw new Failure(
    'bad-arguments',
    'user',
    `${JSON.stringify(text.slice(0, 80))} is no account.`,
    'Write an address (0x and 40 digits) or a name of letters and digits.',
  );
}

export function addressOf(text: string): Address {
  if (isAddress(text)) return text.toLowerCase();
  throw new Failure(
    'bad-arguments',
    'user',
    `${JSON.stringify(text.slice(0, 80))} is no address.`,
    'An address is 0x and 40 hexadecimal digits.',
  );
}
