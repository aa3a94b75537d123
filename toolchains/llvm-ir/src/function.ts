// A function that is being written: its parameters, its blocks and the room for its local variables.

import { attributesAfter, attributesBefore, type Attribute } from './attributes.js';
import { Block } from './block.js';
import { Code } from './code.js';
import type { MetadataTable } from './debug/metadata.js';
import type { Subprogram } from './debug/nodes.js';
import type { Intrinsic } from './intrinsics.js';
import { alignmentOf } from './layout.js';
import { requireAlignment, symbolWords, type FunctionLinkage, type SymbolOptions } from './linkage.js';
import { LocalNames } from './local-names.js';
import { misuse } from './misuse.js';
import { quoted, spelledName } from './spelling.js';
import { ptr, requireStorable, typeText, type IrType } from './types.js';
import type { FunctionValue, Value } from './value.js';

export interface DefinitionOptions extends SymbolOptions<FunctionLinkage> {
  readonly attributes?: readonly Attribute[];
  readonly section?: string;
  readonly align?: number;
  /** Names for readers of the text. */
  readonly parameterNames?: readonly string[];
  readonly subprogram?: Subprogram;
}

/** What a function needs of the module around it. */
export interface FunctionHome {
  readonly metadata: MetadataTable;
  intrinsic(wanted: Intrinsic): FunctionValue;
}

export class FunctionBuilder {
  readonly parameters: readonly Value[];
  readonly entry: Block;
  /** Writes instructions; starts in the entry block. */
  readonly code: Code;
  readonly subprogram: Subprogram | undefined;
  readonly #names = new LocalNames();
  readonly #allocas: string[] = [];
  readonly #placed = new Set<Block>();
  readonly #blocks: Block[] = [];

  constructor(
    readonly home: FunctionHome,
    /** The address of the function, to call it. */
    readonly value: FunctionValue,
    private readonly options: DefinitionOptions,
  ) {
    const { subprogram } = options;
    if (subprogram !== undefined) {
      home.metadata.ref(subprogram);
      if (!subprogram.isDefinition) misuse(`the subprogram of ${value.text} is only a declaration`);
    }
    this.subprogram = subprogram;
    this.parameters = value.signature.parameters.map((type, index) =>
      this.newValue(type, options.parameterNames?.[index] ?? `p${index}`),
    );
    this.entry = this.block('entry');
    this.code = new Code(this);
  }

  get name(): string {
    return this.value.name;
  }

  /** A new block, written where `code.moveTo` first meets it. One that nothing ever refers to is left out. */
  block(name = 'b'): Block {
    const block = new Block(this, this.#names.take(name));
    this.#blocks.push(block);
    return block;
  }

  /** Room on the stack for the whole call, made in the entry block wherever the code is now. */
  alloca(type: IrType, name = 'slot', options: { readonly align?: number } = {}): Value {
    requireStorable(type, `the local ${name}`);
    const slot = this.newValue(ptr, name);
    const align = requireAlignment(options.align ?? alignmentOf(type), slot.text);
    this.#allocas.push(`  ${slot.text} = alloca ${typeText(type)}, align ${align}`);
    return slot;
  }

  newValue(type: IrType, name: string): Value {
    return { type, text: this.#names.take(name), owner: this };
  }

  place(block: Block): void {
    this.#placed.add(block);
  }

  text(): string {
    if (this.entry.isTarget) misuse(`nothing may branch to the entry of ${this.value.text}`);
    for (const block of this.#blocks) if (block.isTarget) this.#placed.add(block);
    const bodies = [...this.#placed].map(block => {
      try {
        return block.text(block === this.entry ? this.#allocas : []);
      } catch (error) {
        return misuse(`in ${this.value.text}: ${error instanceof Error ? error.message : String(error)}`);
      }
    });
    return `define ${this.#head()} {\n${bodies.join('\n')}}\n`;
  }

  #head(): string {
    const { value, options } = this;
    const before = symbolWords(value.text, options).map(word => `${word} `);
    const parameters = this.parameters.map(
      ({ type, text }, index) =>
        `${typeText(type)} ${attributesBefore(value.parameterAttributes[index] ?? [])}${text}`,
    );
    if (value.signature.varargs) parameters.push('...');
    const after = [
      attributesAfter(options.attributes ?? []),
      options.section === undefined ? '' : ` section ${quoted(options.section)}`,
      options.align === undefined ? '' : ` align ${requireAlignment(options.align, value.text)}`,
      this.subprogram === undefined ? '' : ` !dbg ${this.home.metadata.ref(this.subprogram)}`,
    ];
    const result = `${attributesBefore(value.resultAttributes)}${typeText(value.signature.result)}`;
    return `${before.join('')}${result} @${spelledName(value.name)}(${parameters.join(', ')})${after.join('')}`;
  }
}
