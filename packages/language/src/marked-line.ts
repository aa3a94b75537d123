// A line of source as a terminal shows it, with a mark under one of its characters.

/** Two columns wide: most of what is written in East Asia, and pictures. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;

/** Drawn over the character before. */
const joining = /[\p{Mn}\p{Me}\u200d]/u;

/** A terminal would obey them, or turn the text around them: a source could lie with them, or do worse. */
const obeyed =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Characters of a line that are shown; of longer ones those around the mark. */
const mostShown = 160;

/** The text without what a terminal would obey. */
export const harmless = (text: string): string => text.replace(obeyed, '\ufffd');

/** The same, with their numbers in their place: `\u{202e}`. For texts whose length does not matter. */
export const escaped = (text: string): string =>
  text.replace(obeyed, character => `\\u{${character.codePointAt(0)!.toString(16)}}`);

export interface MarkedLine {
  readonly text: string;
  /** What stands in front of the mark below the text. */
  readonly indent: string;
}

/** `column` from 1, in the units of JavaScript's strings. */
export function markedLine(line: string, column: number): MarkedLine {
  const characters = Array.from(harmless(line.replace(/\r?\n?$/, '')));
  const marked = Math.min(Array.from(line.slice(0, column - 1)).length, characters.length);
  const first = Math.max(0, Math.min(marked - mostShown / 2, characters.length - mostShown));
  const end = first + mostShown;
  const cutBefore = first === 0 ? '' : '…';
  const cutBehind = end < characters.length ? '…' : '';
  return {
    text: `${cutBefore}${characters.slice(first, end).join('')}${cutBehind}`,
    indent: `${cutBefore === '' ? '' : ' '}${characters.slice(first, marked).map(blank).join('')}`,
  };
}

/** As wide as the character. Tabs stay tabs, because nobody knows how wide they are. */
function blank(character: string): string {
  if (character === '\t') return '\t';
  if (joining.test(character)) return '';
  return wide.test(character) ? '  ' : ' ';
}
