// Syntax tables of Emacs, made from how a language writes comments and texts.

import type { Notation } from '@sonde/language';

interface Entry {
  kind: string;
  flags: Set<string>;
}

/**
 * `[character, descriptor]` for `modify-syntax-entry`. Emacs knows comments of one or two characters at each end, in two
 * styles; style b is that of comments that end with their line, where blocks have style a.
 */
export function syntaxEntries({ comments, syntax }: Notation): readonly (readonly [string, string])[] {
  const entries = new Map<string, Entry>();
  const flag = (character: string, ...flags: readonly string[]): void => {
    const entry = entries.get(character) ?? { kind: kindOf(character), flags: new Set<string>() };
    for (const each of flags) entry.flags.add(each);
    entries.set(character, entry);
  };
  for (const quote of syntax?.strings ?? []) entries.set(quote, { kind: '"', flags: new Set() });
  if (syntax?.escapes !== true) entries.set('\\', { kind: '.', flags: new Set() });
  const { line, block } = comments ?? {};
  if (line?.length === 1) {
    entries.set(line, { kind: '<', flags: new Set() });
    entries.set('\n', { kind: '>', flags: new Set() });
  }
  if (line?.length === 2) {
    flag(line[0]!, '1');
    flag(line[1]!, '2', 'b');
    entries.set('\n', { kind: '>', flags: new Set('b') });
  }
  if (block?.[0].length === 2 && block[1].length === 2) {
    flag(block[0][0]!, '1');
    flag(block[0][1]!, '2');
    flag(block[1][0]!, '3');
    flag(block[1][1]!, '4');
  }
  return [...entries].map(([character, { kind, flags }]) => [character, descriptor(kind, flags)] as const);
}

/** Brackets stay brackets; other characters of comments are punctuation. */
function kindOf(character: string): string {
  const partner = brackets.get(character);
  if (partner === undefined) return '.';
  return '([{'.includes(character) ? `(${partner}` : `)${partner}`;
}

const brackets = new Map(
  ['()', '[]', '{}'].flatMap(([open, close]) => [
    [open!, close!],
    [close!, open!],
  ]),
);

const descriptor = (kind: string, flags: ReadonlySet<string>): string =>
  `${kind.padEnd(flags.size === 0 ? 1 : 2)}${[...flags].sort().join('')}`;
