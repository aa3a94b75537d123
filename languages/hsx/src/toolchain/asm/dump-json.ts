// `hsx-asm --dump-json`: instructions decoded, labels, what jumps refer to, and data. HSX debugger specification 1.1.

import { instructionParts, type SymbolAt } from '../dis/instruction-text.js';
import { jsonText } from '../format/json-value.js';
import type { HxoObject, HxoReloc, HxoSection } from '../format/hxo.js';
import { fieldsOf } from '../isa.js';
import { addressIn, layOut, type Module } from '../ld/layout.js';
import { relocate } from '../ld/relocate.js';
import type { AssembledInstruction } from './assemble.js';

/** Addresses are those that the object has when it is linked alone; names of other objects stay open. */
export function dumpJson(
  object: HxoObject,
  instructions: readonly AssembledInstruction[],
  source: string,
): string {
  const module = layOut([{ name: source, object }]).modules[0]!;
  const code = object.code.slice();
  const data = object.rodata.slice();
  relocate(module, new Map(), code, data, []);
  return jsonText({
    version: 1,
    source,
    entry: object.entry,
    entry_symbol: object.entrySymbol ?? null,
    instructions: decoded(module, code, instructions),
    labels: {
      text: labelsOf(module, 'text'),
      data: labelsOf(module, 'data'),
      bss: labelsOf(module, 'bss'),
    },
    symbols: Object.fromEntries(
      [...object.symbols].map(([name, symbol]) => [
        name,
        { section: symbol.section, address: addressIn(module, symbol) },
      ]),
    ),
    imports: object.imports,
    data: dataEntries(module, data),
  });
}

function labelsOf(module: Module, section: HxoSection): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [...module.object.localSymbols]
      .filter(([, symbol]) => symbol.section === section)
      .map(([name, symbol]) => [name, addressIn(module, symbol)]),
  );
}

/** By address; of several labels the first. */
function namesAt(module: Module, space: 'code' | 'data'): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const [name, symbol] of module.object.localSymbols) {
    const address = addressIn(module, symbol);
    if ((symbol.section === 'text') === (space === 'code') && !names.has(address)) names.set(address, name);
  }
  return names;
}

function decoded(
  module: Module,
  code: Uint32Array,
  instructions: readonly AssembledInstruction[],
): readonly unknown[] {
  const names = { code: namesAt(module, 'code'), data: namesAt(module, 'data') };
  const symbolAt: SymbolAt = (address, space) => names[space].get(address);
  const references = new Map<number, HxoReloc>();
  for (const reloc of module.object.relocs)
    if (reloc.section === 'code')
      references.set(reloc.type === 'imm32' ? reloc.index - 1 : reloc.index, reloc);
  return instructions.map(({ ordinal, offset, file, line }) => {
    const index = offset / 4;
    const word = code[index]!;
    const { rd, rs1, rs2, imm } = fieldsOf(word);
    const { mnemonic, operands, target, size } = instructionParts(word, code[index + 1], offset, symbolAt);
    const symbol = references.get(index)?.symbol;
    const open = symbol !== undefined && !module.object.localSymbols.has(symbol);
    const label = names.code.get(offset);
    const targetSymbol = target === undefined ? undefined : names.code.get(target);
    return {
      pc: offset,
      word,
      ...(size === 8 ? { extended_word: code[index + 1] } : {}),
      mnemonic,
      // Where it leads is for the linker to know.
      operands: open ? operands.replace(/0x[0-9a-f]+(?: <.*>)?$/, symbol) : operands,
      rd,
      rs1,
      rs2,
      imm,
      ordinal,
      file,
      line,
      ...(label === undefined ? {} : { label }),
      ...(symbol === undefined ? {} : { symbol }),
      ...(target === undefined || open ? {} : { target }),
      ...(targetSymbol === undefined || open ? {} : { target_symbol: targetSymbol }),
    };
  });
}

/** From label to label. */
function dataEntries(module: Module, data: Uint8Array): readonly unknown[] {
  const names = namesAt(module, 'data');
  const starts = [...new Set([module.data, ...names.keys()])]
    .filter(address => address < module.data + data.length)
    .sort((a, b) => a - b);
  return starts.map((address, index) => {
    const end = starts[index + 1] ?? module.data + data.length;
    const bytes = data.subarray(address - module.data, end - module.data);
    const label = names.get(address);
    return {
      address,
      ...(label === undefined ? {} : { label }),
      size: bytes.length,
      bytes: Buffer.from(bytes).toString('hex'),
    };
  });
}
