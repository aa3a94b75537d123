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

export class Output {
  section: HxoSection = 'text';
  readonly code: number[] = [];
  readonly rodata: number[] = [];
  bss = 0;
  readonly labels = new Map<string, HxoSymbol>();
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
