// Instructions of one function, written in order: what it appends is bytes, so that offsets are exact.

import { ByteWriter } from '../bytes/byte-writer.js';
import {
  loadOpcodes,
  otherOpcodes,
  plainOpcodes,
  storeOpcodes,
  type LoadOperation,
  type PlainOperation,
  type StoreOperation,
} from '../opcodes.js';
import { BuilderMisuse } from '../problem.js';
import {
  typeCodes,
  type BlockType,
  type FunctionType,
  type ReferenceType,
  type ValueType,
} from '../value-types.js';
import type {
  FunctionReference,
  GlobalReference,
  MemoryReference,
  Reference,
  ReferenceSpace,
  TableReference,
} from './references.js';
import { writeBlockType, writeOpcode } from './write-module.js';

/** A place in code; `BuiltModule.offsetOf` says where it came to lie. */
export class Mark {
  constructor(
    readonly code: Code,
    /** Bytes before it, without those of references. */
    readonly at: number,
    /** References and late constants before it. */
    readonly references: number,
  ) {}
}

/** The target of branches: a block's end, or a loop's beginning. */
export interface Label {
  readonly level: number;
}

/** Nothing, one result, or parameters and results. */
export type BlockSignature = ValueType | FunctionType | undefined;

export interface MemoryAccess {
  readonly offset?: number;
  /** Exponent of two; that of the access itself by default. */
  readonly align?: number;
}

/** `else` and `end` are written by the blocks themselves. */
export type CodeOperation = Exclude<PlainOperation, 'else' | 'end' | 'catch_all'>;

export class Code {
  readonly #writer = new ByteWriter();
  /** Numbers to be inserted, in the order of their places. */
  readonly #references: { readonly at: number; readonly write: (writer: ByteWriter) => void }[] = [];
  #level = 0;

  constructor(
    private readonly space: ReferenceSpace,
    private readonly typeIndex: (type: FunctionType) => number,
  ) {}

  /** The place of the instruction that is written next. */
  mark(): Mark {
    return new Mark(this, this.#writer.length, this.#references.length);
  }

  op(...names: readonly CodeOperation[]): this {
    for (const name of names) writeOpcode(this.#writer, plainOpcodes[name]);
    return this;
  }

  i32(value: number): this {
    this.#writer.byte(otherOpcodes['i32.const'][0]);
    this.#writer.signed(value | 0);
    return this;
  }

  /** A constant that is asked for when the module is built: the size of a frame that grows while code is written. */
  i32Late(value: () => number): this {
    this.#writer.byte(otherOpcodes['i32.const'][0]);
    this.#references.push({ at: this.#writer.length, write: writer => writer.signed(value() | 0) });
    return this;
  }

  i64(value: bigint | number): this {
    this.#writer.byte(otherOpcodes['i64.const'][0]);
    this.#writer.signed(BigInt.asIntN(64, BigInt(value)));
    return this;
  }

  f32(value: number): this {
    return this.f32Bits(new DataView(new Float32Array([value]).buffer).getUint32(0, true));
  }

  f64(value: number): this {
    return this.f64Bits(new DataView(new Float64Array([value]).buffer).getBigUint64(0, true));
  }

  f32Bits(bits: number): this {
    this.#writer.byte(otherOpcodes['f32.const'][0]);
    this.#writer.f32(bits);
    return this;
  }

  f64Bits(bits: bigint): this {
    this.#writer.byte(otherOpcodes['f64.const'][0]);
    this.#writer.f64(bits);
    return this;
  }

  get(...locals: readonly number[]): this {
    for (const local of locals) this.#indexed('local.get', local);
    return this;
  }

  set(local: number): this {
    return this.#indexed('local.set', local);
  }

  tee(local: number): this {
    return this.#indexed('local.tee', local);
  }

  globalGet(global: GlobalReference): this {
    return this.#referring('global.get', global);
  }

  globalSet(global: GlobalReference): this {
    return this.#referring('global.set', global);
  }

  call(callee: FunctionReference): this {
    return this.#referring('call', callee);
  }

  callIndirect(type: FunctionType, table: TableReference): this {
    this.#writer.byte(otherOpcodes.call_indirect[0]);
    this.#writer.unsigned(this.typeIndex(type));
    this.#reference(table);
    return this;
  }

  load(name: LoadOperation, access: MemoryAccess = {}): this {
    return this.#memory(loadOpcodes[name], access);
  }

  store(name: StoreOperation, access: MemoryAccess = {}): this {
    return this.#memory(storeOpcodes[name], access);
  }

  memorySize(memory: MemoryReference): this {
    return this.#referring('memory.size', memory);
  }

  memoryGrow(memory: MemoryReference): this {
    return this.#referring('memory.grow', memory);
  }

  memoryFill(memory: MemoryReference): this {
    return this.#referring('memory.fill', memory);
  }

  memoryCopy(to: MemoryReference, from: MemoryReference = to): this {
    this.#referring('memory.copy', to);
    this.#reference(from);
    return this;
  }

  tableGet(table: TableReference): this {
    return this.#referring('table.get', table);
  }

  tableSet(table: TableReference): this {
    return this.#referring('table.set', table);
  }

  refNull(type: ReferenceType): this {
    this.#writer.bytes([otherOpcodes['ref.null'][0], typeCodes[type]]);
    return this;
  }

  refFunc(of: FunctionReference): this {
    return this.#referring('ref.func', of);
  }

  block(type: BlockSignature, body: (label: Label) => void): this {
    return this.#open('block', type, body).#close();
  }

  loop(type: BlockSignature, body: (label: Label) => void): this {
    return this.#open('loop', type, body).#close();
  }

  if(type: BlockSignature, then: (label: Label) => void, otherwise?: (label: Label) => void): this {
    this.#open('if', type, then);
    if (otherwise !== undefined) {
      this.#writer.byte(plainOpcodes.else);
      otherwise({ level: this.#level });
    }
    return this.#close();
  }

  br(label: Label): this {
    return this.#indexed('br', this.#depth(label));
  }

  brIf(label: Label): this {
    return this.#indexed('br_if', this.#depth(label));
  }

  brTable(labels: readonly Label[], otherwise: Label): this {
    this.#writer.byte(otherOpcodes.br_table[0]);
    this.#writer.vector(labels, label => this.#writer.unsigned(this.#depth(label)));
    this.#writer.unsigned(this.#depth(otherwise));
    return this;
  }

  /** Leaves the function from anywhere, as `return` does. */
  get body(): Label {
    return { level: 0 };
  }

  /** Bytes of instructions that have no method. They may hold no blocks that are left open. */
  raw(bytes: Uint8Array | readonly number[]): this {
    this.#writer.bytes(bytes);
    return this;
  }

  /** The bytes with all indices in place, and where marks are in them. */
  layOut(): { readonly bytes: Uint8Array; readonly offsetOf: (mark: Mark) => number } {
    if (this.#level !== 0) throw new BuilderMisuse('a block of the function is not closed.');
    const source = this.#writer.toBytes();
    const writer = new ByteWriter();
    const inserted: number[] = [0];
    let copied = 0;
    for (const { at, write } of this.#references) {
      writer.bytes(source.subarray(copied, at));
      copied = at;
      write(writer);
      inserted.push(writer.length - copied);
    }
    writer.bytes(source.subarray(copied));
    writer.byte(plainOpcodes.end);
    return { bytes: writer.toBytes(), offsetOf: mark => mark.at + inserted[mark.references]! };
  }

  #open(name: 'block' | 'loop' | 'if', type: BlockSignature, body: (label: Label) => void): this {
    this.#writer.byte(otherOpcodes[name][0]);
    writeBlockType(this.#writer, this.#blockType(type));
    const level = ++this.#level;
    body({ level });
    return this;
  }

  #close(): this {
    this.#writer.byte(plainOpcodes.end);
    this.#level--;
    return this;
  }

  #blockType(type: BlockSignature): BlockType {
    if (type === undefined) return { kind: 'empty' };
    if (typeof type === 'string') return { kind: 'result', type };
    const [only, another] = type.results;
    if (type.params.length === 0 && another === undefined)
      return only === undefined ? { kind: 'empty' } : { kind: 'result', type: only };
    return { kind: 'type', index: this.typeIndex(type) };
  }

  #depth({ level }: Label): number {
    if (level > this.#level) throw new BuilderMisuse('a branch leads into a block that is closed.');
    return this.#level - level;
  }

  #memory([opcode, bytes]: readonly [number, number], { offset = 0, align }: MemoryAccess): this {
    this.#writer.byte(opcode);
    this.#writer.unsigned(align ?? Math.log2(bytes));
    this.#writer.unsigned(offset);
    return this;
  }

  #indexed(name: 'local.get' | 'local.set' | 'local.tee' | 'br' | 'br_if', index: number): this {
    this.#writer.byte(otherOpcodes[name][0]);
    this.#writer.unsigned(index);
    return this;
  }

  #referring(name: keyof typeof otherOpcodes, reference: Reference): this {
    writeOpcode(this.#writer, otherOpcodes[name][0]);
    this.#reference(reference);
    return this;
  }

  #reference(reference: Reference): void {
    this.space.check(reference);
    this.#references.push({ at: this.#writer.length, write: writer => writer.unsigned(reference.index) });
  }
}
