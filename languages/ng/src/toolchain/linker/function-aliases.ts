// The names that people mean functions by, besides those they are shown with.

import type { FunctionSymbol, LineEntry } from '@sonde/engine';

/**
 * `pick` means all instances of it. A method of a trait is compiled as `Square.Shape::area` for calls through the trait and
 * as `Square.area` for others: each name means both, and `Shape::area` those of all types. All of it with the module in
 * front too.
 */
export function withAliases(
  functions: readonly FunctionSymbol[],
  lines: readonly LineEntry[],
  module: string,
): readonly FunctionSymbol[] {
  const places = new Map(
    lines.map(entry => [entry.address, `${entry.source}:${entry.line}:${entry.column}`]),
  );
  const traitMethods = functions.flatMap(f => {
    const found = traitMethod(f.name);
    return found === undefined ? [] : [{ ...found, place: places.get(f.body ?? -1) }];
  });
  return functions.map(f => {
    const place = places.get(f.body ?? -1);
    // A type may have a method of its own of that name, which is another one.
    const sameMethod = traitMethods.filter(
      other => (other.name === f.name || other.plain === f.name) && other.place === place,
    );
    const short = [
      ...genericName(f.name),
      ...sameMethod.flatMap(({ name, plain, ofAll }) => [name, plain, ofAll]),
    ].filter(name => name !== f.name);
    return { ...f, aliases: [...short, ...[f.name, ...short].map(name => `${module}.${name}`)] };
  });
}

const genericName = (shown: string): readonly string[] =>
  shown.endsWith('>') ? [shown.slice(0, shown.indexOf('<'))] : [];

function traitMethod(
  name: string,
): { readonly name: string; readonly plain: string; readonly ofAll: string } | undefined {
  const [, type, trait, method] = /^(.+)\.([^.]+)::([^.:]+)$/.exec(name) ?? [];
  if (type === undefined || trait === undefined || method === undefined) return undefined;
  return { name, plain: `${type}.${method}`, ofAll: `${trait}::${method}` };
}
