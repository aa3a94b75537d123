// The text of hsx-dis: code with its labels, source lines between the instructions, then data.

import { dataBase } from '../isa.js';
import { codeNames } from './code-names.js';
import { instructionParts, type SymbolAt } from './instruction-text.js';

export interface ListingInput {
  readonly title: string;
  readonly code: Uint32Array;
  readonly data: Uint8Array;
  readonly bss?: { readonly start: number; readonly size: number };
  readonly entry?: number;
  readonly labels: ReadonlyMap<number, readonly string[]>;
  /** Of data and bss. */
  readonly dataLabels: ReadonlyMap<number, readonly string[]>;
  /** Names that are still open, by the index of their word of code or the offset of their byte of data. */
  readonly references?: {
    readonly code: ReadonlyMap<number, string>;
    readonly data: ReadonlyMap<number, string>;
  };
  /** What is written above an instruction: where in which source it comes from. */
  readonly sourceAt?: (pc: number) => readonly string[];
}

const hex = (value: number, digits = 4): string => value.toString(16).padStart(digits, '0');

export function listing(input: ListingInput): string {
  return [`; ${input.title}`, '', ...codeLines(input), ...dataLines(input), ...bssLines(input), ''].join(
    '\n',
  );
}

function codeLines({
  code,
  entry,
  labels,
  dataLabels,
  references,
  sourceAt,
}: ListingInput): readonly string[] {
  const open = references?.code ?? new Map<number, string>();
  const names = codeNames(code, labels, entry, index => open.has(index));
  const symbolAt: SymbolAt = (address, space) =>
    space === 'code' ? names.at(address)[0] : dataLabels.get(address)?.[0];
  const lines: string[] = ['.text'];
  for (let index = 0; index < code.length;) {
    const pc = index * 4;
    const word = code[index]!;
    const { mnemonic, operands, size } = instructionParts(word, code[index + 1], pc, symbolAt);
    const here = names.at(pc);
    if (here.length > 0) {
      const from = names.sources(pc);
      const note = from.length === 0 ? '' : `  ; from ${fewOf(from)}`;
      if (index > 0) lines.push('');
      here.forEach((name, place) => lines.push(`${name}:${place === 0 ? note : ''}`));
    }
    for (const text of sourceAt?.(pc) ?? []) lines.push(`        ; ${text}`);
    const second = size === 8 ? ` ${hex(code[index + 1]!, 8)}` : '';
    const name = open.get(index) ?? (size === 8 ? open.get(index + 1) : undefined);
    // What an open reference will become is for the linker to know: its name says more than the zero that stands there.
    const text = name === undefined ? operands : withName(operands, name);
    lines.push(
      `  ${hex(pc)}  ${`${hex(word, 8)}${second}`.padEnd(17)}  ${mnemonic.padEnd(6)}${text}`.trimEnd(),
    );
    index += size / 4;
  }
  return code.length === 0 ? ['.text', '  ; no code'] : lines;
}

function withName(operands: string, name: string): string {
  const named = operands.replace(/(?:0x[0-9a-f]+|-?\b\d+)(?: <.*>)?$/, name);
  // In a load or store it is the offset, which is not shown while it is zero.
  return named === operands ? operands.replace(']', `+${name}]`) : named;
}

const fewOf = (addresses: readonly number[]): string => {
  const few = addresses.slice(0, 4).map(address => `0x${hex(address)}`);
  return `${few.join(', ')}${addresses.length > few.length ? `, … (${addresses.length} places)` : ''}`;
};

function dataLines({ data, dataLabels, references }: ListingInput): readonly string[] {
  if (data.length === 0) return [];
  const lines = ['', '.data'];
  let at = 0;
  while (at < data.length) {
    for (const name of dataLabels.get(dataBase + at) ?? []) lines.push(`${name}:`);
    let end = Math.min(at + 16 - (at % 16), data.length);
    for (let next = at + 1; next < end; next++) if (dataLabels.has(dataBase + next)) end = next;
    const bytes = data.subarray(at, end);
    const open: string[] = [];
    for (let offset = at; offset < end; offset++) {
      const name = references?.data.get(offset);
      if (name !== undefined) open.push(name);
    }
    const digits = [...bytes].map(byte => hex(byte, 2)).join(' ');
    const text = [...bytes]
      .map(byte => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.'))
      .join('');
    lines.push(
      `  ${hex(dataBase + at)}  ${digits.padEnd(47)}  |${text}|${open.length === 0 ? '' : `  ; -> ${open.join(', ')}`}`,
    );
    at = end;
  }
  return lines;
}

function bssLines({ bss, dataLabels }: ListingInput): readonly string[] {
  if (bss === undefined || bss.size === 0) return [];
  const end = bss.start + bss.size;
  const inside = [...dataLabels]
    .filter(([address]) => address >= bss.start && address < end)
    .sort(([a], [b]) => a - b);
  const lines = inside.map(([address, names], index) => {
    const size = (inside[index + 1]?.[0] ?? end) - address;
    return `${names.join(', ')}:\n  ${hex(address)}  ${size} bytes of zeros`;
  });
  return ['', '.bss', ...(lines.length === 0 ? [`  ${hex(bss.start)}  ${bss.size} bytes of zeros`] : lines)];
}
