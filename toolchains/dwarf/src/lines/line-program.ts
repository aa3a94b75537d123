// Line programs: the operations that write the table of lines, run.

import type { LineRow } from '../debug-data.js';
import type { CodeSpace } from '../reading/code-space.js';
import type { LineHeader } from './line-header.js';

/** DW_LNS_* */
const Op = {
  copy: 1,
  advancePc: 2,
  advanceLine: 3,
  setFile: 4,
  setColumn: 5,
  negateStatement: 6,
  basicBlock: 7,
  constAddPc: 8,
  fixedAdvancePc: 9,
  prologueEnd: 10,
  epilogueBegin: 11,
  setIsa: 12,
} as const;

/** DW_LNE_* */
const Extended = { endSequence: 1, setAddress: 2, defineFile: 3 } as const;

interface Registers {
  address: number;
  file: number;
  line: number;
  column: number;
  isStatement: boolean;
  prologueEnd: boolean;
}

/** Rows whose code was removed are left out. `sourceOf` numbers files. */
export function runLineProgram(
  header: LineHeader,
  code: CodeSpace,
  sourceOf: (path: string) => number,
): readonly LineRow[] {
  const { program, lineBase, lineRange, firstSpecial, instructionLength, operands } = header;
  const files = new Map(header.files);
  const rows: LineRow[] = [];
  const fresh = (): Registers => ({
    address: 0,
    file: 1,
    line: 1,
    column: 0,
    isStatement: header.startsStatement,
    prologueEnd: false,
  });
  let state = fresh();
  // Linkers set the address of a removed sequence to 0 or to the largest number: all of its rows are of no code.
  let isRemoved = false;
  const emit = (): void => {
    const address = isRemoved ? undefined : code.offsetOf(state.address);
    const path = files.get(state.file);
    if (address !== undefined && path !== undefined) {
      const { line, column, isStatement, prologueEnd } = state;
      rows.push({ address, source: sourceOf(path), line, column, isStatement, prologueEnd });
    }
    state.prologueEnd = false;
  };
  const advance = (by: number): void => void (state.address += by * instructionLength);
  while (!program.done) {
    const op = program.u8();
    if (op >= firstSpecial) {
      const adjusted = op - firstSpecial;
      advance(Math.floor(adjusted / lineRange));
      state.line += lineBase + (adjusted % lineRange);
      emit();
      continue;
    }
    switch (op) {
      case 0: {
        const size = program.count();
        const part = program.part(size);
        if (part.done) break;
        const extended = part.u8();
        if (extended === Extended.endSequence) {
          state = fresh();
          isRemoved = false;
        } else if (extended === Extended.setAddress) {
          state.address = part.word(part.left);
          isRemoved = code.offsetOf(state.address) === undefined;
        } else if (extended === Extended.defineFile) files.set(files.size + 1, part.text());
        break;
      }
      case Op.copy:
        emit();
        break;
      case Op.advancePc:
        advance(program.count());
        break;
      case Op.advanceLine:
        state.line += Number(program.signed());
        break;
      case Op.setFile:
        state.file = program.count();
        break;
      case Op.setColumn:
        state.column = program.count();
        break;
      case Op.negateStatement:
        state.isStatement = !state.isStatement;
        break;
      case Op.constAddPc:
        advance(Math.floor((255 - firstSpecial) / lineRange));
        break;
      case Op.fixedAdvancePc:
        state.address += program.u16();
        break;
      case Op.prologueEnd:
        state.prologueEnd = true;
        break;
      default:
        // Others only hint, or are of a later version: their operands are numbers.
        for (let nth = 0; nth < (operands[op] ?? 0); nth++) program.unsigned();
    }
  }
  return rows.filter(({ line }) => line >= 0 && line < 0x8000_0000);
}
