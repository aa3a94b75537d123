// The two hashes of NOVA, which Node does not have: Keccak-256 (padding 0x01, not SHA-3) and BLAKE3.

import { blake3 as blake3Of } from '@noble/hashes/blake3.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

export const keccak256 = (bytes: Uint8Array): Uint8Array => keccak_256(bytes);

export const blake3 = (bytes: Uint8Array): Uint8Array => blake3Of(bytes);

const utf8 = new TextEncoder();

export const keccak256OfText = (text: string): Uint8Array => keccak256(utf8.encode(text));

export const blake3OfText = (text: string): Uint8Array => blake3(utf8.encode(text));
