// Appends instructions with the indices of the instrumented module.

import { ByteWriter, otherOpcodes, plainOpcodes, typeCodes, type ValueType } from '@sonde/wasm';

const emptyBlock = 0x40;
const vectorPrefix = 0xfd;
const vectorOpcodes = { splat: 18, extract: 29, replace: 30 } as const;

export class Emitter {
  readonly writer = new ByteWriter();
  /** Where branches are that are hardly ever taken. */
  readonly rare: number[] = [];

  get length(): number {
    return this.writer.length;
  }

  get(local: number): this {
    return this.#indexed(otherOpcodes['local.get'][0], local);
  }

  set(local: number): this {
    return this.#indexed(otherOpcodes['local.set'][0], local);
  }

  tee(local: number): this {
    return this.#indexed(otherOpcodes['local.tee'][0], local);
  }

  globalGet(global: number): this {
    return this.#indexed(otherOpcodes['global.get'][0], global);
  }

  globalSet(global: number): this {
    return this.#indexed(otherOpcodes['global.set'][0], global);
  }

  call(index: number): this {
    return this.#indexed(otherOpcodes.call[0], index);
  }

  callIndirect(type: number, table: number): this {
    this.#indexed(otherOpcodes.call_indirect[0], type);
    this.writer.unsigned(table);
    return this;
  }

  i32(value: number): this {
    this.writer.byte(otherOpcodes['i32.const'][0]);
    this.writer.signed(value | 0);
    return this;
  }

  i64(value: number | bigint): this {
    this.writer.byte(otherOpcodes['i64.const'][0]);
    this.writer.signed(value);
    return this;
  }

  op(...names: readonly (keyof typeof plainOpcodes)[]): this {
    for (const name of names) this.writer.byte(plainOpcodes[name]);
    return this;
  }

  br(depth: number): this {
    return this.#indexed(otherOpcodes.br[0], depth);
  }

  /** An `if` without parameters and results, which is hardly ever taken. */
  ifThen(body: () => void): this {
    this.rare.push(this.length);
    this.writer.bytes([otherOpcodes.if[0], emptyBlock]);
    body();
    return this.op('end');
  }

  /** One half of the vector on the stack. */
  extractLane(lane: number): this {
    this.writer.bytes([vectorPrefix, vectorOpcodes.extract, lane]);
    return this;
  }

  /** A vector with the number on the stack in both halves. */
  splat(): this {
    this.writer.bytes([vectorPrefix, vectorOpcodes.splat]);
    return this;
  }

  replaceLane(lane: number): this {
    this.writer.bytes([vectorPrefix, vectorOpcodes.replace, lane]);
    return this;
  }

  zero(type: ValueType): this {
    switch (type) {
      case 'i32':
        return this.i32(0);
      case 'i64':
        return this.i64(0);
      case 'f32':
        return this.i32(0).op('f32.reinterpret_i32');
      case 'f64':
        return this.i64(0).op('f64.reinterpret_i64');
      case 'v128':
        return this.i64(0).splat();
      case 'funcref':
      case 'externref':
        this.writer.bytes([otherOpcodes['ref.null'][0], typeCodes[type]]);
        return this;
    }
  }

  /** The body of a function without locals of its own. */
  body(): Uint8Array {
    const code = this.op('end').writer.toBytes();
    const bytes = new Uint8Array(code.length + 1);
    bytes.set(code, 1);
    return bytes;
  }

  #indexed(opcode: number, index: number): this {
    this.writer.byte(opcode);
    this.writer.unsigned(index);
    return this;
  }
}
