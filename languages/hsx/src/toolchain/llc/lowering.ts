// The state of one function while its LLVM instructions become instructions of the machine, and the smallest steps of that.

import type { FunctionData, MetadataId, Operand, Operation, TypeShape } from '@sonde/llvm-ir';
import { CannotCompile } from './compile-problem.js';
import {
  firstVirtual,
  type Block,
  type FrameObject,
  type Instruction,
  type MachineFunction,
  type Register,
} from './machine-code.js';
import type { ModuleContext } from './module-context.js';

/** `clean`: bits above the width of the type are zero. Otherwise they are anything. */
export type Value =
  | { readonly kind: 'words'; readonly words: readonly Register[]; readonly clean: boolean }
  | { readonly kind: 'frame'; readonly object: FrameObject; readonly offset: number }
  | { readonly kind: 'symbol'; readonly symbol: string; readonly offset: number }
  | { readonly kind: 'offset'; readonly base: Register; readonly offset: number };

/** A scalar inside an aggregate. */
export interface Leaf {
  readonly type: TypeShape;
  readonly offset: number;
  readonly words: number;
}

/** What a load or store goes to. */
export interface Place {
  readonly a?: Register;
  readonly object?: FrameObject;
  readonly imm: number;
}

const fitsImmediate = (value: number): boolean => value >= -2048 && value <= 2047;

export class Lowering {
  readonly values = new Map<string, Value>();
  /** Compares that are made where their result decides. */
  readonly deferred = new Map<string, Operation & { readonly kind: 'compare' }>();
  readonly result: MachineFunction;
  location: MetadataId | undefined;
  #block: Block;
  #nextLabel = 0;

  constructor(
    readonly context: ModuleContext,
    readonly source: FunctionData,
    symbol: string,
  ) {
    this.result = { symbol, blocks: [], objects: [], registers: firstVirtual, hasDynamicFrame: false };
    this.#block = this.startBlock(this.newLabel());
  }

  fail(message: string): never {
    throw new CannotCompile(message, this.location);
  }

  newLabel(): number {
    this.#nextLabel += 1;
    return this.#nextLabel - 1;
  }

  startBlock(label: number): Block {
    this.#block = { label, instructions: [] };
    this.result.blocks.push(this.#block);
    return this.#block;
  }

  get block(): Block {
    return this.#block;
  }

  emit(instruction: Instruction): void {
    this.#block.instructions.push({ location: this.location, ...instruction });
  }

  fresh(): Register {
    this.result.registers += 1;
    return this.result.registers - 1;
  }

  newObject(size: number, align: number): FrameObject {
    const object = { size, align, offset: 0 };
    this.result.objects.push(object);
    return object;
  }

  /** `rd = a op b` into a new register. */
  make(op: string, a: Register, b: Register): Register {
    const rd = this.fresh();
    this.emit({ op, rd, a, b });
    return rd;
  }

  move(rd: Register, a: Register): void {
    this.emit({ op: 'MOV', rd, a });
  }

  numberInto(rd: Register, value: number): void {
    const signed = value | 0;
    if (fitsImmediate(signed)) this.emit({ op: 'LDI', rd, imm: signed });
    else this.emit({ op: 'LDI32', rd, imm: signed });
  }

  number(value: number): Register {
    const rd = this.fresh();
    this.numberInto(rd, value);
    return rd;
  }

  /** `rd = a op constant`. */
  makeBy(op: string, a: Register, value: number): Register {
    return this.make(op, a, this.number(value));
  }

  define(name: string | undefined, words: readonly Register[], clean = false): void {
    if (name !== undefined) this.values.set(name, { kind: 'words', words, clean });
  }

  // Types

  shape(type: TypeShape): TypeShape {
    return this.context.layout.resolved(type);
  }

  /** The scalars of a type, in the order of its values' words. */
  leaves(type: TypeShape, offset = 0): Leaf[] {
    const { layout } = this.context;
    const shape = this.shape(type);
    switch (shape.kind) {
      case 'integer':
        if (shape.bits > 128) this.fail(`integers of ${String(shape.bits)} bits are not supported`);
        return [{ type: shape, offset, words: Math.ceil(shape.bits / 32) }];
      case 'float':
        if (!['half', 'float', 'double'].includes(shape.name)) {
          this.fail(`the floating-point type ${shape.name} is not supported (C: long double)`);
        }
        return [{ type: shape, offset, words: shape.bits > 32 ? 2 : 1 }];
      case 'pointer':
        return [{ type: shape, offset, words: 1 }];
      case 'array': {
        const size = layout.sizeOf(shape.element);
        if (shape.count > 256) this.fail('an array of this size cannot be a value');
        return Array.from({ length: shape.count }, (_, index) =>
          this.leaves(shape.element, offset + index * size),
        ).flat();
      }
      case 'struct': {
        const { offsets } = layout.structLayout(shape);
        return shape.fields.flatMap((field, index) => this.leaves(field, offset + (offsets[index] ?? 0)));
      }
      case 'void':
        return [];
      case 'vector':
        return this.fail('vectors are not supported');
      default:
        return this.fail('a value of a type that is not supported');
    }
  }

  wordCount(type: TypeShape): number {
    return this.leaves(type).reduce((sum, { words }) => sum + words, 0);
  }

  bits(type: TypeShape): number {
    const shape = this.shape(type);
    if (shape.kind === 'integer' || shape.kind === 'float') return shape.bits;
    if (shape.kind === 'pointer') return 32;
    return this.fail('a number is needed here');
  }

  // Operands

  value(operand: Operand): Value {
    switch (operand.kind) {
      case 'local': {
        const known = this.values.get(operand.name);
        return known ?? this.fail(`the value %${operand.name} is used before it is made`);
      }
      case 'global':
        return { kind: 'symbol', ...this.context.symbolOf(operand.name) };
      case 'expression': {
        const address = this.context.constantAddress(operand);
        if (address?.symbol !== undefined)
          return { kind: 'symbol', symbol: address.symbol, offset: address.offset };
        if (address !== undefined && this.wordCount(operand.type) === 1) {
          return { kind: 'words', words: [this.number(address.offset)], clean: true };
        }
        return this.fail(`the constant expression '${operand.operation}' is not supported`);
      }
      case 'aggregate':
        return { kind: 'words', words: operand.elements.flatMap(one => this.words(one)), clean: false };
      case 'assembly':
      case 'unknown':
        return this.fail(`this operand is not understood: ${operand.text.slice(0, 60)}`);
      default:
        return {
          kind: 'words',
          words: this.constantWords(operand).map(word => this.number(word)),
          clean: true,
        };
    }
  }

  /** The words of a constant that refers to nothing. */
  constantWords(operand: Operand): number[] {
    switch (operand.kind) {
      case 'integer':
      case 'float': {
        const bits = this.bits(operand.type);
        const all = BigInt.asUintN(bits, operand.kind === 'integer' ? operand.value : operand.bits);
        const count = this.wordCount(operand.type);
        return Array.from(
          { length: count },
          (_, index) => Number((all >> BigInt(32 * index)) & 0xffffffffn) | 0,
        );
      }
      case 'null':
      case 'zero':
      case 'undefined':
        return Array.from({ length: this.wordCount(operand.type) }, () => 0);
      case 'aggregate':
        return operand.elements.flatMap(element => this.constantWords(element));
      case 'string':
        return [...operand.bytes];
      default:
        return this.fail('a constant is needed here');
    }
  }

  /** A number known at compile time; undefined where it is not. */
  constant(operand: Operand): bigint | undefined {
    if (operand.kind === 'integer') return BigInt.asUintN(this.bits(operand.type), operand.value);
    if (operand.kind === 'null' || operand.kind === 'zero' || operand.kind === 'undefined') return 0n;
    return undefined;
  }

  words(operand: Operand): readonly Register[] {
    const value = this.value(operand);
    return value.kind === 'words' ? value.words : [this.address(value)];
  }

  word(operand: Operand): Register {
    return this.words(operand)[0] ?? this.fail('a value is needed here');
  }

  address(value: Exclude<Value, { readonly kind: 'words' }>): Register {
    const rd = this.fresh();
    if (value.kind === 'frame') this.emit({ op: 'FRAME', rd, object: value.object, imm: value.offset });
    else if (value.kind === 'symbol') this.emit({ op: 'LDI32', rd, symbol: value.symbol, imm: value.offset });
    else if (value.offset === 0) return value.base;
    else this.emit({ op: 'ADD', rd, a: value.base, b: this.number(value.offset) });
    return rd;
  }

  /** Where a pointer points, with room for `size` bytes of offset behind it. */
  place(pointer: Operand, size = 0): Place {
    const value = this.value(pointer);
    if (value.kind === 'frame') return { object: value.object, imm: value.offset };
    if (value.kind === 'offset' && fitsImmediate(value.offset) && fitsImmediate(value.offset + size)) {
      return { a: value.base, imm: value.offset };
    }
    return { a: value.kind === 'words' ? value.words[0]! : this.address(value), imm: 0 };
  }

  /** The low word with zeros above the width of its type. */
  zeroExtended(operand: Operand): Register {
    const value = this.value(operand);
    if (value.kind !== 'words') return this.address(value);
    const [low = 0] = value.words;
    return value.clean ? low : this.cleaned(low, Math.min(32, this.bits(operand.type)));
  }

  /** All words, with zeros above the width of the type. */
  zeroExtendedWords(operand: Operand): readonly Register[] {
    const value = this.value(operand);
    if (value.kind !== 'words') return [this.address(value)];
    const rest = this.bits(operand.type) % 32;
    if (value.clean || rest === 0) return value.words;
    return [...value.words.slice(0, -1), this.cleaned(value.words.at(-1)!, rest)];
  }

  /** All words, with copies of the sign above the width of the type. */
  signExtendedWords(operand: Operand): readonly Register[] {
    const words = this.words(operand);
    const rest = this.bits(operand.type) % 32;
    if (rest === 0) return words;
    const known = words.length === 1 ? this.constant(operand) : undefined;
    if (known !== undefined) return [this.number(Number(BigInt.asIntN(rest, known)))];
    return [...words.slice(0, -1), this.signed(words.at(-1)!, rest)];
  }

  cleaned(word: Register, bits: number): Register {
    if (bits >= 32) return word;
    return this.makeBy('AND', word, 2 ** bits - 1);
  }

  signed(word: Register, bits: number): Register {
    if (bits >= 32) return word;
    const shift = this.number(32 - bits);
    return this.make('ASR', this.make('LSL', word, shift), shift);
  }
}
