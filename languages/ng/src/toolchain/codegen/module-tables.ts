// The tables of the module that is being written, and what names mean in its bodies.

import type { ByteText, NgoModule, NgoType, NgoVariant } from '../format/ngo.js';
import type {
  Declaration,
  FunctionDeclaration,
  ImplDeclaration,
  TypeDeclaration,
  Unit,
  ValueDeclaration,
} from '../ast.js';
import type { CheckedUnit, FunctionInstance, ModuleInterface } from '../checked.js';
import { typeNodeText } from '../checker/node-text.js';
import type { Callee, CallSite, Global, ImportedSymbol, Tables, VariantPlace } from './body.js';
import { ImportTable } from './import-table.js';
import { isNativeModule } from './natives.js';
import { plannedFunction, type MethodOf, type PlannedFunction } from './planned-function.js';
import { TraitTable, type Origin } from './traits.js';
import { bareName } from './type-names.js';
import { traitOfText, valueTypeOf } from './value-types.js';
import { bodiesOf, expressionsIn } from './walk.js';

/** A method that a type has by a trait. */
interface TraitMethod {
  readonly typeName: string;
  readonly name: string;
  /** The trait that is implemented, and the one that declares the method: itself or one that it inherits from. */
  readonly trait: string;
  readonly declarer: string;
  /** Whose methods bare names mean in the copy that is called by the trait's name. */
  readonly traitOrigin: string;
  readonly origin: Origin;
  readonly declaration: FunctionDeclaration;
}

export class ModuleTables implements Tables {
  readonly strings: ByteText[] = [];
  readonly functions: PlannedFunction[] = [];
  readonly types: NgoType[] = [];
  readonly imports: ImportTable;
  readonly traits = new TraitTable();
  readonly globals = new Map<string, Global>();
  readonly #functionIndices = new Map<string, number>();
  readonly #instances = new Set<string>();
  readonly #variants = new Map<string, VariantPlace>();
  readonly #own: Origin;

  constructor(
    readonly checked: CheckedUnit,
    modules: ReadonlyMap<string, NgoModule>,
  ) {
    this.#own = { file: checked.file };
    this.imports = new ImportTable(modules);
    this.#addFunction({
      name: '__start__',
      shownName: '__start__',
      parameterCount: 0,
      explicitReceiver: false,
      source: { kind: 'start' },
    });
    this.#declareImports(checked.unit, modules);
    for (const declaration of checked.unit.declarations)
      if (declaration.kind === 'trait') this.traits.declare(declaration, this.#own);
    this.traits.resolveAll();
    this.#declareForeignShapes(modules);
    for (const declaration of checked.unit.declarations) this.#declare(declaration);
    this.#declareInstances();
  }

  string(text: ByteText): number {
    return this.strings.push(text) - 1;
  }

  global(name: string): Global | undefined {
    return this.globals.get(name);
  }

  callee(name: string, { instance }: CallSite): Callee | undefined {
    const index = this.#functionIndices.get(instance?.mangledName ?? name);
    const found = index === undefined ? undefined : this.functions[index];
    if (index === undefined || found === undefined) return undefined;
    const { source, parameterCount, shownName } = found;
    return {
      index,
      parameterCount,
      shownName,
      ...('declaration' in source ? { declaration: source.declaration } : {}),
      ...(source.kind === 'written' ? { file: source.origin.file.path } : {}),
    };
  }

  imported(name: string): ImportedSymbol | undefined {
    return this.imports.symbol(name);
  }

  qualified(alias: string, name: string): ImportedSymbol | 'unknown' | undefined {
    return this.imports.qualified(alias, name);
  }

  variant(name: string): VariantPlace | undefined {
    return this.#variants.get(name);
  }

  fields(type: string): readonly string[] | undefined {
    return this.types.find(({ name }) => name === type)?.properties;
  }

  isTrait(name: string): boolean {
    return this.traits.has(name);
  }

  traitHasMethod(trait: string, method: string): boolean {
    return this.traits.hasMethod(trait, method);
  }

  /** The checker has seen to that. */
  isMember(): boolean {
    return true;
  }

  hint(name: string): string {
    return `Nothing here is called ${name}.`;
  }

  isInstance(name: string): boolean {
    return this.#instances.has(name);
  }

  #declareImports(unit: Unit, modules: ReadonlyMap<string, NgoModule>): void {
    for (const declaration of unit.declarations) {
      if (declaration.kind !== 'import') continue;
      this.imports.declare(declaration);
      const module = declaration.path.join('.');
      const imported = this.checked.imports.get(module);
      if (imported === undefined || isNativeModule(declaration.path) || !modules.has(module)) continue;
      const origin: Origin = { file: imported.file, module };
      for (const foreign of imported.unit.declarations)
        if (foreign.kind === 'trait') this.traits.declare(foreign, origin);
    }
  }

  /** Types of other modules, and the way to their methods: a machine looks both up where the call stands. */
  #declareForeignShapes(modules: ReadonlyMap<string, NgoModule>): void {
    for (const [name, imported] of this.checked.imports) {
      const module = modules.get(name);
      if (module === undefined) continue;
      for (const type of module.types) {
        if (this.types.some(known => known.name === type.name)) continue;
        this.#addType(type, payloadTypesOf(imported, type.name));
      }
      for (const method of module.functions) {
        if (!method.name.includes('.') || method.name.startsWith('$NG')) continue;
        if (this.#functionIndices.has(method.name)) continue;
        this.#addFunction({
          name: method.name,
          shownName: method.name,
          parameterCount: method.numParams,
          explicitReceiver: method.explicitReceiver,
          source: { kind: 'forward', importIndex: this.imports.entry(name, method.name).index },
        });
      }
    }
  }

  #declare(declaration: Declaration): void {
    const { annotations } = this.checked;
    switch (declaration.kind) {
      case 'function':
        if (declaration.body !== 'delete' && declaration.generics.length === 0)
          this.#addFunction(plannedFunction(declaration.name.text, declaration, this.#own, annotations));
        return;
      case 'val':
        this.#declareGlobals(declaration);
        return;
      case 'type':
        this.#declareType(declaration);
        return;
      case 'impl':
        this.#declareImpl(declaration);
        return;
      default:
    }
  }

  #declareGlobals({ bindings, pattern, value }: ValueDeclaration): void {
    for (const { name, type } of bindings) {
      if (name === '') continue;
      const guess =
        pattern === 'name' ? valueTypeOf(text => this.globals.get(text)?.valueType, value) : undefined;
      const valueType = type === undefined ? guess : typeNodeText(type);
      const trait = traitOfText(this, valueType);
      this.globals.set(name, {
        index: this.globals.get(name)?.index ?? this.globals.size,
        ...(valueType === undefined ? {} : { valueType }),
        ...(trait === undefined ? {} : { trait }),
      });
    }
  }

  #declareType(declaration: TypeDeclaration): void {
    const { shape, derived, name, args } = declaration;
    const type: NgoType = {
      name: name.text,
      properties: [],
      derivedTraits: derived.map(typeNodeText),
      variants: [],
    };
    switch (shape.kind) {
      case 'record':
        this.#addType({ ...type, properties: shape.properties.map(property => property.name) });
        for (const method of shape.methods)
          this.#addFunction(
            plannedFunction(`${name.text}.${method.name.text}`, method, this.#own, this.checked.annotations, {
              typeName: name.text,
            }),
          );
        return;
      case 'variants':
        this.#addType(
          { ...type, derivedTraits: [], variants: shape.variants.map(variantOf) },
          shape.variants.map(({ payload }) => payload.map(part => typeNodeText(part.type))),
        );
        return;
      case 'alias':
      case 'native':
        if (args.length === 0) this.#addType({ ...type, derivedTraits: [] });
        return;
      case 'wraps':
        this.#addType({ ...type, derivedTraits: [] });
        return;
      case 'delete':
      case 'abstract':
    }
  }

  /** Each method under the name of its trait and under its own, as far as those are free. */
  #declareImpl({ trait, target, methods }: ImplDeclaration): void {
    const typeName = bareName(typeNodeText(target));
    const traitName = bareName(typeNodeText(trait));
    const given = new Set(methods.map(({ name }) => name.text));
    for (const method of methods) {
      const name = method.name.text;
      const declarer = this.traits.declarerOf(traitName, name);
      this.#addMethod({
        typeName,
        name,
        trait: traitName,
        declarer,
        traitOrigin: traitName,
        origin: this.#own,
        declaration: method,
      });
    }
    for (const [name, { declaration, trait: declarer, origin }] of this.traits.defaultsOf(traitName))
      if (!given.has(name))
        this.#addMethod({
          typeName,
          name,
          trait: traitName,
          declarer,
          traitOrigin: declarer,
          origin,
          declaration,
        });
  }

  #addMethod({ typeName, name, trait, declarer, traitOrigin, origin, declaration }: TraitMethod): void {
    const add = (fullName: string, within?: string): void => {
      if (this.#functionIndices.has(fullName)) return;
      const method: MethodOf = { typeName, ...(within === undefined ? {} : { traitOrigin: within }) };
      this.#addFunction(plannedFunction(fullName, declaration, origin, this.checked.annotations, method));
    };
    add(`${typeName}.${declarer}::${name}`, declarer);
    if (declarer !== trait) add(`${typeName}.${trait}::${name}`, traitOrigin);
    add(`${typeName}.${name}`);
  }

  /** In the order in which the original comes upon them, then what only the checker saw. */
  #declareInstances(): void {
    const { unit, annotations, instances } = this.checked;
    const waiting: FunctionInstance[] = [];
    const discover = (instance: FunctionInstance | undefined): void => {
      if (instance === undefined || this.#instances.has(instance.mangledName)) return;
      this.#instances.add(instance.mangledName);
      waiting.push(instance);
      const { mangledName, shownName, declaration } = instance;
      this.#addFunction(
        plannedFunction(
          mangledName,
          declaration,
          this.#originOf(instance),
          instance.annotations,
          undefined,
          shownName,
        ),
      );
    };
    const roots = [...unit.declarations.flatMap(bodiesOf), ...unit.statements];
    for (const expression of expressionsIn(roots)) discover(annotations.instances.get(expression));
    for (const instance of instances) {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        for (const expression of expressionsIn(bodiesOf(next.declaration)))
          discover(next.annotations.instances.get(expression));
      discover(instance);
    }
  }

  #originOf({ module }: FunctionInstance): Origin {
    const foreign = this.checked.imports.get(module);
    return foreign === undefined ? this.#own : { file: foreign.file, module };
  }

  #addType(type: NgoType, payloadTypes: readonly (readonly string[])[] = []): void {
    const typeIndex = this.types.push(type) - 1;
    type.variants.forEach(({ name, payloadFields }, index) => {
      this.#variants.set(name, {
        typeIndex,
        index,
        payloadFields,
        payloadTypes: payloadTypes[index] ?? [],
      });
    });
  }

  #addFunction(planned: PlannedFunction): void {
    const index = this.functions.push(planned) - 1;
    // Of several with one name the first is called.
    if (!this.#functionIndices.has(planned.name)) this.#functionIndices.set(planned.name, index);
  }
}

/** Payloads have names for all or for none. */
function variantOf({
  name,
  payload,
}: {
  readonly name: string;
  readonly payload: readonly { readonly name?: string }[];
}): NgoVariant {
  const named = payload.some(part => part.name !== undefined);
  return { name, payloadFields: named ? payload.map(part => part.name ?? '') : [] };
}

function payloadTypesOf({ unit }: ModuleInterface, type: string): readonly (readonly string[])[] {
  for (const declaration of unit.declarations)
    if (
      declaration.kind === 'type' &&
      declaration.name.text === type &&
      declaration.shape.kind === 'variants'
    )
      return declaration.shape.variants.map(({ payload }) => payload.map(part => typeNodeText(part.type)));
  return [];
}
