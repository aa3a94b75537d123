// The objects of one walk: variables, blocks and parts of arrays, found by the addresses that lie in them.

import type { Provenance } from '@sonde/heap';
import type { TypeId } from '../../ids.js';
import type { TypeTable } from '../../types.js';
import type { Allocations } from './allocations.js';
import type { MemoryVariable } from './memory-variables.js';
import { strideOf } from './typed-pointers.js';

export interface MemoryObject {
  readonly key: string;
  readonly space: string;
  readonly start: number;
  readonly size: number;
  /** Bytes that count with its elements, because those are objects of their own. */
  inElements?: number;
  readonly provenance: Provenance;
  readonly kind: 'variable' | 'block' | 'freed' | 'element' | 'assumed';
  /** Unknown for a block until a pointer with a type leads to its beginning. */
  type?: TypeId;
  /** Of a variable, or of an element of one. */
  readonly name?: string;
  /** The array that an element is a part of. */
  readonly whole?: { readonly object: MemoryObject; readonly index: number };
}

export class MemoryObjects {
  readonly #ranges = new Map<string, MemoryObject[]>();
  readonly #variables = new Map<string, MemoryObject>();
  readonly #parts = new Map<string, MemoryObject>();
  readonly #sorted = new Set<string>();
  readonly blocks: readonly MemoryObject[];

  constructor(
    private readonly types: TypeTable,
    variables: readonly MemoryVariable[],
    private readonly allocations: Allocations | undefined,
  ) {
    for (const { space, address, type, key, name, category } of variables) {
      const size = this.types.resolve(type).size ?? 0;
      if (address === undefined || size === 0 || !this.#isAggregate(type)) continue;
      const provenance = category === 'global' ? 'static' : 'unknown';
      const part = { space, start: address, size, provenance, type, name } as const;
      this.#variables.set(key, this.#add({ key: `variable ${key}`, kind: 'variable', ...part }));
    }
    const block =
      (kind: 'block' | 'freed') =>
      ({ space, start, size }: Allocations['used'][number]): MemoryObject =>
        this.#add({
          key: `${kind} ${space} ${start} ${size}`,
          space,
          start,
          size,
          provenance: 'manual',
          kind,
        });
    this.blocks = (allocations?.used ?? []).map(block('block'));
    (allocations?.freed ?? []).forEach(block('freed'));
  }

  /** The object of a variable; undefined for a number or a pointer, which is no object by itself. */
  ofVariable({ key }: MemoryVariable): MemoryObject | undefined {
    return this.#variables.get(key);
  }

  /** What a pointer to a value of this type leads to; undefined for nothing that counts as an object. */
  at(space: string, address: number, target: TypeId, doubtful: boolean): MemoryObject | undefined {
    const found = this.holding(space, address);
    if (found !== undefined) return this.partAt(found, address);
    const type = this.types.resolve(target);
    // Texts and numbers that no block holds are constants of the program.
    if (doubtful || (type.kind !== 'struct' && type.kind !== 'union') || type.size === undefined)
      return undefined;
    const key = `at ${space} ${address} ${type.name}`;
    const known = this.#parts.get(key);
    if (known !== undefined) return known;
    const provenance = this.allocations === undefined ? 'unknown' : 'static';
    const made = {
      key,
      space,
      start: address,
      size: type.size,
      provenance,
      kind: 'assumed',
      type: target,
    } as const;
    this.#parts.set(key, made);
    return made;
  }

  holding(space: string, address: number): MemoryObject | undefined {
    const ranges = this.#rangesIn(space);
    const behind = firstBehind(ranges, address);
    // A variable of an inner block may lie in the room of another: the nearest one that is long enough.
    for (let nth = behind - 1; nth >= Math.max(0, behind - 8); nth--) {
      const { start, size } = ranges[nth]!;
      if (address >= start && address < start + size) return ranges[nth];
    }
    return undefined;
  }

  /** Whether a variable or block begins no further from there. */
  isNear(space: string, address: number, distance: number): boolean {
    const ranges = this.#rangesIn(space);
    const behind = firstBehind(ranges, address);
    return [ranges[behind - 1], ranges[behind]].some(
      object => object !== undefined && Math.abs(object.start - address) <= distance,
    );
  }

  /** The block that begins exactly there. */
  blockAt(space: string, address: number): MemoryObject | undefined {
    const found = this.holding(space, address);
    return found?.kind === 'block' && found.start === address ? found : undefined;
  }

  /** Elements of a pool are objects of their own, because programs link them like blocks. */
  partAt(variable: MemoryObject, address: number): MemoryObject {
    if (variable.kind !== 'variable') return variable;
    const type = this.types.resolve(variable.type!);
    if (type.kind !== 'array') return variable;
    const element = this.types.resolve(type.element);
    const stride = strideOf(type, this.types);
    if ((element.kind !== 'struct' && element.kind !== 'union') || stride === 0) return variable;
    const index = Math.floor((address - variable.start) / stride);
    const key = `${variable.key} [${index}]`;
    const known = this.#parts.get(key);
    if (known !== undefined) return known;
    const { space, provenance } = variable;
    const made: MemoryObject = {
      ...{ key, space, provenance, start: variable.start + index * stride, size: stride },
      kind: 'element',
      type: type.element,
      whole: { object: variable, index },
      ...(variable.name === undefined ? {} : { name: `${variable.name}[${index}]` }),
    };
    // Its bytes count with it, and not with the whole array once more.
    variable.inElements = (variable.inElements ?? 0) + stride;
    this.#parts.set(key, made);
    return made;
  }

  #isAggregate(type: TypeId): boolean {
    return ['struct', 'union', 'array', 'variant'].includes(this.types.resolve(type).kind);
  }

  #add(object: MemoryObject): MemoryObject {
    const ranges = this.#ranges.get(object.space);
    if (ranges === undefined) this.#ranges.set(object.space, [object]);
    else ranges.push(object);
    return object;
  }

  #rangesIn(space: string): readonly MemoryObject[] {
    const ranges = this.#ranges.get(space) ?? [];
    if (!this.#sorted.has(space)) {
      ranges.sort((one, other) => one.start - other.start || other.size - one.size);
      this.#sorted.add(space);
    }
    return ranges;
  }
}

function firstBehind(ranges: readonly MemoryObject[], address: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.start <= address) low = middle + 1;
    else high = middle;
  }
  return low;
}
