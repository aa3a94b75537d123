// Texts and lists as the languages of editors write them.

/** A string of Lua, elisp's and TOML's basic strings take the same escapes for what occurs in names and words. */
export const quoted = (text: string): string => JSON.stringify(text);

/** A string of Vim script in single quotes, where only the quote itself is special. */
export const vimQuoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export const vimList = (texts: readonly string[]): string => `[${texts.map(vimQuoted).join(', ')}]`;

export const luaList = (texts: readonly string[]): string =>
  texts.length === 0 ? '{}' : `{ ${texts.map(quoted).join(', ')} }`;

export const lispList = (texts: readonly string[]): string => `(${texts.map(quoted).join(' ')})`;

export const tomlList = (texts: readonly string[]): string =>
  texts.length === 0 ? '[]' : `[${texts.map(quoted).join(', ')}]`;
