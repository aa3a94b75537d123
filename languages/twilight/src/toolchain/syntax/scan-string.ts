// String literals with their escapes.

import type { Problems, SourceText } from '@sonde/front-end';

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\', '"': '"', "'": "'" };

export function readString(
  source: SourceText,
  start: number,
  problems: Problems,
): { readonly end: number; readonly value: string } {
  const { text } = source;
  const quote = text[start]!;
  let at = start + 1;
  let value = '';
  for (;;) {
    const character = text[at];
    if (character === undefined || character === '\n') {
      problems.error(source.span(start, start + 1), 'this string has no end', `Close it with ${quote}.`);
      return { end: at, value };
    }
    at++;
    if (character === quote) return { end: at, value };
    if (character !== '\\') {
      value += character;
      continue;
    }
    const escape = readEscape(text, at);
    if (escape === undefined)
      problems.error(
        source.span(at - 1, Math.min(at + 1, text.length)),
        'unknown escape in a string',
        'There are \\n, \\t, \\\\, \\" and \\u{…}.',
      );
    value += escape?.value ?? '';
    at = escape?.end ?? at;
  }
}

function readEscape(text: string, at: number): { readonly end: number; readonly value: string } | undefined {
  const simple = escapes[text[at] ?? ''];
  if (simple !== undefined) return { end: at + 1, value: simple };
  const code = /^u\{([0-9a-fA-F]{1,6})\}/.exec(text.slice(at, at + 10));
  if (code === null) return undefined;
  const point = Number.parseInt(code[1]!, 16);
  // Half of a pair is no character, and UTF-8 has no place for it.
  if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return undefined;
  return { end: at + code[0].length, value: String.fromCodePoint(point) };
}
