// Text in memory: arrays of characters and what pointers to characters lead to.

import type { Address, RawValue, TypeDescription } from '@sonde/engine';
import { sizeOf } from '../parts.js';
import { byteAlone, quoted, quotedPreview } from '../scalar-text.js';
import { memoryOf, type DefaultContext, type Reading } from './default-context.js';

/** How much of a text without a known end is looked at when all of it is asked for. */
const longestText = 1 << 20;

/** Of the units of a text; undefined for what makes none. */
export function characterSize(
  type: TypeDescription,
  context: DefaultContext,
  element: RawValue['type'],
): number | undefined {
  if (type.kind !== 'character' || type.alone === true) return undefined;
  const size = sizeOf(element, context.types);
  return size === 1 || size === 2 || size === 4 ? size : undefined;
}

/** Units up to the first zero, and whether there was one. */
function upToZero(bytes: Uint8Array, size: number): { readonly bytes: Uint8Array; readonly ended: boolean } {
  for (let at = 0; at + size <= bytes.length; at += size) {
    if (bytes.subarray(at, at + size).every(byte => byte === 0))
      return { bytes: bytes.subarray(0, at), ended: true };
  }
  return { bytes: bytes.subarray(0, bytes.length - (bytes.length % size)), ended: false };
}

/** What units of text mean. */
export function decodedText(bytes: Uint8Array, size: number, littleEndian: boolean): string {
  if (size === 1) return decodedBytes(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const units: string[] = [];
  for (let at = 0; at + size <= bytes.length; at += size) {
    const unit = size === 2 ? view.getUint16(at, littleEndian) : view.getUint32(at, littleEndian);
    units.push(
      size === 2 ? String.fromCharCode(unit) : unit > 0x10ffff ? '\ufffd' : String.fromCodePoint(unit),
    );
  }
  return units.join('');
}

/** UTF-8 where it is; a character cut in two at the end of what was read is left out, and a byte of none is kept. */
function decodedBytes(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
  return text.includes('\ufffd') ? decodedByCharacter(bytes) : text;
}

function decodedByCharacter(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
  const units: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const size = sizeOfCharacter(bytes[at]!);
    try {
      units.push(decoder.decode(bytes.subarray(at, at + size)));
      at += size;
    } catch {
      const isCut = at + size > bytes.length && bytes.subarray(at + 1).every(byte => byte >> 6 === 0b10);
      if (isCut) break;
      units.push(byteAlone(bytes[at]!));
      at++;
    }
  }
  return units.join('');
}

/** How many bytes a character has that begins with this one. */
const sizeOfCharacter = (first: number): number =>
  first >= 0xf0 && first <= 0xf4
    ? 4
    : first >= 0xe0 && first < 0xf0
      ? 3
      : first >= 0xc2 && first < 0xe0
        ? 2
        : 1;

/** The text of an array of characters whose bytes are here, up to its zero. */
export function characterArrayText(
  bytes: Uint8Array,
  count: number,
  size: number,
  context: DefaultContext,
): string {
  const text = upToZero(bytes, size);
  const isWhole = text.ended || bytes.length >= count * size;
  const string = decodedText(text.bytes, size, context.littleEndian);
  return quotedPreview(
    string,
    isWhole ? string.length : Math.max(count, string.length + 1),
    context.format.limit,
  );
}

/** The text a pointer to characters leads to, or why there is none to read. */
export function* textAt(address: Address, size: number, context: DefaultContext): Reading<string> {
  const most = context.format.limit === undefined ? longestText : (context.format.limit + 1) * size;
  const read = yield* memoryOf(address, most);
  if (read.bytes.length < size) return `<unreadable: ${read.why ?? 'not mapped'}>`;
  const text = upToZero(read.bytes, size);
  const string = decodedText(text.bytes, size, context.littleEndian);
  if (text.ended) return quotedPreview(string, string.length, context.format.limit);
  // The end is not in sight, so there is no length to tell.
  const shown = quoted(
    context.format.limit === undefined ? string : string.slice(0, context.format.limit - 3),
  );
  return `${shown.slice(0, -1)}…"`;
}
