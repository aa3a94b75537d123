// Names of files as the page shows them: a name could otherwise hide its ending, or turn the text around it.

const obeyed = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Control characters and marks of direction by their numbers: `\u{202e}`. */
export const visibleName = (name: string): string =>
  name.replace(obeyed, character => `\\u{${character.codePointAt(0)!.toString(16)}}`);
