// Texts of the language are bytes: conversions between those, the text people read, and raw bytes.

import type { ByteText } from './ngo.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const strictDecoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
// Pure ASCII is the same on both sides, and by far the most common.
const beyondAscii = /[^\0-\x7f]/;

/** The UTF-8 bytes of a text, one character each. */
export const toBytes = (text: string): ByteText =>
  beyondAscii.test(text) ? fromRawBytes(encoder.encode(text)) : text;

/** The text that the bytes spell; what is not UTF-8 becomes U+FFFD. */
export const fromBytes = (bytes: ByteText): string =>
  beyondAscii.test(bytes) ? decoder.decode(toRawBytes(bytes)) : bytes;

/** Whether the bytes are text at all, so that nothing is lost when they are shown as such. */
export function isUtf8(bytes: ByteText): boolean {
  if (!beyondAscii.test(bytes)) return true;
  try {
    strictDecoder.decode(toRawBytes(bytes));
    return true;
  } catch {
    return false;
  }
}

export const toRawBytes = (bytes: ByteText): Uint8Array => Uint8Array.from(Buffer.from(bytes, 'latin1'));

export const fromRawBytes = (raw: Uint8Array): ByteText =>
  Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1');
