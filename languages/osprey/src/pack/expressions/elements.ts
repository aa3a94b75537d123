// Elements of lists and maps: the walk through their tries, written out level by level, since programs have no loops.

import type { Expression, TypeId } from '@sonde/engine';
import { build, flatFields } from '@sonde/lens';
import type { BlockType } from '../renderers/blocks.js';
import type { Lowered, Parts } from './parts.js';

const bits = 5;
/** Bits by which the deepest list that fits into a memory is walked. */
const deepestList = 35;
const deepestMap = 35;

export class Elements {
  constructor(
    private readonly parts: Parts,
    private readonly sameBytes: (text: Expression, wanted: string) => Expression,
  ) {}

  /** As an int of the language; its field is a number of C. */
  length(value: Expression, block: BlockType): Expression {
    return this.parts.ints.add(this.parts.part(value, block, 'length'), this.parts.int(0));
  }

  /** Of a list, with what tells that there is none. */
  ofList(list: Expression, block: BlockType, at: Expression): Lowered {
    const { parts } = this;
    const { holds } = parts;
    const length = this.length(list, block);
    return {
      value: parts.bindings.bind(list, held =>
        parts.bindings.bind(at, index => this.#inList(held, block, index)),
      ),
      failed: holds.or(holds.lt(at, parts.int(0)), holds.ge(at, length)),
      why: 'index out of bounds',
    };
  }

  #inList(list: Expression, block: BlockType, index: Expression): Expression {
    const { parts } = this;
    const { ints, holds } = parts;
    const part = (name: string): Expression => parts.part(list, block, name);
    const inTail = ints.sub(index, ints.sub(part('length'), part('tail_count')));
    const place = ints.add(part('offset'), index);
    const walk = (node: Expression, shift: number): Expression => {
      if (shift === 0) return this.#word(node, ints.and(place, parts.int(31)), this.#elementOf(block));
      const slot = ints.and(ints.shr(place, parts.int(shift)), parts.int(31));
      const next = build.select(
        holds.ge(part('shift'), parts.int(shift)),
        this.#word(node, slot, parts.types.int),
        node,
      );
      return parts.bindings.bind(next, found => walk(found, shift - bits));
    };
    return build.select(
      holds.ge(inTail, parts.int(0)),
      this.#word(part('tail'), inTail, this.#elementOf(block)),
      walk(ints.add(part('root'), parts.int(0)), deepestList),
    );
  }

  #elementOf({ fields }: BlockType): TypeId {
    const { types } = this.parts.context;
    const tail = types.resolve(fields.find(({ name }) => name === 'tail')!.type);
    return tail.kind === 'pointer' ? tail.target : this.parts.types.int;
  }

  /** What is smaller than a word lies in one all the same, and begins where that does. */
  #word(words: Expression, at: Expression, type: TypeId): Expression {
    const { ints, int } = { ints: this.parts.ints, int: (value: number) => this.parts.int(value) };
    return build.deref(ints.add(words, ints.mul(at, int(8))), type);
  }

  /** The value of a key that is written out, with what tells that there is none. */
  ofMap(map: Expression, block: BlockType, key: string | bigint): Lowered {
    const { parts } = this;
    const node = this.#nodeOf(block);
    if (node === undefined) return { value: build.fail('this is no map', parts.types.int) };
    const found = this.#leaf(parts.part(map, block, 'root'), node, { key, hash: hashOf(key) }, 0);
    return {
      value: parts.bindings.bind(found, leaf => parts.part(leaf, node, 'value')),
      failed: parts.isZero(found),
      why: 'key not found',
    };
  }

  #nodeOf({ fields }: BlockType): BlockType | undefined {
    const { types } = this.parts.context;
    const root = types.resolve(fields.find(({ name }) => name === 'root')!.type);
    const node = root.kind === 'pointer' ? types.resolve(root.target) : undefined;
    if (root.kind !== 'pointer' || node?.kind !== 'struct') return undefined;
    return { id: root.target, fields: flatFields(node.fields, types) };
  }

  /** The address of the leaf that has the key, or 0. */
  #leaf(
    from: Expression,
    type: BlockType,
    wanted: { readonly key: string | bigint; readonly hash: number },
    shift: number,
  ): Expression {
    const { parts } = this;
    const { ints, holds } = parts;
    const none = build.constant(0n, from.type);
    if (shift > deepestMap) return none;
    return parts.bindings.bind(from, node => {
      const part = (name: string): Expression => parts.part(node, type, name);
      const slot = shift === deepestMap ? 0 : (wanted.hash >>> shift) & 31;
      const bit = 2 ** slot;
      const bitmap = part('bitmap');
      const place = this.#bitsIn(ints.and(bitmap, parts.int(bit - 1)));
      const child = build.index(part('children'), place, from.type);
      const isInner = parts.isZero(part('kind'));
      const inside = build.select(
        parts.isZero(ints.and(bitmap, parts.int(bit))),
        none,
        this.#leaf(child, type, wanted, shift + bits),
      );
      const isLeaf = holds.eq(part('kind'), build.constant(1n, part('kind').type));
      const outside = build.select(
        isLeaf,
        build.select(this.#isKey(part('key'), wanted.key), node, none),
        build.fail('keys of one hash are not told apart here; expand the map', from.type),
      );
      return build.select(parts.isZero(node), none, build.select(isInner, inside, outside));
    });
  }

  #isKey(held: Expression, key: string | bigint): Expression {
    if (typeof key === 'string') return this.sameBytes(held, key);
    return this.parts.holds.eq(held, build.constant(key, held.type));
  }

  /** How many bits are set in a number of 32. */
  #bitsIn(value: Expression): Expression {
    const { parts } = this;
    const { ints } = parts;
    const folded = (of: Expression, by: number, mask: number): Expression =>
      parts.bindings.bind(of, x =>
        ints.add(ints.and(x, parts.int(mask)), ints.and(ints.shr(x, parts.int(by)), parts.int(mask))),
      );
    return [
      [1, 0x55555555],
      [2, 0x33333333],
      [4, 0x0f0f0f0f],
      [8, 0x00ff00ff],
      [16, 0x0000ffff],
    ].reduce((all, [by, mask]) => folded(all, by!, mask!), value);
  }
}

/** `hash_of` in runtime/maps.c. */
function hashOf(key: string | bigint): number {
  if (typeof key === 'string')
    return new TextEncoder()
      .encode(key)
      .reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193) >>> 0, 0x811c9dc5);
  const word = BigInt.asUintN(64, key);
  return Number(BigInt.asUintN(64, (word ^ (word >> 32n)) * 0x9e3779b97f4a7c15n) >> 32n);
}
