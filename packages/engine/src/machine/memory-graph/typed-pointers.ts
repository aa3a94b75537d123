// Where a type has pointers: their offsets, how the program names them, and what each points to.

import type { EdgeKind } from '@sonde/heap';
import type { TypeId } from '../../ids.js';
import type { TypeDescription, TypeTable } from '../../types.js';

export interface TypedPointer {
  readonly offset: number;
  readonly name: string | number;
  readonly kind: EdgeKind;
  readonly target: TypeId;
  /** A member of a union, or what only one variant has: what stands there may be something else. */
  readonly doubtful: boolean;
}

/** Larger arrays of pointers are cut; the heaps of these machines have no room for as many blocks. */
const mostPointers = 65_536;
/** Types that contain themselves are damaged, and may have several ways to do so. */
const deepest = 24;
const mostVisits = 200_000;

interface Way {
  readonly name: string | number;
  readonly kind: EdgeKind;
  readonly doubtful: boolean;
}

export class TypedPointers {
  readonly #known = new Map<TypeId, readonly TypedPointer[]>();
  #visits = 0;

  constructor(private readonly types: TypeTable) {}

  in(type: TypeId): readonly TypedPointer[] {
    let known = this.#known.get(type);
    if (known === undefined) {
      const found: TypedPointer[] = [];
      // Known as having none while it is looked at, for one that is an array of itself.
      this.#known.set(type, []);
      const before = this.#visits;
      this.#collect(type, 0, { name: '*', kind: 'reference', doubtful: false }, found, 0);
      this.#visits = before;
      known = found;
      this.#known.set(type, known);
    }
    return known;
  }

  #collect(id: TypeId, offset: number, way: Way, found: TypedPointer[], depth: number): void {
    if (depth > deepest || found.length >= mostPointers || ++this.#visits > mostVisits) return;
    const type = this.types.resolve(id);
    switch (type.kind) {
      case 'pointer':
        if (this.types.resolve(type.target).kind !== 'function')
          found.push({ offset, target: type.target, ...way });
        return;
      case 'array': {
        const stride = strideOf(type, this.types);
        const count = type.count ?? 0;
        if (stride === 0 || this.in(type.element).length === 0) return;
        for (let nth = 0; nth < count && found.length < mostPointers; nth++)
          this.#collect(type.element, offset + nth * stride, indexed(way, nth), found, depth + 1);
        return;
      }
      case 'struct':
      case 'union':
        for (const { name, type: member, bitOffset, bitSize, role } of type.fields) {
          if (bitOffset === undefined || bitSize !== undefined) continue;
          const inner = role === 'base' || role === 'anonymous' ? way : fieldOf(way, name);
          const doubtful = way.doubtful || type.kind === 'union';
          const kind = type.kind === 'union' ? 'union-payload' : inner.kind;
          this.#collect(member, offset + bitOffset / 8, { ...inner, kind, doubtful }, found, depth + 1);
        }
        return;
      case 'variant':
        for (const { name, type: payload } of type.variants)
          this.#collect(
            payload,
            offset,
            { ...fieldOf(way, name), kind: 'union-payload', doubtful: true },
            found,
            depth + 1,
          );
        return;
      default:
    }
  }
}

export const strideOf = (type: TypeDescription & { readonly kind: 'array' }, types: TypeTable): number =>
  type.stride ?? types.resolve(type.element).size ?? 0;

const indexed = ({ name, kind, doubtful }: Way, nth: number): Way =>
  name === '*' ? { name: nth, kind: 'index', doubtful } : { name: `${name}[${nth}]`, kind, doubtful };

const fieldOf = ({ name, doubtful }: Way, field: string): Way => ({
  name: name === '*' ? field : typeof name === 'number' ? `[${name}].${field}` : `${name}.${field}`,
  kind: 'field',
  doubtful,
});
