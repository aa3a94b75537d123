// Which parts of the library a program is linked with.

import { assemble } from '../asm/assemble.js';
import type { LinkInput } from '../ld/link.js';
import type { CompiledModule } from '../llc/compile-module.js';
import type { FrontEnd } from './front-end.js';
import { assemblyTexts, libraryModules, withoutDouble } from './library.js';

const defines = ({ functions, globals }: CompiledModule, symbol: string): boolean =>
  functions.some(({ placed, isLocal }) => !isLocal && placed.code.symbol === symbol) ||
  globals.some(one => !one.isLocal && one.symbol === symbol);

const partOf = ({ functions, globals }: CompiledModule, symbol: string) =>
  functions.find(({ placed }) => placed.code.symbol === symbol) ?? globals.find(one => one.symbol === symbol);

/** Variadic arguments are always `double`, so what has none prints none. */
const hasDouble = ({ source }: CompiledModule): boolean =>
  source.functions.some(({ blocks }) =>
    blocks.some(({ instructions }) => instructions.some(({ text }) => text.includes('double'))),
  );

/** What is used and not defined, and what that uses. The library is compiled only when something is. */
export async function neededLibrary(
  modules: readonly CompiledModule[],
  others: readonly LinkInput[],
  frontEnd: FrontEnd,
) {
  const defined = new Set<string>(['__hsx_far', '__hsx_grow', '__hsx_shrink', '__hsx_trap', '_start']);
  const pending: string[] = ['main'];
  for (const { functions, globals } of modules) {
    for (const { placed } of functions) defined.add(placed.code.symbol);
    for (const { symbol } of globals) defined.add(symbol);
    for (const { used } of [...functions, ...globals]) pending.push(...used);
  }
  for (const { object } of others) {
    for (const name of object.symbols.keys()) defined.add(name);
    pending.push(...object.imports, ...object.externs);
  }
  if (pending.every(symbol => defined.has(symbol))) return { library: [], assembly: [] };
  let library = await libraryModules(frontEnd);
  const small = withoutDouble();
  if (others.length === 0 && !modules.some(hasDouble))
    library = library.filter(module => !defines(module, small.symbol));
  const pieces = [...assemblyTexts(), small].map(piece => ({
    ...piece,
    object: assemble(piece.text).object,
  }));
  const kept = new Map<CompiledModule, Set<string>>(library.map(module => [module, new Set()]));
  const assembly = new Set<(typeof pieces)[number]>();
  // A program may have its own version of what the library has; then the library uses that as well.
  const byProgram: ReadonlySet<string> = new Set(defined);
  const visit = (module: CompiledModule, symbol: string) => {
    const own = kept.get(module)!;
    const found = own.has(symbol) ? undefined : partOf(module, symbol);
    if (found === undefined) return;
    own.add(symbol);
    for (const used of found.used) {
      const part = partOf(module, used);
      if (part !== undefined && (part.isLocal || !byProgram.has(used))) visit(module, used);
      else pending.push(used);
    }
  };
  for (let symbol = pending.pop(); symbol !== undefined; symbol = pending.pop()) {
    if (defined.has(symbol)) continue;
    defined.add(symbol);
    const name = symbol;
    const owner = library.find(module => defines(module, name));
    if (owner !== undefined) {
      visit(owner, symbol);
      continue;
    }
    const piece = pieces.find(({ object }) => object?.symbols.has(symbol) === true);
    if (piece === undefined) continue;
    assembly.add(piece);
    pending.push(...(piece.object?.imports ?? []));
  }
  return {
    library: library
      .map(module => ({ module, symbols: kept.get(module)! as ReadonlySet<string> }))
      .filter(({ symbols }) => symbols.size > 0),
    assembly: [...assembly],
  };
}
