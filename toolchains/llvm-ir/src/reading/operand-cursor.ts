// Walks over the text of an instruction and takes types, names and constants from it.

import type { Operand, TypeShape } from './operand-data.js';
import { closingBracket, endOfQuoted, nameAt } from './scan.js';

/** Thrown and caught inside the reader only: the text is not what was expected. */
export class Unreadable extends Error {}

/** Text that was made to nest deeper than any compiler writes it is refused before the stack overflows. */
const deepest = 200;

const floatBits: Readonly<Record<string, number>> = {
  half: 16,
  bfloat: 16,
  float: 32,
  double: 64,
  fp128: 128,
  x86_fp80: 80,
  ppc_fp128: 128,
};

const typeStart =
  /(?:i\d+|void|half|bfloat|float|double|fp128|x86_fp80|ppc_fp128|ptr|label|metadata|token)(?![\w.])|[[{<%]/y;

export class OperandCursor {
  position = 0;
  #depth = 0;

  constructor(readonly text: string) {}

  skipSpace(): void {
    while (this.text[this.position] === ' ' || this.text[this.position] === '\t') this.position += 1;
  }

  get atEnd(): boolean {
    this.skipSpace();
    return this.position >= this.text.length;
  }

  get rest(): string {
    return this.text.slice(this.position);
  }

  fail(): never {
    throw new Unreadable(this.rest.slice(0, 40));
  }

  /** Takes this if it is next. Words are taken whole. */
  take(piece: string): boolean {
    this.skipSpace();
    if (!this.text.startsWith(piece, this.position)) return false;
    const behind = this.text[this.position + piece.length] ?? '';
    if (/\w$/.test(piece) && /[\w.]/.test(behind)) return false;
    this.position += piece.length;
    return true;
  }

  expect(piece: string): void {
    if (!this.take(piece)) this.fail();
  }

  match(pattern: RegExp): string | undefined {
    this.skipSpace();
    const sticky = new RegExp(pattern.source, 'y');
    sticky.lastIndex = this.position;
    const found = sticky.exec(this.text);
    if (found === null) return undefined;
    this.position += found[0].length;
    return found[0];
  }

  word(): string {
    return this.match(/[A-Za-z_][\w.-]*/) ?? this.fail();
  }

  integer(): bigint {
    return BigInt(this.match(/-?\d+/) ?? this.fail());
  }

  /** Between commas up to the bracket that closes. */
  list<Item>(close: string, item: () => Item): Item[] {
    const items: Item[] = [];
    if (this.take(close)) return items;
    do items.push(item());
    while (this.take(','));
    this.expect(close);
    return items;
  }

  /** Words, strings and groups in front of a type or of an operand: attributes, flags. */
  attributes(stop: () => boolean): string[] {
    const found: string[] = [];
    while (!stop()) {
      this.skipSpace();
      const start = this.position;
      if (this.text[start] === '"') {
        this.position = endOfQuoted(this.text, start);
        if (this.take('=')) this.position = endOfQuoted(this.text, this.position);
      } else {
        const word = this.match(/#\d+|[A-Za-z_][\w.]*/) ?? this.fail();
        if (this.text[this.position] === '(') {
          const close = closingBracket(this.text, this.position);
          if (close === -1) this.fail();
          this.position = close + 1;
        } else if (word === 'align' || word === 'cc') this.match(/\d+/);
      }
      found.push(this.text.slice(start, this.position));
    }
    return found;
  }

  get atType(): boolean {
    this.skipSpace();
    typeStart.lastIndex = this.position;
    return typeStart.test(this.text);
  }

  type(): TypeShape {
    this.#depth += 1;
    if (this.#depth > deepest) this.fail();
    let type = this.#plainType();
    for (;;) {
      this.skipSpace();
      const next = this.text[this.position];
      if (next === '*') {
        this.position += 1;
        type = { kind: 'pointer' };
      } else if (next === '(') type = this.#functionType(type);
      else break;
    }
    this.#depth -= 1;
    return type;
  }

  #plainType(): TypeShape {
    if (this.take('[')) {
      const { count, element } = this.#counted();
      this.expect(']');
      return { kind: 'array', count, element };
    }
    if (this.take('<')) {
      if (this.take('{')) {
        const fields = this.list('}', () => this.type());
        this.expect('>');
        return { kind: 'struct', packed: true, fields };
      }
      if (this.take('vscale')) this.fail();
      const { count, element } = this.#counted();
      this.expect('>');
      return { kind: 'vector', count, element };
    }
    if (this.take('{')) return { kind: 'struct', packed: false, fields: this.list('}', () => this.type()) };
    if (this.take('%')) return { kind: 'named', name: this.#name() };
    const word = this.word();
    const bits = /^i(\d{1,8})$/.exec(word)?.[1];
    if (bits !== undefined) return { kind: 'integer', bits: Number(bits) };
    if (word === 'void') return { kind: 'void' };
    if (word === 'ptr') {
      if (this.take('addrspace')) this.match(/\(\d+\)/);
      return { kind: 'pointer' };
    }
    const width = floatBits[word];
    return width === undefined ? { kind: 'other', text: word } : { kind: 'float', name: word, bits: width };
  }

  #counted(): { readonly count: number; readonly element: TypeShape } {
    const count = Number(this.integer());
    this.expect('x');
    return { count, element: this.type() };
  }

  #functionType(result: TypeShape): TypeShape {
    this.expect('(');
    let varargs = false;
    const parameters: TypeShape[] = [];
    this.list(')', () => {
      if (this.take('...')) varargs = true;
      else {
        parameters.push(this.type());
        this.attributes(() => /^\s*[,)]/.test(this.rest));
      }
    });
    return { kind: 'function', result, parameters, varargs };
  }

  #name(): string {
    const { name, end } = nameAt(this.text, this.position);
    if (end === this.position) this.fail();
    this.position = end;
    return name;
  }

  /** `%block` behind `label`. */
  label(): string {
    this.expect('label');
    this.expect('%');
    return this.#name();
  }

  typed(): Operand {
    return this.operand(this.type());
  }

  operand(type: TypeShape): Operand {
    this.#depth += 1;
    if (this.#depth > deepest) this.fail();
    const read = this.#operand(type);
    this.#depth -= 1;
    return read;
  }

  #operand(type: TypeShape): Operand {
    this.skipSpace();
    const first = this.text[this.position] ?? '';
    if (first === '%' || first === '@') {
      this.position += 1;
      return { kind: first === '%' ? 'local' : 'global', type, name: this.#name() };
    }
    if (/[-+\d]/.test(first) || this.rest.startsWith('0x')) return this.#number(type);
    if (first === 'c' && this.text[this.position + 1] === '"') return this.#string(type);
    if (this.take('[')) return { kind: 'aggregate', type, elements: this.list(']', () => this.typed()) };
    if (this.take('{')) return { kind: 'aggregate', type, elements: this.list('}', () => this.typed()) };
    if (this.take('<')) {
      const isStruct = this.take('{');
      const elements = this.list(isStruct ? '}' : '>', () => this.typed());
      if (isStruct) this.expect('>');
      return { kind: 'aggregate', type, elements };
    }
    if (first === '!') return { kind: 'unknown', type, text: this.#remainder() };
    return this.#wordOperand(type);
  }

  #wordOperand(type: TypeShape): Operand {
    const start = this.position;
    const word = this.word();
    switch (word) {
      case 'true':
      case 'false':
        return { kind: 'integer', type, value: word === 'true' ? 1n : 0n };
      case 'null':
      case 'none':
        return { kind: 'null', type };
      case 'zeroinitializer':
        return { kind: 'zero', type };
      case 'undef':
      case 'poison':
        return { kind: 'undefined', type };
      case 'dso_local_equivalent':
      case 'no_cfi':
        return this.operand(type);
      case 'asm':
        this.position = start;
        return { kind: 'assembly', type, text: this.#remainder() };
      case 'splat': {
        this.expect('(');
        const element = this.typed();
        this.expect(')');
        return { kind: 'expression', type, operation: 'splat', operands: [element] };
      }
      default:
        return this.#expression(type, word, start);
    }
  }

  /** `getelementptr inbounds (i8, ptr @g, i64 5)`, `ptrtoint (ptr @g to i32)`, `sub (i32 1, i32 2)`. */
  #expression(type: TypeShape, operation: string, start: number): Operand {
    this.attributes(() => /^\s*\(/.test(this.rest) || this.atEnd);
    this.skipSpace();
    if (this.text[this.position] !== '(') {
      this.position = start;
      return { kind: 'unknown', type, text: this.#remainder() };
    }
    this.position += 1;
    let source: TypeShape | undefined;
    if (operation === 'getelementptr') {
      source = this.type();
      this.expect(',');
    }
    const operands: Operand[] = [];
    do {
      this.attributes(() => this.atType || /^\s*[@%]/.test(this.rest));
      operands.push(this.typed());
      if (this.take('to')) this.type();
    } while (this.take(','));
    this.expect(')');
    return { kind: 'expression', type, operation, operands, ...(source === undefined ? {} : { source }) };
  }

  #string(type: TypeShape): Operand {
    const end = endOfQuoted(this.text, this.position + 1);
    const inner = this.text.slice(this.position + 2, end - 1);
    this.position = end;
    const bytes: number[] = [];
    for (let index = 0; index < inner.length; index += 1) {
      const hex = inner[index] === '\\' ? /^[0-9a-fA-F]{2}/.exec(inner.slice(index + 1, index + 3)) : null;
      if (hex !== null) {
        bytes.push(parseInt(hex[0], 16));
        index += 2;
      } else if (inner[index] === '\\' && inner[index + 1] === '\\') {
        bytes.push(0x5c);
        index += 1;
      } else bytes.push(inner.charCodeAt(index) & 0xff);
    }
    return { kind: 'string', type, bytes: Uint8Array.from(bytes) };
  }

  #number(type: TypeShape): Operand {
    const hex = this.match(/0x[HKLMR]?[0-9A-Fa-f]+/);
    if (hex !== undefined) {
      const letter = /^0x([HKLMR])/.exec(hex)?.[1];
      const bits = BigInt(`0x${hex.slice(letter === undefined ? 2 : 3)}`);
      if (type.kind !== 'float') return { kind: 'integer', type, value: bits };
      // Without a letter they are the bits of a double, also for `float`.
      const isWidened = letter === undefined && type.name === 'float';
      return { kind: 'float', type, bits: isWidened ? narrowed(bits) : bits };
    }
    const decimal = this.match(/[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?/) ?? this.fail();
    if (type.kind !== 'float') {
      if (!/^[-+]?\d+$/.test(decimal)) this.fail();
      return { kind: 'integer', type, value: BigInt(decimal.replace('+', '')) };
    }
    const bits = bitsOfDouble(Number(decimal));
    if (type.name === 'double') return { kind: 'float', type, bits };
    if (type.name === 'float') return { kind: 'float', type, bits: narrowed(bits) };
    return { kind: 'unknown', type, text: decimal };
  }

  #remainder(): string {
    const text = this.rest;
    this.position = this.text.length;
    return text;
  }
}

const shared = new DataView(new ArrayBuffer(8));

function bitsOfDouble(value: number): bigint {
  shared.setFloat64(0, value);
  return shared.getBigUint64(0);
}

/** By bits where it is no number, because its payload would not survive the conversion. */
function narrowed(bits: bigint): bigint {
  shared.setBigUint64(0, BigInt.asUintN(64, bits));
  const value = shared.getFloat64(0);
  if (Number.isNaN(value)) {
    const sign = (bits >> 63n) & 1n;
    return (sign << 31n) | 0x7f800000n | ((bits >> 29n) & 0x7fffffn);
  }
  shared.setFloat32(0, value);
  return BigInt(shared.getUint32(0));
}
