// The table of imports: which functions of other modules the code can call, and what they are called here.

import type { NgoImport, NgoModule } from '../format/ngo.js';
import type { ImportDeclaration } from '../ast.js';
import { hashOrder } from '../checker/hash-order.js';
import type { ImportedSymbol } from './body.js';
import { calledNatives, instructionNatives, isNativeModule } from './natives.js';
import { refusal } from './refusal.js';

export class ImportTable {
  readonly entries: NgoImport[] = [];
  readonly #symbols = new Map<string, ImportedSymbol>();
  readonly #aliases = new Map<string, { readonly module: string; readonly names: ReadonlySet<string> }>();

  constructor(readonly modules: ReadonlyMap<string, NgoModule>) {}

  declare(declaration: ImportDeclaration): void {
    const { path, symbols } = declaration;
    const module = path.join('.');
    const names = this.#namesOf(declaration);
    const alias = declaration.alias ?? (symbols.length === 0 ? path.at(-1) : undefined);
    if (alias !== undefined) this.#aliases.set(alias, { module, names: new Set(names) });
    if (symbols === '*') {
      // Natives are known by their names; the original's order of them is that of its hash table.
      if (!isNativeModule(path)) for (const name of names) this.#add(declaration, module, name);
    } else if (symbols.length > 0) {
      for (const { text } of symbols) this.#add(declaration, module, text);
    } else if (!isNativeModule(path)) for (const name of names) this.entry(module, name);
  }

  symbol(name: string): ImportedSymbol | undefined {
    return this.#symbols.get(name);
  }

  /** `alias.name` */
  qualified(alias: string, name: string): ImportedSymbol | 'unknown' | undefined {
    const found = this.#aliases.get(alias);
    if (found === undefined) return undefined;
    return found.names.has(name) ? this.entry(found.module, name) : 'unknown';
  }

  /** The entry for a function of a module, made when there is none. */
  entry(module: string, symbol: string): ImportedSymbol {
    const at = this.entries.findIndex(entry => entry.module === module && entry.symbol === symbol);
    if (at < 0) this.entries.push({ module, symbol });
    return { index: at < 0 ? this.entries.length - 1 : at, module };
  }

  #add(declaration: ImportDeclaration, module: string, name: string): void {
    const known = this.#symbols.get(name);
    if (known?.module === module) return;
    if (known !== undefined) throw refusal(`Import conflict for symbol: ${name}`, declaration);
    this.#symbols.set(name, this.entry(module, name));
  }

  #namesOf({ path }: ImportDeclaration): readonly string[] {
    if (isNativeModule(path)) return [...instructionNatives, ...calledNatives];
    const exports = this.modules.get(path.join('.'))?.exports ?? new Map<string, number>();
    return hashOrder([...exports].sort(([, a], [, b]) => a - b).map(([name]) => name));
  }
}
