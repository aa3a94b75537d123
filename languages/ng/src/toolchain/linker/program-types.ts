// The types of a program: those that values have when it runs, and those that its source declares.

import { typeId, type TypeDescription, type TypeId } from '@sonde/engine';
import type { NgoModule, NgoType } from '../format/ngo.js';
import { factsOf } from './code-facts.js';
import { runtimeNameOf } from './declared-types.js';
import type { LoadedModule } from './loaded-module.js';

const integer = (name: string, size: number): TypeDescription => ({
  kind: 'integer',
  name,
  size,
  signed: name.startsWith('i'),
});

const object = (name: string): TypeDescription => ({ kind: 'object', name });

/** Under the names that values have when the program runs; people see the names that the source has. */
const builtInTypes: readonly (readonly [runtimeName: string, TypeDescription])[] = [
  ...[1, 2, 4, 8]
    .flatMap(size => [integer(`i${8 * size}`, size), integer(`u${8 * size}`, size)])
    .map(type => [type.name, type] as const),
  ['f32', { kind: 'float', name: 'f32', size: 4 }],
  ['f64', { kind: 'float', name: 'f64', size: 8 }],
  ['Bool', { kind: 'boolean', name: 'bool' }],
  ['String', { kind: 'string', name: 'string' }],
  ['unit', { kind: 'unit', name: 'unit' }],
  ['Array', object('vector')],
  ['Tuple', object('tuple')],
  ['Range', object('range')],
  ['Span', object('span')],
  ['ref', object('ref')],
  ['FromEndIndex', object('index from the end')],
  ['moved', { kind: 'opaque', name: 'moved', why: 'moved' }],
];

/** The name of the type of values that tell their types themselves. */
const anyType = 'any';

export class ProgramTypes {
  readonly #all: (readonly [TypeId, TypeDescription])[] = [];
  readonly #runtime = new Map<string, TypeId>();
  readonly #runtimeNames = new Map<TypeId, string>();
  readonly #declared = new Map<string, TypeId>();
  /** Of values whose type nothing is known about before the program runs. */
  readonly any: TypeId;

  constructor(program: readonly LoadedModule[]) {
    for (const [name, description] of builtInTypes) this.#addRuntime(description, name);
    this.any = this.#add({ kind: 'dynamic', name: anyType });
    const wrapping = new Set(program.flatMap(({ module }) => [...factsOf(module).typeNames]));
    for (const { module } of program) {
      for (const type of module.types) {
        if (this.#runtime.has(type.name)) continue;
        const isNewtype = wrapping.has(type.name) && type.properties.length + type.variants.length === 0;
        this.#addRuntime(isNewtype ? object(type.name) : this.#composite(type));
      }
      for (const name of namedTypes(module)) if (!this.#runtime.has(name)) this.#addRuntime(object(name));
    }
  }

  get descriptions(): readonly (readonly [TypeId, TypeDescription])[] {
    return this.#all;
  }

  /** By the name that values of the type have when the program runs. */
  get typeIds(): ReadonlyMap<string, TypeId> {
    return this.#runtime;
  }

  get runtimeNames(): ReadonlyMap<TypeId, string> {
    return this.#runtimeNames;
  }

  /** A type as the source writes it; each text is one type. */
  declared(text: string): TypeId {
    if (text === '' || text === anyType) return this.any;
    const known = this.#runtime.get(text) ?? this.#declared.get(text);
    if (known !== undefined) return known;
    const runtimeName = runtimeNameOf(text, this.#runtime);
    const target = runtimeName === undefined ? undefined : this.#runtime.get(runtimeName);
    const id = this.#add(
      target === undefined ? { kind: 'dynamic', name: text } : { kind: 'alias', name: text, target },
    );
    if (runtimeName !== undefined && target !== undefined) this.#runtimeNames.set(id, runtimeName);
    this.#declared.set(text, id);
    return id;
  }

  /** A record or a union; what its members hold is not recorded. */
  #composite({ name, properties, variants }: NgoType): TypeDescription {
    if (variants.length === 0)
      return { kind: 'struct', name, fields: properties.map(field => ({ name: field, type: this.any })) };
    return {
      kind: 'variant',
      name,
      discriminant: { name: 'tag', type: this.#runtime.get('String') ?? this.any },
      variants: variants.map((variant, index) => ({
        name: variant.name,
        discriminant: BigInt(index),
        type: this.any,
      })),
    };
  }

  #addRuntime(description: TypeDescription, runtimeName = description.name): void {
    const id = this.#add(description);
    this.#runtime.set(runtimeName, id);
    this.#runtimeNames.set(id, runtimeName);
  }

  #add(description: TypeDescription): TypeId {
    const id = typeId(this.#all.length + 1);
    this.#all.push([id, description]);
    return id;
  }
}

/** Records and unions have a table; of newtypes and trait objects only the code that makes them tells. */
function namedTypes(module: NgoModule): ReadonlySet<string> {
  const names = new Set(module.types.map(({ name }) => name));
  for (const { name } of module.traits) names.add(`ref<${name}>`);
  for (const name of factsOf(module).typeNames) names.add(name);
  return names;
}
