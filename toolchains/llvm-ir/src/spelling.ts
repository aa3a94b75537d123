// How names and strings are spelled in LLVM IR: printable ASCII as it is, every other byte as `\` and two hex digits.

import { misuse } from './misuse.js';

const plainName = /^[-a-zA-Z$._][-a-zA-Z$._0-9]*$/;
const encoder = new TextEncoder();

/** Texts are UTF-8. A surrogate without its partner becomes U+FFFD, as everywhere in JavaScript. */
export const bytesOf = (text: string | Uint8Array): Uint8Array =>
  typeof text === 'string' ? encoder.encode(text) : text;

/** One spelling for each byte, made once because embedded files may have megabytes. */
const spelledBytes = Array.from({ length: 256 }, (_, byte) => {
  const printable = byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c;
  return printable ? String.fromCharCode(byte) : `\\${byte.toString(16).toUpperCase().padStart(2, '0')}`;
});

export function quoted(text: string | Uint8Array): string {
  const pieces: string[] = [];
  for (const byte of bytesOf(text)) pieces.push(spelledBytes[byte]!);
  return `"${pieces.join('')}"`;
}

/** The name of a value, type, function or block, without its `@` or `%`. */
export function spelledName(name: string): string {
  if (name === '') misuse('a name may not be empty');
  if (name.includes('\0')) misuse(`LLVM takes no NUL in a name: ${JSON.stringify(name)}`);
  return plainName.test(name) ? name : quoted(name);
}
