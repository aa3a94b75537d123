// Types of the toolchain's files as the debugger's.

import { typeId, type TypeDescription, type TypeId } from '@sonde/engine';
import type { TypeShape } from '../runtime/image.js';
import type { DebugType } from '../toolchain/format/debug-types.js';

type TypeEntry = readonly [TypeId, TypeDescription];

/** Those that every program has: of registers, and of what C leaves without a name. */
export const machineTypes = {
  word: typeId(1),
  code: typeId(2),
  flags: typeId(3),
  void: typeId(4),
  int: typeId(5),
  none: typeId(6),
  function: typeId(7),
} as const;

const machineTypeEntries: readonly TypeEntry[] = [
  [machineTypes.word, { kind: 'integer', name: 'word', size: 4, signed: false }],
  [machineTypes.code, { kind: 'integer', name: 'code address', size: 4, signed: false }],
  [machineTypes.flags, { kind: 'integer', name: 'flags', size: 4, signed: false }],
  [machineTypes.void, { kind: 'unit', name: 'void' }],
  [machineTypes.int, { kind: 'integer', name: 'int', size: 4, signed: true }],
  [machineTypes.none, { kind: 'dynamic', name: '' }],
  [machineTypes.function, { kind: 'function', name: 'function' }],
];

const firstOwn = 100;

/** The number of a type in its program, or none for void, as the debugger's id. */
export type TypeFinder = (index: number | undefined) => TypeId;

/** The types of several programs in one table; each program counts its own from 0. */
export class ProgramTypes {
  readonly entries: TypeEntry[] = [...machineTypeEntries];
  #next = firstOwn;

  add(types: readonly DebugType[]): TypeFinder {
    const first = this.#next;
    this.#next += types.length;
    const id: TypeFinder = index =>
      index === undefined || index < 0 || index >= types.length ? machineTypes.void : typeId(first + index);
    types.forEach((type, index) => this.entries.push([id(index), described(type, id)]));
    return id;
  }
}

/** What the machine has to know of scalars, which can be in registers. */
export function shapesOf(entries: readonly TypeEntry[]): readonly (readonly [TypeId, TypeShape])[] {
  const byId = new Map(entries);
  const resolved = (id: TypeId, hops = 0): TypeDescription | undefined => {
    const type = byId.get(id);
    return type?.kind === 'alias' && hops < 64 ? resolved(type.target, hops + 1) : type;
  };
  return entries.flatMap(([id]) => {
    const type = resolved(id);
    if (type?.size === undefined || !scalars.has(type.kind)) return [];
    return [[id, { size: type.size, ...(type.kind === 'float' ? { float: true } : {}) }] as const];
  });
}

const scalars: ReadonlySet<TypeDescription['kind']> = new Set([
  ...(['integer', 'character', 'boolean', 'float', 'pointer', 'enum'] as const),
]);

function described(type: DebugType, id: TypeFinder): TypeDescription {
  const { name } = type;
  const sized = { name, ...(type.size === undefined ? {} : { size: type.size }) };
  switch (type.kind) {
    case 'integer':
    case 'character':
      return { kind: type.kind, signed: type.signed, ...sized };
    case 'boolean':
    case 'float':
    case 'function':
      return { kind: type.kind, ...sized };
    case 'void':
      return { kind: 'unit', name };
    case 'pointer':
      return { kind: 'pointer', target: id(type.target), ...sized };
    case 'array':
      return {
        kind: 'array',
        element: id(type.element),
        ...sized,
        ...(type.count === undefined ? {} : { count: type.count }),
      };
    case 'struct':
    case 'union':
      if (type.incomplete === true) return { kind: 'opaque', name, why: 'it is only declared here' };
      return {
        kind: type.kind,
        ...sized,
        fields: type.fields.map(({ name: field, type: of, bitOffset, bitSize }) => ({
          name: field,
          type: id(of),
          bitOffset,
          ...(bitSize === undefined ? {} : { bitSize }),
          ...(field === '' ? { role: 'anonymous' as const } : {}),
        })),
      };
    case 'enum':
      return {
        kind: 'enum',
        ...sized,
        underlying: type.underlying === undefined ? machineTypes.int : id(type.underlying),
        enumerators: type.enumerators.map(({ name: each, value }) => ({ name: each, value: BigInt(value) })),
      };
    case 'typedef':
    case 'qualified':
      return { kind: 'alias', name, target: id(type.target) };
  }
}
