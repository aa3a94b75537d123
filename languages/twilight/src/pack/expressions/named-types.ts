// Types of a contract by their names.

import { Failure, type TypeId, type TypeTable } from '@sonde/engine';
import type { MetaTypes } from '../../toolchain/toolchain.js';
import { TypeDescriptions } from '../values/type-descriptions.js';

const known = new WeakMap<TypeTable, Map<string, TypeId>>();

export class NamedTypes {
  constructor(private readonly types: TypeTable) {}

  /** By its name, or the last part of it; the solidity mode has other names for numbers. */
  find(name: string): TypeId | undefined {
    const own = name
      .replace(/^uint(\d+)$/, 'u$1')
      .replace(/^int(\d+)$/, 'i$1')
      .replace(/^uint$/, 'u256')
      .replace(/^int$/, 'i256');
    let names = known.get(this.types);
    const found = names?.get(own);
    if (found !== undefined) return found;
    names = new Map<string, TypeId>();
    for (const [id, type] of this.types.entries()) if (!names.has(type.name)) names.set(type.name, id);
    known.set(this.types, names);
    return names.get(own);
  }

  /** Of those that every contract has. */
  idOf(name: string): TypeId {
    const found = this.find(name);
    if (found === undefined) throw new Failure('bad-expression', 'user', `there is no type ${name}.`);
    return found;
  }

  /** Of a type that an expression made, such as an Option of what the contract has no Option of. */
  described(name: string, types: MetaTypes): TypeId {
    const found = this.find(name);
    if (found !== undefined) return found;
    return new TypeDescriptions(types, {
      find: known => this.find(known),
      reserve: reserved => this.types.add({ kind: 'opaque', name: reserved }),
      define: (id, description) => this.types.define(id, description),
    }).idOf(name);
  }
}
