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

  #get(wanted: TypeDescription): TypeId {
    const known = this.#ids.get(wanted.name);
    if (known !== undefined) return known;
    const id = this.#search(wanted) ?? this.table.add(wanted);
    this.#ids.set(wanted.name, id);
    return id;
  }

  #search({ kind, name }: TypeDescription): TypeId | undefined {
    for (const [id, described] of this.table.entries())
      if (described.name === name && this.table.resolve(id).kind === kind) return id;
    return undefined;
  }
}
