// Traits with all that they inherit: who declares a method, and which body it has when an implementation gives none.

import type { FunctionDeclaration, TraitDeclaration } from '../ast.js';
import { hashOrdered } from '../checker/hash-order.js';
import { typeNodeText } from '../checker/node-text.js';
import type { SourceFile } from '../source.js';
import { refusal } from './refusal.js';
import { bareName } from './type-names.js';

/** Where a declaration comes from. `module` is absent for the one that is being compiled. */
export interface Origin {
  readonly file: SourceFile;
  readonly module?: string;
}

export interface DefaultMethod {
  readonly declaration: FunctionDeclaration;
  readonly trait: string;
  readonly origin: Origin;
}

interface Trait {
  readonly methods: Set<string>;
  /** Method → the trait that declares it. */
  readonly declaredBy: Map<string, string>;
  readonly defaults: Map<string, DefaultMethod>;
}

/** Those every program has; they declare nothing that is looked up by name. */
const lifecycleTraits = ['Copy', 'Clone', 'Drop'];

export class TraitTable {
  readonly #declared = new Map<string, { readonly declaration: TraitDeclaration; readonly origin: Origin }>();
  readonly #resolved = new Map<string, Trait>();

  /** A later one of the same name counts. */
  declare(declaration: TraitDeclaration, origin: Origin): void {
    this.#declared.set(declaration.name.text, { declaration, origin });
  }

  resolveAll(): void {
    for (const name of this.#declared.keys()) this.#resolve(name, new Set());
    for (const name of lifecycleTraits) if (!this.#resolved.has(name)) this.#resolved.set(name, emptyTrait());
  }

  has(name: string): boolean {
    return this.#resolved.has(name);
  }

  hasMethod(trait: string, method: string): boolean {
    return this.#resolved.get(trait)?.methods.has(method) === true;
  }

  /** The trait that a method comes from, which may be an inherited one. */
  declarerOf(trait: string, method: string): string {
    return this.#resolved.get(trait)?.declaredBy.get(method) ?? trait;
  }

  /** In the order in which the original goes through them. */
  defaultsOf(trait: string): readonly (readonly [string, DefaultMethod])[] {
    const found = this.#resolved.get(trait);
    return found === undefined ? [] : hashOrdered(found.defaults);
  }

  #resolve(name: string, visiting: Set<string>): Trait {
    const known = this.#resolved.get(name);
    if (known !== undefined) return known;
    const found = this.#declared.get(name)!;
    const { declaration, origin } = found;
    if (visiting.has(name)) throw refusal(`Cyclic trait inheritance involving ${name}`, declaration);
    visiting.add(name);
    const trait = emptyTrait();
    for (const supertrait of declaration.supertraits) {
      const text = typeNodeText(supertrait);
      const inherited = this.#declared.has(text) ? text : bareName(text);
      if (!this.#declared.has(inherited)) throw refusal(`Unknown trait: ${text}`, supertrait);
      inherit(trait, this.#resolve(inherited, visiting), declaration);
    }
    for (const method of declaration.methods) {
      const methodName = method.name.text;
      trait.methods.add(methodName);
      trait.declaredBy.set(methodName, name);
      if (typeof method.body === 'string') trait.defaults.delete(methodName);
      else trait.defaults.set(methodName, { declaration: method, trait: name, origin });
    }
    visiting.delete(name);
    this.#resolved.set(name, trait);
    return trait;
  }
}

const emptyTrait = (): Trait => ({ methods: new Set(), declaredBy: new Map(), defaults: new Map() });

function inherit(trait: Trait, from: Trait, declaration: TraitDeclaration): void {
  for (const method of from.methods) trait.methods.add(method);
  for (const [method, declarer] of from.declaredBy) trait.declaredBy.set(method, declarer);
  for (const [method, body] of from.defaults) {
    if (trait.defaults.has(method))
      throw refusal(
        `Conflicting default trait method ${method} inherited by ${declaration.name.text}`,
        declaration,
      );
    trait.defaults.set(method, body);
  }
}
