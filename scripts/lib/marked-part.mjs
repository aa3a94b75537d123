// Parts of a document that are written by a command: they stand between two comments that name them.

const begin = name => `<!-- ${name}: begin -->`;
const end = name => `<!-- ${name}: end -->`;

/** The document with another text in that part. */
export function withPart(document, name, text) {
  const [from, to] = [document.indexOf(begin(name)), document.indexOf(end(name))];
  if (from < 0 || to < from)
    throw new Error(`the document has no part "${name}": ${begin(name)} … ${end(name)}`);
  return `${document.slice(0, from + begin(name).length)}\n\n${text.trim()}\n\n${document.slice(to)}`;
}
