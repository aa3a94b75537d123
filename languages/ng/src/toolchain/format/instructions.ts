// Takes code apart: one instruction at an offset, or all of a function.

import { opcodeOf, opcodes, type Opcode, type OperandKind } from './opcodes.js';

export interface SwitchCase {
  /** 0xFFFF for all that have no case. */
  readonly tag: number;
  readonly target: number;
}

export const otherwiseTag = 0xffff;

export type Operand =
  | { readonly kind: 'i64' | 'u64'; readonly value: bigint }
  | { readonly kind: 'flags'; readonly flags: readonly boolean[] }
  | { readonly kind: 'cases'; readonly cases: readonly SwitchCase[] }
  | { readonly kind: Exclude<OperandKind, 'i64' | 'u64' | 'flags' | 'cases'>; readonly value: number };

export interface Instruction {
  readonly opcode: Opcode;
  readonly operands: readonly Operand[];
  /** Into the code of the function. */
  readonly offset: number;
  /** In bytes, opcode and operands. */
  readonly size: number;
}

/** What stands there is no instruction. */
export interface NoInstruction {
  readonly problem: string;
}

export type Decoded = Instruction | NoInstruction;

const fixedSizes: Readonly<Record<Exclude<OperandKind, 'flags' | 'cases'>, number>> = {
  u8: 1,
  i8: 1,
  u16: 2,
  i16: 2,
  u32: 4,
  i32: 4,
  f32: 4,
  u64: 8,
  i64: 8,
  f64: 8,
  string: 2,
  function: 2,
  type: 2,
  import: 2,
  target: 4,
};

const countSize = 2;
const caseSize = 6;

export const decodeInstruction = (code: Uint8Array, offset: number): Decoded =>
  decodeAt(viewOf(code), offset);

export const isInstruction = (decoded: Decoded): decoded is Instruction => 'opcode' in decoded;

/** From the start, up to the end or to what is no instruction. */
export function* instructionsOf(code: Uint8Array): Generator<Instruction, NoInstruction | undefined> {
  const view = viewOf(code);
  for (let offset = 0; offset < code.length;) {
    const decoded = decodeAt(view, offset);
    if (!isInstruction(decoded)) return decoded;
    yield decoded;
    offset += decoded.size;
  }
  return undefined;
}

/**
 * The same without looking into operands, for what goes through all code of a program: calls back with the number of the
 * opcode and the offset, and answers how far it came.
 */
export function eachOpcode(code: Uint8Array, visit: (opcode: number, offset: number) => void): number {
  const view = viewOf(code);
  let offset = 0;
  while (offset < code.length) {
    const opcode = code[offset]!;
    const size = fixedInstructionSizes[opcode] || sizeAt(view, offset);
    if (size === undefined || offset + size > code.length) break;
    visit(opcode, offset);
    offset += size;
  }
  return offset;
}

const viewOf = (code: Uint8Array): DataView => new DataView(code.buffer, code.byteOffset, code.byteLength);

/** By number; 0 for those whose size depends on a count, and for numbers that are no instructions. */
const fixedInstructionSizes = new Uint8Array(256);
for (const { code, operands } of opcodes) {
  const sizes = operands.map(kind => (isCounted(kind) ? NaN : fixedSizes[kind]));
  fixedInstructionSizes[code] = sizes.reduce((sum, size) => sum + size, 1) || 0;
}

/** Undefined for what is no instruction; the rest of it may be missing. */
function sizeAt(view: DataView, offset: number): number | undefined {
  const opcode = opcodeOf(view.getUint8(offset));
  if (opcode === undefined) return undefined;
  let next = offset + 1;
  for (const kind of opcode.operands) next += sizeOfOperand(view, kind, next);
  return next - offset;
}

function decodeAt(view: DataView, offset: number): Decoded {
  if (offset < 0 || offset >= view.byteLength) return { problem: 'the code ends here' };
  const opcode = opcodeOf(view.getUint8(offset));
  if (opcode === undefined) return { problem: `unknown opcode ${view.getUint8(offset)}` };
  if (opcode.operands.length === 0) return { opcode, operands: none, offset, size: 1 };
  const operands: Operand[] = [];
  let next = offset + 1;
  for (const kind of opcode.operands) {
    const size = sizeOfOperand(view, kind, next);
    if (next + size > view.byteLength) {
      const left = view.byteLength - offset;
      return { problem: `${opcode.name} is cut off: ${left} ${left === 1 ? 'byte is' : 'bytes are'} left` };
    }
    operands.push(readOperand(view, kind, next));
    next += size;
  }
  return { opcode, operands, offset, size: next - offset };
}

const none: readonly Operand[] = [];

function isCounted(kind: OperandKind): kind is 'flags' | 'cases' {
  return kind === 'flags' || kind === 'cases';
}

function sizeOfOperand(view: DataView, kind: OperandKind, at: number): number {
  if (!isCounted(kind)) return fixedSizes[kind];
  if (at + countSize > view.byteLength) return countSize;
  return countSize + view.getUint16(at, true) * (kind === 'cases' ? caseSize : 1);
}

function readOperand(view: DataView, kind: OperandKind, at: number): Operand {
  switch (kind) {
    case 'i64':
      return { kind, value: view.getBigInt64(at, true) };
    case 'u64':
      return { kind, value: view.getBigUint64(at, true) };
    case 'flags':
      return { kind, flags: each(view, at, nth => view.getUint8(at + countSize + nth) !== 0) };
    case 'cases':
      return { kind, cases: each(view, at, nth => readCase(view, at + countSize + nth * caseSize)) };
    default:
      return { kind, value: readNumber(view, kind, at) };
  }
}

const each = <T>(view: DataView, at: number, read: (nth: number) => T): T[] =>
  Array.from({ length: view.getUint16(at, true) }, (_, nth) => read(nth));

const readCase = (view: DataView, at: number): SwitchCase => ({
  tag: view.getUint16(at, true),
  target: view.getInt32(at + 2, true),
});

function readNumber(
  view: DataView,
  kind: Exclude<OperandKind, 'i64' | 'u64' | 'flags' | 'cases'>,
  at: number,
): number {
  switch (kind) {
    case 'u8':
      return view.getUint8(at);
    case 'i8':
      return view.getInt8(at);
    case 'i16':
      return view.getInt16(at, true);
    case 'u32':
      return view.getUint32(at, true);
    case 'i32':
    case 'target':
      return view.getInt32(at, true);
    case 'f32':
      return view.getFloat32(at, true);
    case 'f64':
      return view.getFloat64(at, true);
    default:
      return view.getUint16(at, true);
  }
}
