// Texts in double quotes: bytes, with C's escapes.

import type { ByteText } from '../format/ngo.js';
import { SourceProblem } from '../source.js';
import type { SourceCursor } from './source-cursor.js';

const simpleEscapes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "'": "'",
    '"': '"',
    '?': '?',
    '\\': '\\',
    a: '\x07',
    b: '\b',
    f: '\f',
    n: '\n',
    r: '\r',
    t: '\t',
    v: '\v',
  }),
);

/** The cursor stands on the opening quote. */
export function scanString(cursor: SourceCursor): ByteText {
  const begin = cursor.place;
  cursor.take();
  const parts: string[] = [];
  for (;;) {
    const plain = cursor.takeWhile(byte => byte !== '"' && byte !== '\\');
    parts.push(plain);
    if (cursor.atEnd()) {
      const hint = 'The text that begins here is never closed with a `"`.';
      throw new SourceProblem('Error', 'Unterminated string literal', undefined, begin, hint);
    }
    if (cursor.take() === '"') return parts.join('');
    parts.push(scanEscape(cursor));
  }
}

/** The cursor stands behind the backslash. An unknown escape is the character itself. */
function scanEscape(cursor: SourceCursor): string {
  const byte = cursor.peek();
  if (/^\d$/.test(byte)) return scanCode(cursor, 8, /^[0-7]$/);
  cursor.take();
  if (byte === 'x') return scanCode(cursor, 16, /^[0-9a-fA-F]$/);
  return simpleEscapes.get(byte) ?? byte;
}

/**
 * The digits end before the value would pass 255. The original keeps it in a signed byte, so that codes from 128 on do
 * take further digits, and wrap.
 */
function scanCode(cursor: SourceCursor, base: number, digit: RegExp): string {
  let value = 0;
  while (digit.test(cursor.peek())) {
    const next = value * base + Number.parseInt(cursor.peek(), base);
    if (next >= 256) break;
    value = (next << 24) >> 24;
    cursor.take();
  }
  return String.fromCharCode(value & 0xff);
}
