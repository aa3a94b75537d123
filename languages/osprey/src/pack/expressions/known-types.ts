// The types of the language that expressions compute with, as the program's debug information has them or made for it.

import type { TypeDescription, TypeId, TypeTable } from '@sonde/engine';

export class KnownTypes {
  readonly #ids = new Map<string, TypeId>();

  constructor(readonly table: TypeTable) {}

  get int(): TypeId {
    return this.#get({ kind: 'integer', name: 'int', size: 8, signed: true });
  }

  get float(): TypeId {
    return this.#get({ kind: 'float', name: 'float', size: 8 });
  }

  get bool(): TypeId {
    return this.#get({ kind: 'boolean', name: 'bool', size: 1 });
  }

  /** Text that lies nowhere in the program. */
  get text(): TypeId {
    return this.#get({ kind: 'string', name: 'string' });
  }

  /** One byte without a sign. */
  get byte(): TypeId {
    return this.#get({ kind: 'integer', name: 'unsigned char', size: 1, signed: false });
  }

  /** Of code that gives no value. */
  get nothing(): TypeId {
    return this.#get({ kind: 'unit', name: 'void' });
  }

  /** Text of the program: the address of its bytes. */
  get string(): TypeId {
    return this.#searched('string', ({ kind }) => kind === 'pointer') ?? this.#made();
  }

  #made(): TypeId {
    const known = this.#ids.get('string of the program');
    if (known !== undefined) return known;
    const target = this.table.add({ kind: 'pointer', name: 'char *', size: 8, target: this.byte });
    const id = this.table.add({ kind: 'alias', name: 'string', target });
    this.#ids.set('string of the program', id);
    return id;
  }

  /** As the language writes it; undefined for one that the program has not shown so far. */
  named(name: string): TypeId | undefined {
    if (name === 'int' || name === 'float' || name === 'bool' || name === 'string') return this[name];
    return this.#searched(name, () => true);
  }

  /** An array of words. */
  words(count: number): TypeId {
    return this.#get({ kind: 'array', name: `int[${count}]`, size: count * 8, element: this.int, count });
  }

  #get(wanted: TypeDescription): TypeId {
    const known = this.#ids.get(`${wanted.kind} ${wanted.name}`);
    if (known !== undefined) return known;
    // C has an int, too, and another one.
    const fits = ({ kind, size }: TypeDescription): boolean => kind === wanted.kind && size === wanted.size;
    const id = this.#searched(wanted.name, fits) ?? this.table.add(wanted);
    this.#ids.set(`${wanted.kind} ${wanted.name}`, id);
    return id;
  }

  #searched(name: string, fits: (resolved: TypeDescription) => boolean): TypeId | undefined {
    for (const [id, described] of this.table.entries())
      if (described.name === name && fits(this.table.resolve(id))) return id;
    return undefined;
  }
}
