// The code of one function while it is being written: instructions, jumps whose targets come later, switch tables.

import { opcodes, type Opcode } from '../format/opcodes.js';
import { SourceProblem } from '../source.js';

const byName = new Map<string, Opcode>(opcodes.map(opcode => [opcode.name, opcode]));

const largestIndex = 0xffff;
/** Bytes of one entry of a switch table: the tag and the target. */
const switchEntrySize = 6;

/** Where a jump's target is to be written. */
export type Patch = number & { readonly brand: 'Patch' };

export class CodeBuffer {
  #bytes = new Uint8Array(256);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;
  /** Whether the last thing written was a RETURN; a jump that lands here makes that count for nothing. */
  #returns = false;

  get offset(): number {
    return this.#length;
  }

  get returns(): boolean {
    return this.#returns;
  }

  emit(name: string, ...operands: readonly (number | bigint)[]): void {
    const opcode = byName.get(name);
    if (opcode === undefined || opcode.operands.length !== operands.length)
      throw new RangeError(`${name} does not take ${operands.length} operands`);
    this.#u8(opcode.code);
    opcode.operands.forEach((kind, at) => {
      this.#operand(kind, operands[at]!);
    });
    this.#returns = name === 'RETURN';
  }

  /** A literal of a composite: which of its parts are to be spread out. */
  emitSpread(name: 'NEW_ARRAY_SPREAD' | 'NEW_TUPLE_SPREAD', flags: readonly boolean[]): void {
    this.#u8(byName.get(name)!.code);
    this.#u16(flags.length);
    for (const flag of flags) this.#u8(flag ? 1 : 0);
    this.#returns = false;
  }

  /** A jump forward; `land` says where to. */
  emitJump(name: 'JUMP' | 'JUMP_IF_FALSE'): Patch {
    this.emit(name, 0);
    return (this.#length - 4) as Patch;
  }

  /** The targets of the table, in the order of the tags. */
  emitSwitch(tags: readonly number[]): readonly Patch[] {
    this.#u8(byName.get('SWITCH_TAG')!.code);
    this.#u16(tags.length);
    const start = this.#length;
    for (const tag of tags) {
      this.#u16(tag);
      this.#reserve(4);
      this.#length += 4;
    }
    this.#returns = false;
    return tags.map((_, at) => (start + at * switchEntrySize + 2) as Patch);
  }

  /** The jump comes here. */
  land(patch: Patch): void {
    this.#view.setInt32(patch, this.#length, true);
    this.#returns = false;
  }

  toBytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #operand(kind: Opcode['operands'][number], value: number | bigint): void {
    switch (kind) {
      case 'u8':
      case 'i8':
        this.#u8(Number(value));
        return;
      case 'u16':
      case 'string':
      case 'function':
      case 'type':
      case 'import':
        this.#index(Number(value));
        return;
      case 'i16':
        this.#u16(Number(value));
        return;
      case 'i32':
      case 'u32':
      case 'target':
        this.#reserve(4);
        this.#view.setUint32(this.#length, Number(value), true);
        this.#length += 4;
        return;
      case 'i64':
      case 'u64':
        this.#reserve(8);
        this.#view.setBigUint64(this.#length, BigInt.asUintN(64, BigInt(value)), true);
        this.#length += 8;
        return;
      case 'f32':
        this.#reserve(4);
        this.#view.setFloat32(this.#length, Number(value), true);
        this.#length += 4;
        return;
      case 'f64':
        this.#reserve(8);
        this.#view.setFloat64(this.#length, Number(value), true);
        this.#length += 8;
        return;
      case 'flags':
      case 'cases':
        throw new RangeError('tables have methods of their own');
    }
  }

  #index(value: number): void {
    // The original wraps around and calls the wrong function; nobody can want that.
    if (value > largestIndex) throw tooMany();
    this.#u16(value);
  }

  #u8(value: number): void {
    this.#reserve(1);
    this.#view.setUint8(this.#length, value);
    this.#length += 1;
  }

  #u16(value: number): void {
    this.#reserve(2);
    this.#view.setUint16(this.#length, value, true);
    this.#length += 2;
  }

  #reserve(size: number): void {
    if (this.#length + size <= this.#bytes.length) return;
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

const tooMany = (): SourceProblem =>
  new SourceProblem(
    'Error',
    `A module can have at most ${largestIndex + 1} texts, functions, types, globals and locals of a function`,
    undefined,
    { line: 1, column: 1 },
    'Divide the program into modules.',
  );
