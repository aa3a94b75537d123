// What names mean in an expression that a debugger has evaluated: all there is to go by is the compiled module.

import type { VisibleName } from '@sonde/engine';
import type { ByteText } from '../format/ngo.js';
import type { ImageModule, ProgramImage } from '../../runtime/image.js';
import { typeNodeText } from '../checker/node-text.js';
import { declaredFunction } from '../source-declarations.js';
import type { Callee, CallSite, Global, ImportedSymbol, Tables, VariantPlace } from './body.js';
import { calledNatives, instructionNatives } from './natives.js';
import { nearestName } from './nearest-name.js';
import { refusal } from './refusal.js';

/** What can be seen from where the expression is to be evaluated. */
export interface FragmentScope {
  readonly image: ProgramImage;
  /** The module of the code it stands in: its functions, types and imports can be used. */
  readonly module: number;
  /** Locals, parameters and globals. */
  lookup(name: string): VisibleName | undefined;
  /** All that `lookup` would find. */
  names(): readonly string[];
}

export class FragmentTables implements Tables {
  /** Those behind the module's own. */
  readonly strings: ByteText[] = [];
  readonly #module: ImageModule;

  constructor(readonly scope: FragmentScope) {
    const module = scope.image.modules[scope.module];
    if (module === undefined) throw new RangeError(`the program has no module ${scope.module}`);
    this.#module = module;
  }

  string(text: ByteText): number {
    const own = this.#module.module.strings.length;
    const known = this.strings.indexOf(text);
    return own + (known < 0 ? this.strings.push(text) - 1 : known);
  }

  /** As the machine counts them for expressions: over all modules. */
  global(name: string): Global | undefined {
    const place = this.scope.lookup(name)?.place;
    return place?.kind === 'global' ? { index: place.index } : undefined;
  }

  callee(name: string, site: CallSite): Callee | undefined {
    if (site.typeArguments.length > 0)
      return this.#function(`${name}<${site.typeArguments.map(typeNodeText).join(', ')}>`);
    const exact = this.#function(name);
    if (exact !== undefined) return exact;
    const instances = this.#shownNames().filter(shown => shown.startsWith(`${name}<`));
    if (instances.length > 1)
      throw refusal(
        `${name} is generic, and which one is meant is not clear`,
        site.node,
        `Write ${instances.slice(0, 3).join(' or ')}.`,
      );
    return instances[0] === undefined ? undefined : this.#function(instances[0]);
  }

  imported(name: string): ImportedSymbol | undefined {
    const { imports } = this.#module.module;
    const index = imports.findIndex(({ symbol }) => symbol === name);
    return index < 0 ? undefined : { index, module: imports[index]!.module };
  }

  /** Aliases are not in the compiled module; the last part of the module's name is what people would try. */
  qualified(alias: string, name: string): ImportedSymbol | 'unknown' | undefined {
    const { imports } = this.#module.module;
    const isMeant = (module: string): boolean => module === alias || module.endsWith(`.${alias}`);
    const index = imports.findIndex(({ module, symbol }) => symbol === name && isMeant(module));
    if (index >= 0) return { index, module: imports[index]!.module };
    return imports.some(({ module }) => isMeant(module)) ? 'unknown' : undefined;
  }

  variant(name: string): VariantPlace | undefined {
    for (const [typeIndex, { variants }] of this.#module.module.types.entries()) {
      const index = variants.findIndex(variant => variant.name === name);
      const found = variants[index];
      if (found !== undefined)
        return { typeIndex, index, payloadFields: found.payloadFields, payloadTypes: [] };
    }
    return undefined;
  }

  fields(type: string): readonly string[] | undefined {
    return this.#module.module.types.find(({ name }) => name === type)?.properties;
  }

  isMember(name: string): boolean {
    const { types, functions } = this.#module.module;
    return (
      types.some(({ properties }) => properties.includes(name)) ||
      functions.some(found => found.name.endsWith(`.${name}`))
    );
  }

  /** Values carry their traits already. */
  isTrait(): boolean {
    return false;
  }

  traitHasMethod(): boolean {
    return false;
  }

  hint(name: string): string {
    const all = [...this.#allNames()];
    if (all.includes(name)) return `${name} is a function: it can be called, but is no value.`;
    const near = nearestName(name, all);
    return near === undefined ? `Nothing here is called ${name}.` : `Did you mean ${near}?`;
  }

  #function(shown: string): Callee | undefined {
    const index = this.#shownNames().indexOf(shown);
    const found = this.#module.module.functions[index];
    // The first is what stands outside of functions.
    if (index < 1 || found === undefined) return undefined;
    const { debug } = this.#module;
    const declaration = debug === undefined ? undefined : declaredFunction(debug, shown);
    return {
      index,
      parameterCount: found.numParams,
      shownName: shown,
      ...(declaration === undefined ? {} : { declaration }),
    };
  }

  #shownNames(): readonly string[] {
    const { module, debug } = this.#module;
    const names = module.functions.map(({ name }) => name);
    for (const { index, name } of debug?.functions ?? []) if (index < names.length) names[index] = name;
    return names;
  }

  *#allNames(): Generator<string> {
    const { types, imports } = this.#module.module;
    yield* this.scope.names();
    for (const name of this.#shownNames()) if (!name.includes('.') && name !== '__start__') yield name;
    for (const { variants } of types) for (const { name } of variants) yield name;
    for (const { symbol } of imports) yield symbol;
    yield* instructionNatives;
    yield* calledNatives;
  }
}
