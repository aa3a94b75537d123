// The rows of a disassembly: instructions, and between them the functions and source lines that they belong to.
import type { Source } from '@sonde/dap';
import type { ShownInstruction } from './instruction-list.js';

export type ListingRow =
  | { readonly kind: 'symbol'; readonly key: string; readonly name: string }
  | {
      readonly kind: 'source';
      readonly key: string;
      readonly source: Source;
      readonly line: number;
      /** Where it is known. */
      readonly text?: string;
    }
  | { readonly kind: 'instruction'; readonly key: string; readonly instruction: ShownInstruction };

export type LineText = (source: Source, line: number) => string | undefined;

export function listing(
  instructions: readonly ShownInstruction[],
  lineText: LineText,
): readonly ListingRow[] {
  const rows: ListingRow[] = [];
  let before: ShownInstruction | undefined;
  for (const instruction of instructions) {
    const { address, symbol, source, line } = instruction;
    const name = functionName(symbol);
    if (name !== undefined && name !== functionName(before?.symbol))
      rows.push({ kind: 'symbol', key: `s${address}`, name });
    const isNewLine = line !== before?.line || source?.path !== before?.source?.path;
    if (source !== undefined && line !== undefined && line > 0 && isNewLine) {
      const text = lineText(source, line);
      rows.push({
        kind: 'source',
        key: `l${address}`,
        source,
        line,
        ...(text === undefined ? {} : { text }),
      });
    }
    rows.push({ kind: 'instruction', key: `i${address}`, instruction });
    before = instruction;
  }
  return rows;
}

/** `main+12` is inside of `main`. */
const functionName = (symbol: string | undefined): string | undefined =>
  symbol?.replace(/\s*\+\s*(0x[\da-f]+|\d+)$/i, '');

export const rowOfAddress = (rows: readonly ListingRow[], address: string): number =>
  rows.findIndex(row => row.kind === 'instruction' && row.instruction.address === address);

/** Bytes in pairs of digits. */
export const bytesText = (bytes: string | undefined): string =>
  (bytes ?? '').replaceAll(' ', '').replaceAll(/(..)(?=.)/g, '$1 ');
