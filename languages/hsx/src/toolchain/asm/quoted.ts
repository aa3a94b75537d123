// The bytes of a quoted text. Upstream reads the letter of an escape twice ("a\n" becomes 61 0A 6E); here it is read once.

import { LineProblem } from './line-problem.js';

const escapes: Readonly<Record<string, number>> = {
  n: 0x0a,
  r: 0x0d,
  t: 0x09,
  '0': 0,
  '\\': 0x5c,
  '"': 0x22,
  "'": 0x27,
};

const encoder = new TextEncoder();

/** UTF-8. `start` is the column of the first character, for what is wrong. */
export function quotedBytes(body: string, start: number): Uint8Array {
  if (!body.includes('\\')) return encoder.encode(body);
  const bytes: number[] = [];
  let at = 0;
  while (at < body.length) {
    const character = String.fromCodePoint(body.codePointAt(at)!);
    if (character !== '\\') {
      bytes.push(...encoder.encode(character));
      at += character.length;
      continue;
    }
    const letter = body[at + 1] ?? '';
    if (letter === 'x') {
      const digits = /^[0-9a-f]{2}/i.exec(body.slice(at + 2))?.[0];
      if (digits === undefined)
        throw new LineProblem(
          { start: start + at, end: start + at + 2 },
          'syntax',
          '\\x needs two hexadecimal digits',
        );
      bytes.push(parseInt(digits, 16));
      at += 4;
      continue;
    }
    const code = escapes[letter];
    if (code === undefined)
      throw new LineProblem(
        { start: start + at, end: start + at + 2 },
        'syntax',
        `unknown escape \\${letter}`,
        'Known are \\n \\r \\t \\0 \\\\ \\" \\\' and \\x with two digits.',
      );
    bytes.push(code);
    at += 2;
  }
  return Uint8Array.from(bytes);
}
