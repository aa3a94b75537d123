// Global variables as data of MVASM.

import {
  readGlobalDefinition,
  type GlobalData,
  type GlobalDefinition,
  type Operand,
  type TypeShape,
} from '@sonde/llvm-ir';
import { CannotCompile } from './compile-problem.js';
import { reference } from './emit-assembly.js';
import type { ModuleContext } from './module-context.js';

export interface GlobalCode {
  readonly name: string;
  readonly symbol: string;
  readonly isLocal: boolean;
  readonly isZero: boolean;
  readonly align: number;
  readonly size: number;
  readonly lines: readonly string[];
  /** Symbols that its value refers to. */
  readonly used: ReadonlySet<string>;
}

const localLinkages = new Set(['private', 'internal']);

/** Undefined for what is defined elsewhere or means nothing to a program. */
export function globalCode(context: ModuleContext, data: GlobalData): GlobalCode | undefined {
  if (data.kind !== 'variable' && data.kind !== 'constant') return undefined;
  if (data.name.startsWith('llvm.')) {
    if (data.name === 'llvm.global_ctors' || data.name === 'llvm.global_dtors') {
      throw new CannotCompile('constructors that run before main are not supported');
    }
    return undefined;
  }
  const definition = readGlobalDefinition(data.text);
  if (definition === undefined) throw new CannotCompile(`the variable '${data.name}' is not understood`);
  if (definition.value === undefined || definition.linkage === 'available_externally') return undefined;
  return codeOf(context, data.name, definition, definition.value);
}

function codeOf(
  context: ModuleContext,
  name: string,
  definition: GlobalDefinition,
  value: Operand,
): GlobalCode {
  const { layout } = context;
  const writer = new DataWriter(context, name);
  writer.add(definition.type, value);
  const size = Math.max(1, layout.sizeOf(definition.type));
  return {
    name,
    symbol: context.symbolOf(name).symbol,
    isLocal: localLinkages.has(definition.linkage),
    isZero: writer.isZero,
    align: Math.max(layout.alignOf(definition.type), definition.align ?? 1),
    size,
    lines: writer.isZero ? [`  .zero ${String(size)}`] : writer.lines(size),
    used: writer.used,
  };
}

type Piece =
  | { readonly kind: 'byte'; readonly value: number }
  | { readonly kind: 'symbol'; readonly text: string };

class DataWriter {
  readonly used = new Set<string>();
  /** A symbol takes the place of four bytes. */
  readonly #pieces: Piece[] = [];
  #size = 0;

  constructor(
    private readonly context: ModuleContext,
    private readonly name: string,
  ) {}

  get isZero(): boolean {
    return this.#pieces.every(piece => piece.kind === 'byte' && piece.value === 0);
  }

  add(type: TypeShape, value: Operand): void {
    const { layout } = this.context;
    const shape = layout.resolved(type);
    const end = this.#size + layout.sizeOf(type);
    if (value.kind === 'zero' || value.kind === 'undefined' || value.kind === 'null') this.#padTo(end);
    else if (value.kind === 'string') for (const byte of value.bytes) this.#byte(byte);
    else if (value.kind === 'aggregate') this.#addParts(shape, value.elements);
    else if (value.kind === 'integer' || value.kind === 'float') {
      const size = layout.storeSizeOf(shape);
      const bits = BigInt.asUintN(size * 8, value.kind === 'integer' ? value.value : value.bits);
      for (let at = 0; at < size; at += 1) this.#byte(Number((bits >> BigInt(8 * at)) & 0xffn));
    } else this.#addAddress(value, layout.sizeOf(type));
    this.#padTo(end);
  }

  #addParts(shape: TypeShape, elements: readonly Operand[]): void {
    const start = this.#size;
    const offsets = shape.kind === 'struct' ? this.context.layout.structLayout(shape).offsets : undefined;
    elements.forEach((element, index) => {
      if (offsets !== undefined) this.#padTo(start + (offsets[index] ?? 0));
      this.add(element.type, element);
    });
  }

  #addAddress(value: Operand, size: number): void {
    const address = this.context.constantAddress(value);
    if (address === undefined || (size !== 4 && address.symbol !== undefined)) {
      throw new CannotCompile(`the initial value of '${this.name}' is not a constant that a linker knows`);
    }
    if (address.symbol === undefined) {
      for (let at = 0; at < size; at += 1) this.#byte(at < 4 ? (address.offset >>> (8 * at)) & 0xff : 0);
      return;
    }
    this.used.add(address.symbol);
    this.#pieces.push({ kind: 'symbol', text: reference(address.symbol, address.offset) });
    this.#size += 4;
  }

  #byte(value: number): void {
    this.#pieces.push({ kind: 'byte', value });
    this.#size += 1;
  }

  #padTo(end: number): void {
    if (end > 0x10000)
      throw new CannotCompile(`the variable '${this.name}' is larger than the memory of the machine`);
    while (this.#size < end) this.#byte(0);
  }

  lines(size: number): string[] {
    this.#padTo(size);
    const lines: string[] = [];
    let bytes: number[] = [];
    const flush = () => {
      if (bytes.length > 0) lines.push(`  .byte ${bytes.join(', ')}`);
      bytes = [];
    };
    for (const piece of this.#pieces) {
      if (piece.kind === 'symbol') {
        flush();
        lines.push(`  .word ${piece.text}`);
        continue;
      }
      bytes.push(piece.value);
      if (bytes.length === 16) flush();
    }
    flush();
    return lines;
  }
}
