// Words of the machine as the engine sees them: what is in registers, and what the machine shows of itself.

import type { ObjectId, Scalar, TypeId } from '@sonde/engine';
import type { MachineDescription } from '@sonde/engine-vm';
import { toF16 } from '../toolchain/format/f16.js';
import type { HsxTypes, TypeShape } from './image.js';

/** What is in one register, or in two: the low word first. */
export class RegisterWord {
  constructor(readonly words: readonly number[]) {}
}

/** One line for people, with parts behind it or without. */
export class ShownWord {
  constructor(
    readonly text: string,
    readonly parts?: { readonly id: ObjectId; readonly count: number },
  ) {}
}

/** A number of the value service. */
export class NumberWord {
  constructor(readonly value: number) {}
}

export class Words {
  readonly #shapes: ReadonlyMap<TypeId, TypeShape>;

  constructor(types: HsxTypes | undefined) {
    this.#shapes = new Map(types?.shapes ?? []);
  }

  describe(word: unknown, declared: TypeId | undefined): MachineDescription {
    if (word instanceof NumberWord) return { content: { kind: 'scalar', value: word.value } };
    if (word instanceof ShownWord) {
      const { parts, text } = word;
      if (parts === undefined) return { content: { kind: 'scalar', value: text } };
      return { content: { kind: 'object', id: parts.id, named: parts.count }, summary: text };
    }
    if (!(word instanceof RegisterWord)) return { content: { kind: 'unavailable', why: 'no word' } };
    const shape = declared === undefined ? undefined : this.#shapes.get(declared);
    if (shape === undefined) return { content: { kind: 'scalar', value: integerOf(word.words) } };
    const bytes = new Uint8Array(Uint32Array.from(word.words).buffer);
    if (shape.size > bytes.length)
      return {
        content: { kind: 'unavailable', why: `${shape.size} bytes do not fit into ${bytes.length} bytes` },
      };
    return { content: { kind: 'bytes', bytes: bytes.subarray(0, shape.size) } };
  }

  /** Without a sign: what computes with it knows the type. */
  scalar(word: unknown): Scalar | undefined {
    if (word instanceof NumberWord) return word.value;
    return word instanceof RegisterWord ? integerOf(word.words) : undefined;
  }

  /** What one or two registers hold for a value of the type, the low word first. Throws a RangeError when it does not fit. */
  encode(value: Scalar, type: TypeId): readonly number[] {
    const shape = this.#shapes.get(type) ?? { size: 4 };
    if (typeof value === 'string') throw new RangeError('a register holds a number, and no text');
    if (shape.float === true) return floatWords(Number(value), shape.size);
    if (typeof value === 'number' && !Number.isInteger(value)) throw new RangeError(`${value} is no integer`);
    const bits = shape.size * 8;
    const whole = BigInt(value);
    if (whole < -(1n << BigInt(bits - 1)) || whole >= 1n << BigInt(bits))
      throw new RangeError(`${value} does not fit into ${bits} bits`);
    // Smaller ones are extended, as a register has no size of its own.
    const extended = BigInt.asUintN(64, whole);
    const low = Number(extended & 0xffffffffn);
    return shape.size > 4 ? [low, Number(extended >> 32n)] : [low];
  }
}

function floatWords(value: number, size: number): readonly number[] {
  if (size === 2) return [toF16(value)];
  return [...new Uint32Array((size === 4 ? Float32Array.of(value) : Float64Array.of(value)).buffer)];
}

function integerOf(words: readonly number[]): Scalar {
  const [low = 0, high] = words;
  return high === undefined ? low >>> 0 : (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}
