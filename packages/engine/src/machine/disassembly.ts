// Disassembly listings: instructions before and behind an address, with their functions and lines.

import type { Instruction } from '../contract.js';
import { codeAddress, type SymbolIndex } from '../symbols.js';

export interface MachineInstruction {
  readonly size: number;
  readonly text: string;
  readonly bytes?: Uint8Array;
  /** Where it jumps or calls, if the instruction alone says so and its text names no function. */
  readonly target?: number;
}

/** One instruction; undefined where there is none. */
export type Disassembler = (address: number) => MachineInstruction | undefined;

/**
 * Instructions from the one `offset` away from `from`. Backwards is only possible from a place that is known to begin
 * an instruction, so each function is read from its start. What lies outside the code is left out.
 */
export function listingFrom(
  disassemble: Disassembler,
  symbols: SymbolIndex,
  from: number,
  offset: number,
  count: number,
): readonly Instruction[] {
  const functions = [...symbols.data.functions].sort((a, b) => a.start - b.start);
  const first = functions.findIndex(f => from < f.end);
  if (first < 0) return [];
  const listing: Instruction[] = [];
  let start = first;
  for (; start < functions.length && listing.length < count + offset + 1; start++)
    listing.push(...instructionsOf(disassemble, symbols, functions[start]!));
  let base = listing.findIndex(i => Number(i.address.offset) >= from);
  if (base < 0) base = listing.length;
  for (let before = first - 1; before >= 0 && base + offset < 0; before--) {
    const earlier = instructionsOf(disassemble, symbols, functions[before]!);
    listing.unshift(...earlier);
    base += earlier.length;
  }
  // What was asked for before the first instruction does not exist; the rest keeps its place.
  const begin = base + offset;
  return listing.slice(Math.max(0, begin), Math.max(0, begin + count));
}

function instructionsOf(
  disassemble: Disassembler,
  symbols: SymbolIndex,
  inside: { readonly name: string; readonly start: number; readonly end: number },
): readonly Instruction[] {
  const found: Instruction[] = [];
  for (let at = inside.start; at < inside.end;) {
    const instruction = disassemble(at);
    if (instruction === undefined) break;
    const location = symbols.locationAt(at);
    found.push({
      address: codeAddress(at),
      size: instruction.size,
      text: namedText(instruction, symbols),
      ...(instruction.bytes === undefined ? {} : { bytes: instruction.bytes }),
      symbol: inside.name,
      ...(location === undefined ? {} : { location }),
    });
    at += Math.max(1, instruction.size);
  }
  return found;
}

/** The instruction with the name of where it goes, as other disassemblers write it: `CALL 0x74 <main>`, `JMP 0x90 <main+0x1c>`. */
export function namedText({ text, target }: MachineInstruction, symbols: SymbolIndex): string {
  const inside = target === undefined ? undefined : symbols.functionAt(target);
  if (target === undefined || inside === undefined || inside.name === '') return text;
  const offset = target - inside.start;
  return `${text} <${inside.name}${offset === 0 ? '' : `+0x${offset.toString(16)}`}>`;
}
