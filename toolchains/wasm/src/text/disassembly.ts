// Instructions as the text format writes them, one to a line.

import type { Immediate, Instruction } from '../instruction.js';
import type { FunctionBody, ModuleNames, WasmModule } from '../module-data.js';
import { operationNamed } from '../opcodes.js';
import { instructionsOf } from '../reading/read-module.js';
import type { BlockType } from '../value-types.js';

export interface DisassembledInstruction {
  readonly offset: number;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** How many blocks it is inside of; an `end` and an `else` are at the level of their block. */
  readonly level: number;
}

/** `function` is the index of the function that it is in: its locals may have names. */
export function instructionText(instruction: Instruction, names?: ModuleNames, inFunction?: number): string {
  const { name, immediate } = instruction;
  const shown = name === 'select t' ? 'select' : name === 'simd' || name === 'atomic' ? '' : name;
  const operands = immediateText(instruction, names, inFunction);
  return shown === '' ? operands : operands === '' ? shown : `${shown} ${operands}`;

  function immediateText(of: Instruction, known?: ModuleNames, inside?: number): string {
    switch (immediate.kind) {
      case 'none':
        return '';
      case 'block':
        return blockTypeText(immediate.type);
      case 'label':
        return String(immediate.depth);
      case 'labels':
        return [...immediate.depths, immediate.otherwise].join(' ');
      case 'index':
        return indexText(immediate, known, inside);
      case 'indices':
        return indicesText(immediate);
      case 'indirect':
        return immediate.table === 0
          ? `(type ${immediate.type})`
          : `${immediate.table} (type ${immediate.type})`;
      case 'memory':
        return memoryText(of, immediate);
      case 'i32':
      case 'i64':
        return String(immediate.value);
      case 'f32':
        return floatText(f32Of(immediate.bits), `0x${immediate.bits.toString(16)}`);
      case 'f64':
        return floatText(f64Of(immediate.bits), `0x${immediate.bits.toString(16)}`);
      case 'types':
        return `(result ${immediate.types.join(' ')})`;
      case 'heapType':
        return immediate.type === 'funcref' ? 'func' : 'extern';
      case 'catches':
        return blockTypeText(immediate.type);
      case 'opaque':
        return `${of.name === 'simd' ? '0xfd' : '0xfe'} 0x${immediate.number.toString(16)}`;
    }
  }
}

/** The function's instructions from one offset up to another. */
export function disassemble(
  module: WasmModule,
  body: FunctionBody,
  from = body.code,
  to = body.end,
): readonly DisassembledInstruction[] {
  const found: DisassembledInstruction[] = [];
  let level = 0;
  for (const instruction of instructionsOf(module, body)) {
    const { name, offset, end } = instruction;
    const closes =
      name === 'end' || name === 'else' || name === 'catch' || name === 'catch_all' || name === 'delegate';
    if (closes) level = Math.max(0, level - 1);
    if (offset >= from && offset < to)
      found.push({
        offset,
        bytes: module.bytes.subarray(offset, end),
        text: instructionText(instruction, module.names, body.index),
        level,
      });
    const opens =
      name === 'block' || name === 'loop' || name === 'if' || name === 'try' || name === 'try_table';
    if (opens || (closes && name !== 'end' && name !== 'delegate')) level++;
  }
  return found;
}

type Of<Kind extends Immediate['kind']> = Extract<Immediate, { kind: Kind }>;

function indexText({ space, index }: Of<'index'>, names?: ModuleNames, inFunction?: number): string {
  if (space === 'memory') return index === 0 ? '' : String(index);
  const name =
    space === 'function'
      ? names?.functions.get(index)
      : space === 'global'
        ? names?.globals.get(index)
        : space === 'local' && inFunction !== undefined
          ? names?.locals.get(inFunction)?.get(index)
          : undefined;
  return name === undefined ? String(index) : identifier(name);
}

/** Characters that the text format has no place for in names become dots. */
const identifier = (name: string): string => `$${name.replace(/[^\w!#$%&'*+\-./:<=>?@\\^`|~]/g, '.')}`;

function indicesText({ first, second }: Of<'indices'>): string {
  if (first.space === 'memory' && second.space === 'memory')
    return first.index === 0 && second.index === 0 ? '' : `${first.index} ${second.index}`;
  if (second.index === 0) return String(first.index);
  return `${second.index} ${first.index}`;
}

function memoryText({ name }: Instruction, { align, offset }: Of<'memory'>): string {
  const natural = Math.log2(operationNamed.get(name)?.bytes ?? 1);
  return [
    ...(offset === 0 ? [] : [`offset=${offset}`]),
    ...(align === natural ? [] : [`align=${2 ** align}`]),
  ].join(' ');
}

const blockTypeText = (type: BlockType): string =>
  type.kind === 'empty' ? '' : type.kind === 'result' ? `(result ${type.type})` : `(type ${type.index})`;

function floatText(value: number, bits: string): string {
  if (Number.isNaN(value)) return `nan (${bits})`;
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return Object.is(value, -0) ? '-0' : String(value);
}

const f32Of = (bits: number): number => new Float32Array(new Uint32Array([bits]).buffer)[0]!;
const f64Of = (bits: bigint): number => new Float64Array(new BigUint64Array([bits]).buffer)[0]!;
