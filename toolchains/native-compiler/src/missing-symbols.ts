// What linkers say about symbols that nobody has.

/** Each name once, in the order in which the linker complains. */
export function missingSymbols(said: string): readonly string[] {
  const names = [...said.matchAll(/undefined (?:reference to|symbol:?) [`'"]?(\w+)/g)].map(
    ([, name]) => name!,
  );
  return [...new Set(names)];
}
