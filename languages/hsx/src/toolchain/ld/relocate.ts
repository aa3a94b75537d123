// Puts addresses where names were. What does not fit is an error: upstream cuts it off, and the program jumps elsewhere.

import type { HxoReloc } from '../format/hxo.js';
import { dataBase, jumpReach, operationOf } from '../isa.js';
import type { Problem } from '../problem.js';
import { codePlace, lookUp, type LinkedSymbol, type Module } from './layout.js';

/** Changes `code` and `data`, which are copies of the module's. */
export function relocate(
  module: Module,
  exported: ReadonlyMap<string, LinkedSymbol>,
  code: Uint32Array,
  data: Uint8Array,
  problems: Problem[],
): void {
  for (const reloc of module.object.relocs) {
    const symbol = lookUp(module, reloc.symbol, exported);
    if (symbol === undefined) {
      problems.push(unresolved(module, reloc.symbol));
      continue;
    }
    const problem =
      reloc.section === 'code'
        ? patchCode(module, reloc, symbol, code)
        : patchData(module, reloc, symbol, data);
    if (problem !== undefined) problems.push(problem);
  }
}

export const unresolved = (module: Module, symbol: string): Problem => ({
  severity: 'error',
  kind: 'unresolved',
  symbol,
  object: module.name,
  message: `${module.name} needs ${symbol}, which no object exports`,
  hint: symbol.startsWith('__hsx_')
    ? 'It is part of what compiled C needs to run: link with hsx-cc, which brings it along.'
    : `Link the object that has it; there it needs .export ${symbol}.`,
});

function valueOf({ kind, addend }: HxoReloc, { address }: LinkedSymbol): number {
  const value = address + addend;
  switch (kind) {
    case 'symbol':
      return value;
    case 'lo16':
      return value & 0xffff;
    case 'hi16':
      return (value >>> 16) & 0xffff;
    // From where all data begins: upstream forgets the objects before.
    case 'off16':
      return (value - dataBase) & 0xffff;
  }
}

function patchCode(
  module: Module,
  reloc: Extract<HxoReloc, { section: 'code' }>,
  symbol: LinkedSymbol,
  code: Uint32Array,
): Problem | undefined {
  const { index, type } = reloc;
  const value = valueOf(reloc, symbol);
  if (type === 'imm32') {
    code[index] = value >>> 0;
    return undefined;
  }
  const word = code[index]!;
  const address = module.code + index * 4;
  const mnemonic = operationOf(word)?.mnemonic ?? 'the word';
  // Only where it is needed: it goes through all labels.
  const from = (): string =>
    `${mnemonic} at ${hex(address)} (${codePlace(module, address)} in ${module.name})`;
  const problem = (kind: Problem['kind'], message: string, hint?: string): Problem => ({
    severity: 'error',
    kind,
    symbol: reloc.symbol,
    address,
    object: module.name,
    message,
    ...(hint === undefined ? {} : { hint }),
  });
  if (type === 'jump' && (symbol.section !== 'text' || value % 4 !== 0))
    return problem('symbol', `${from()} goes to ${reloc.symbol}, which is no instruction`);
  const patch = reloc.pcRelative ? (value - address) / 4 : value;
  const unsigned = type === 'jump' && !reloc.pcRelative;
  const [least, most] = unsigned ? [0, jumpReach - 1] : [-2048, 2047];
  if (patch < least || patch > most)
    return problem(
      'out-of-reach',
      `${from()} cannot reach ${reloc.symbol} at ${hex(value)}: ${reachText(type, reloc.pcRelative, mnemonic)}`,
      type === 'jump'
        ? 'Load the address with LDI32 and go there with CALL [Rn]; hsx-cc does so by itself.'
        : 'LDI32 takes any address.',
    );
  code[index] = ((word & 0xfffff000) | (patch & 0xfff)) >>> 0;
  return undefined;
}

function reachText(type: string, pcRelative: boolean, mnemonic: string): string {
  if (pcRelative) return `${mnemonic} reaches 2048 words back and 2047 ahead`;
  if (type === 'jump') return `${mnemonic} reaches addresses below ${hex(jumpReach)}`;
  return `${mnemonic} has room for -2048 to 2047`;
}

const sizes = { data_word: 4, data_half: 2, data_byte: 1 } as const;

function patchData(
  module: Module,
  reloc: Extract<HxoReloc, { section: 'rodata' }>,
  symbol: LinkedSymbol,
  data: Uint8Array,
): Problem | undefined {
  const size = sizes[reloc.type];
  const value = valueOf(reloc, symbol);
  if (size < 4 && (value < 0 || value >= 2 ** (size * 8)))
    return {
      severity: 'error',
      kind: 'range',
      symbol: reloc.symbol,
      address: module.data + reloc.offset,
      object: module.name,
      message: `${reloc.symbol} is ${hex(value)}, which does not fit into ${size === 1 ? 'a byte' : 'two bytes'} at ${hex(module.data + reloc.offset)} in ${module.name}`,
      hint: 'An address needs .word, or .half.',
    };
  for (let byte = 0; byte < size; byte++) data[reloc.offset + byte] = (value >>> (byte * 8)) & 0xff;
  return undefined;
}

const hex = (value: number): string => `0x${(value >>> 0).toString(16).padStart(4, '0')}`;
