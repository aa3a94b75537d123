// Look-ups in the symbol file of a task: functions, variables and lines by name and address.

import { lastAtOrBefore } from '@sonde/engine';
import type { SymFile, SymFunction, SymInstruction, SymVariable } from '../../toolchain/format/sym-file.js';

/** A symbol as it goes over the wire. */
export interface WireSymbol {
  readonly name: string;
  readonly address: number;
  readonly size: number;
  readonly type: 'function' | 'variable';
  readonly file: string | null;
  readonly line: number | null;
  /** Of a variable, as C writes it. */
  readonly value_type?: string | null;
}

export interface WireLine {
  readonly address: number;
  readonly file: string;
  readonly line: number;
}

export class TaskSymbols {
  readonly #functions: readonly SymFunction[];
  readonly #variables: readonly SymVariable[];
  readonly #lines: ReadonlyMap<number, SymInstruction>;

  constructor(
    readonly path: string,
    readonly sym: SymFile,
    /** The file as it is. */
    readonly text: string,
  ) {
    const byAddress = (a: { readonly address: number }, b: { readonly address: number }): number =>
      a.address - b.address;
    this.#functions = [...sym.symbols.functions].sort(byAddress);
    this.#variables = [...sym.symbols.variables].sort(byAddress);
    this.#lines = new Map(sym.instructions.map(each => [each.pc, each]));
  }

  get count(): number {
    return this.#functions.length + this.#variables.length;
  }

  functions(): readonly WireSymbol[] {
    return this.#functions.map(functionSymbol);
  }

  variables(): readonly WireSymbol[] {
    return this.#variables.map(variableSymbol);
  }

  functionAt(pc: number): (WireSymbol & { readonly offset: number }) | undefined {
    const found = this.#functions[lastAtOrBefore(this.#functions, pc, f => f.address)];
    if (found === undefined || (found.size > 0 && pc >= found.address + found.size)) return undefined;
    return { ...functionSymbol(found), offset: pc - found.address };
  }

  named(name: string): WireSymbol | undefined {
    const inCode = this.#functions.find(each => each.name === name);
    if (inCode !== undefined) return functionSymbol(inCode);
    const inData = this.variableNamed(name);
    return inData && variableSymbol(inData);
  }

  variableNamed(name: string): SymVariable | undefined {
    return this.#variables.find(each => each.name === name);
  }

  /** Names that stand before an instruction. */
  labelsAt(pc: number): readonly string[] {
    const { labels } = this.sym.symbols;
    return (
      labels[`0x${pc.toString(16).padStart(4, '0')}`] ?? labels[`0x${pc.toString(16).padStart(8, '0')}`] ?? []
    );
  }

  lineAt(pc: number): WireLine | undefined {
    const { file, line } = this.#lines.get(pc) ?? {};
    if (file !== undefined && line !== undefined && line > 0) return { address: pc, file, line };
    const { lines, sources } = this.sym.debug ?? { lines: [], sources: [] };
    const entry = lines[lastAtOrBefore(lines, pc, each => each.pc)];
    const source = entry?.source === undefined ? undefined : sources[entry.source];
    if (entry === undefined || source === undefined || entry.line === 0) return undefined;
    return { address: pc, file: source.filename, line: entry.line };
  }
}

const functionSymbol = ({ name, address, size, file, line }: SymFunction): WireSymbol => ({
  name,
  address,
  size,
  type: 'function',
  file: file ?? null,
  line: line ?? null,
});

const variableSymbol = ({ name, address, size, type, file, line }: SymVariable): WireSymbol => ({
  name,
  address,
  size,
  type: 'variable',
  file: file ?? null,
  line: line ?? null,
  value_type: type ?? null,
});
