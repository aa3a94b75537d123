// What the assembler has made so far: three sections, labels, relocations.

import type { HxoMetadata, HxoReloc, HxoSection, HxoSymbol } from '../format/hxo.js';
import { dataBase, spaceSize } from '../isa.js';
import { LineProblem, type Span } from './line-problem.js';
import type { Operand } from './line-cursor.js';

export interface Reference {
  readonly reloc: HxoReloc;
  /** Index into the lines that were assembled. */
  readonly line: number;
  readonly span: Span;
}

type Writable<Type> = {
  -readonly [Name in keyof Type]: Type[Name] extends readonly (infer Item)[] ? Item[] : Type[Name];
};

const limits: Readonly<Record<HxoSection, number>> = {
  text: spaceSize,
  data: spaceSize - dataBase,
  bss: spaceSize - dataBase,
};

/** What a directive put into `.data` or `.bss`, so that a debugger can show it by its label. */
export interface DataItem {
  readonly section: 'data' | 'bss';
  readonly offset: number;
  /** Of each element, in bytes. */
  readonly unit: 1 | 2 | 4;
  readonly count: number;
  readonly isText: boolean;
}

export class Output {
  section: HxoSection = 'text';
  readonly code: number[] = [];
  readonly rodata: number[] = [];
  bss = 0;
  readonly labels = new Map<string, HxoSymbol>();
  /** The index of the line of each label. */
  readonly labelLines = new Map<string, number>();
  readonly items: DataItem[] = [];
  readonly references: Reference[] = [];
  readonly metadata: Writable<HxoMetadata> = { values: [], commands: [], mailboxes: [] };
  /** Where each instruction begins, and the index of its line. */
  readonly instructions: { readonly offset: number; readonly line: number }[] = [];

  /** In bytes, in the section that is written now. */
  get offset(): number {
    if (this.section === 'text') return this.code.length * 4;
    return this.section === 'data' ? this.rodata.length : this.bss;
  }

  /** Asked before something is written, so that no number in a source makes memory run out. */
  requireRoom(bytes: number, span: Span): void {
    const most = limits[this.section];
    if (this.offset + bytes > most)
      throw new LineProblem(
        span,
        'too-large',
        `.${this.section} would have ${this.offset + bytes} bytes, and ${most} is the most`,
      );
  }

  /** Says what is about to be written. */
  addItem(unit: DataItem['unit'], count: number, isText = false): void {
    if (this.section !== 'text' && count > 0)
      this.items.push({ section: this.section, offset: this.offset, unit, count, isText });
  }

  codeReference(
    operand: Extract<Operand, { kind: 'reference' }>,
    type: 'imm12' | 'mem' | 'jump' | 'imm32',
    line: number,
    pcRelative = false,
  ): void {
    const { symbol, part: kind, addend } = operand;
    const index = type === 'imm32' ? this.code.length + 1 : this.code.length;
    this.references.push({
      reloc: { section: 'code', type, index, symbol, kind, addend, pcRelative },
      line,
      span: operand,
    });
  }
}
