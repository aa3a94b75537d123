// What profiles expect of a text: that it is shown exactly, or, between slashes, that a regular expression fits.

/** Styles say nothing about the value, and clients that take them see them as colours. */
const style = /\u001b\[[\d;]*m/g;

export const unstyled = (text: string): string => text.replace(style, '');

export function fits(text: string | undefined, expected: string): boolean {
  if (text === undefined) return false;
  const pattern = patternOf(expected);
  return pattern === undefined ? unstyled(text) === expected : pattern.test(unstyled(text));
}

/** For texts of which the expected one may be a part, such as the words around an exception. */
export function mentions(text: string | undefined, expected: string): boolean {
  return text !== undefined && (fits(text, expected) || unstyled(text).includes(expected));
}

/** As a person would say it in a sentence. */
export const wanted = (expected: string): string =>
  patternOf(expected) === undefined ? JSON.stringify(expected) : `a text like ${expected}`;

function patternOf(expected: string): RegExp | undefined {
  const inside = /^\/(.+)\/$/s.exec(expected)?.[1];
  return inside === undefined ? undefined : new RegExp(inside, 's');
}
