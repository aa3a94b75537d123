// Programs for tests, written as instructions. Names stand for functions, labels and types; texts are put into the table.

import type { NgoFunction, NgoModule, NgoType } from '../../toolchain/format/ngo.js';
import { codeOf, opcodeOf, type OperandKind } from '../../toolchain/format/opcodes.js';

export interface Assembled {
  readonly module: NgoModule;
  /** Offsets of labels in their functions: `function.label`. */
  readonly labels: ReadonlyMap<string, number>;
}

export interface Tables {
  readonly types?: readonly NgoType[];
  readonly imports?: NgoModule['imports'];
  readonly constants?: readonly bigint[];
}

interface Draft {
  readonly name: string;
  readonly parameters: number;
  readonly byReference: boolean;
  readonly lines: readonly string[];
}

const sizes: Readonly<Partial<Record<OperandKind, number>>> = {
  u8: 1,
  i8: 1,
  i32: 4,
  u32: 4,
  f32: 4,
  target: 4,
  i64: 8,
  u64: 8,
  f64: 8,
};

/**
 * `fun name/2` begins a function with two parameters, `method` one that takes its receiver by reference, `label:` names a
 * place. Lines before the first function are the top level.
 */
export function assemble(source: string, tables: Tables = {}): Assembled {
  const drafts = draftsOf(source);
  const strings: string[] = [];
  const labels = new Map<string, number>();
  const functions = drafts.map((draft): NgoFunction => {
    const { name, parameters, byReference } = draft;
    const code = codeOfDraft(draft, drafts, strings, tables.types ?? [], labels);
    return { name, numLocals: parameters, numParams: parameters, explicitReceiver: byReference, code };
  });
  const module: NgoModule = {
    name: 'main',
    sourceHash: '',
    constants: tables.constants ?? [],
    floatConstants: [],
    strings,
    functions,
    types: tables.types ?? [],
    imports: tables.imports ?? [],
    exports: new Map(),
    exportTypes: new Map(),
    traits: [],
    impls: [],
  };
  return { module, labels };
}

function draftsOf(source: string): Draft[] {
  const drafts: (Draft & { lines: string[] })[] = [];
  const begin = (name: string, parameters: number, byReference: boolean): void => {
    drafts.push({ name, parameters, byReference, lines: [] });
  };
  begin('__start__', 0, false);
  for (const line of source.split('\n').map(text => text.trim())) {
    const head = /^(fun|method) (.+)\/(\d+)$/.exec(line);
    if (head !== null) begin(head[2]!, Number(head[3]), head[1] === 'method');
    else if (line !== '' && !line.startsWith('#')) drafts.at(-1)!.lines.push(line);
  }
  return drafts;
}

function codeOfDraft(
  draft: Draft,
  drafts: readonly Draft[],
  strings: string[],
  types: readonly NgoType[],
  labels: Map<string, number>,
): Uint8Array {
  const bytes: number[] = [];
  const fixups: { readonly at: number; readonly label: string }[] = [];
  for (const line of draft.lines) {
    if (line.endsWith(':')) {
      labels.set(`${draft.name}.${line.slice(0, -1)}`, bytes.length);
      continue;
    }
    const [name = '', ...operands] = wordsOf(line);
    bytes.push(/^0x/.test(name) ? Number(name) : codeOf(name));
    const kinds = /^0x/.test(name) ? [] : opcodeOf(codeOf(name))!.operands;
    if (kinds[0] === 'flags') bytes.push(...u16(operands.length), ...operands.map(Number));
    else if (kinds[0] === 'cases') {
      bytes.push(...u16(operands.length));
      for (const operand of operands) {
        const [tag = '', label = ''] = operand.split('→');
        bytes.push(...u16(tag === '*' ? 0xffff : Number(tag)));
        fixups.push({ at: bytes.length, label });
        bytes.push(0, 0, 0, 0);
      }
    } else
      kinds.forEach((kind, nth) => {
        const operand = operands[nth] ?? '0';
        if (kind === 'target' && !/^-?\d+$/.test(operand)) {
          fixups.push({ at: bytes.length, label: operand });
          bytes.push(0, 0, 0, 0);
        } else bytes.push(...operandBytes(kind, operand, drafts, strings, types));
      });
  }
  for (const { at, label } of fixups) {
    const offset = labels.get(`${draft.name}.${label}`);
    if (offset === undefined) throw new Error(`there is no label ${label}`);
    bytes.splice(at, 4, ...numberBytes('i32', BigInt(offset)));
  }
  return Uint8Array.from(bytes);
}

/** Quoted texts are one word. */
const wordsOf = (line: string): readonly string[] => line.match(/"[^"]*"|\S+/g) ?? [];

function operandBytes(
  kind: OperandKind,
  text: string,
  drafts: readonly Draft[],
  strings: string[],
  types: readonly NgoType[],
): readonly number[] {
  if (/^\d+$/.test(text) && kind !== 'f32' && kind !== 'f64') return numberBytes(kind, BigInt(text));
  switch (kind) {
    case 'string':
      strings.push(text.replace(/^"|"$/g, ''));
      return u16(strings.length - 1);
    case 'function':
      return u16(drafts.findIndex(({ name }) => name === text));
    case 'type':
      return u16(types.findIndex(({ name }) => name === text));
    case 'f32':
    case 'f64': {
      const view = new DataView(new ArrayBuffer(8));
      if (kind === 'f32') view.setFloat32(0, Number(text), true);
      else view.setFloat64(0, Number(text), true);
      return [...new Uint8Array(view.buffer, 0, kind === 'f32' ? 4 : 8)];
    }
    default:
      return numberBytes(kind, BigInt(text));
  }
}

const u16 = (value: number): readonly number[] => [value & 0xff, value >> 8];

function numberBytes(kind: OperandKind, value: bigint): readonly number[] {
  const size = sizes[kind] ?? 2;
  const bits = BigInt.asUintN(8 * size, value);
  return Array.from({ length: size }, (_, nth) => Number((bits >> BigInt(8 * nth)) & 0xffn));
}
