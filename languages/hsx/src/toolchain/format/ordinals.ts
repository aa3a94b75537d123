// From the n-th instruction of a text to its place in the code: LDI32 takes two words, which upstream forgets.

import { operationOf, sizeOfInstruction } from '../isa.js';

/** Where each instruction begins, in bytes, and where the last one ends. Words of `.org` are no instructions. */
export function ordinalOffsets(code: Uint32Array): readonly number[] {
  const offsets: number[] = [];
  let at = 0;
  let end = 0;
  while (at < code.length) {
    const word = code[at]!;
    if (operationOf(word) !== undefined) {
      offsets.push(at * 4);
      end = at * 4 + sizeOfInstruction(word);
    }
    at += sizeOfInstruction(word) / 4;
  }
  return [...offsets, end];
}
