// A command as people write it, in words. Quotes keep spaces; nothing else has a meaning, because no shell will see it.

const word = /(?:[^\s"']+|"[^"]*"|'[^']*')+/g;
const quoted = /"([^"]*)"|'([^']*)'/g;

export const commandWords = (text: string): readonly string[] =>
  (text.match(word) ?? []).map(part => part.replace(quoted, (_, double, single) => String(double ?? single)));
