// Types derived from others: pointers, rows of elements and functions, each found in the types of the program or added once.

import type { TypeDescription, TypeId, TypeTable } from '@sonde/engine';
import type { DataModel } from './data-model.js';
import { refused } from './refusals.js';

const known = new WeakMap<TypeTable, Map<string, TypeId>>();

/** The same id for the same key, however often it is asked for. */
function once(types: TypeTable, key: string, make: () => TypeId): TypeId {
  const made = known.get(types) ?? new Map<string, TypeId>();
  known.set(types, made);
  const id = made.get(key) ?? make();
  made.set(key, id);
  return id;
}

/** So many elements one behind the other; undefined where an element has no size. */
export function rowOf(element: TypeId, count: number, types: TypeTable): TypeId | undefined {
  const { size = 0 } = types.resolve(element);
  if (size === 0) return undefined;
  return once(types, `row ${element} ${count}`, () =>
    types.add({
      kind: 'array',
      name: arrayName(types.get(element), count),
      element,
      count,
      size: size * count,
    }),
  );
}

/** `int[2][3]` for two rows of three. */
function arrayName({ kind, name }: TypeDescription, count: number | undefined): string {
  const length = `[${count ?? ''}]`;
  const at = kind === 'array' ? name.indexOf('[') : -1;
  return at < 0 ? `${name}${length}` : `${name.slice(0, at)}${length}${name.slice(at)}`;
}

export class PointerTypes {
  constructor(
    private readonly types: TypeTable,
    private readonly model: DataModel,
  ) {}

  to(target: TypeId): TypeId {
    const { types } = this;
    return once(types, `pointer ${target}`, () => {
      for (const [id, type] of types.entries())
        if (type.kind === 'pointer' && type.target === target && type.reference !== true) return id;
      const name = pointerName(types.get(target));
      return types.add({ kind: 'pointer', name, target, size: this.model.pointerBits / 8 });
    });
  }

  array(element: TypeId, count: number | undefined): TypeId {
    const { types } = this;
    const { name } = types.get(element);
    if (count === undefined)
      return once(types, `row ${element}`, () =>
        types.add({ kind: 'array', name: arrayName(types.get(element), undefined), element }),
      );
    const row = rowOf(element, count, types);
    if (row === undefined) throw refused(`there are no arrays of ${name}: it has no size.`);
    return row;
  }

  function(result: TypeId): TypeId {
    const { types } = this;
    return once(types, `function ${result}`, () =>
      types.add({ kind: 'function', name: `${types.get(result).name} ()` }),
    );
  }

  /** `void`. */
  get unit(): TypeId {
    const { types } = this;
    return once(types, 'void', () => {
      for (const [id, type] of types.entries()) if (type.kind === 'unit') return id;
      return types.add({ kind: 'unit', name: 'void' });
    });
  }

  /** The bytes from one element to the next. As compilers have it, `void` and functions count as one byte. */
  step(target: TypeId): bigint {
    const type = this.types.resolve(target);
    if (type.kind === 'unit' || type.kind === 'function') return 1n;
    const size = this.sizeOf(target);
    if (size === undefined) throw refused(`the size of ${type.name} is not known, and so no element of it.`);
    return BigInt(size);
  }

  /** In bytes; undefined for what has no size, or none that is known here. */
  sizeOf(id: TypeId): number | undefined {
    const type = this.types.resolve(id);
    if (type.size !== undefined && type.size > 0) return type.size;
    if (type.kind === 'pointer') return this.model.pointerBits / 8;
    if (type.kind === 'enum') return this.sizeOf(type.underlying);
    if (type.kind !== 'array' || type.count === undefined) return undefined;
    const element = type.stride ?? this.sizeOf(type.element);
    return element === undefined ? undefined : element * type.count;
  }
}

function pointerName({ kind, name }: TypeDescription): string {
  if (kind === 'array') {
    const at = name.indexOf('[');
    if (at >= 0) return `${name.slice(0, at).trim()} (*)${name.slice(at)}`;
  }
  if (kind === 'function' && name.includes('(')) return name.replace('(', '(*)(');
  return name.endsWith('*') ? `${name}*` : `${name} *`;
}
