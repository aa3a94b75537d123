// The module as the debugger's thread needs it: functions by offset, types of locals and globals, disassembly.

import {
  codeAddress,
  lastAtOrBefore,
  moduleId,
  type CallSymbol,
  type FunctionSymbol,
  type Instruction,
  type SymbolData,
} from '@sonde/engine';
import {
  disassemble,
  instructionsOf,
  localTypes,
  type FunctionBody,
  type GlobalType,
  type ValueType,
  type WasmModule,
} from '@sonde/wasm';

export class ModuleView {
  readonly globals: readonly GlobalType[];
  readonly #locals = new Map<number, readonly ValueType[]>();
  #instructions: readonly Instruction[] | undefined;
  #starts: ReadonlySet<number> | undefined;

  constructor(readonly module: WasmModule) {
    this.globals = [
      ...module.imports.flatMap(({ thing }) => (thing.kind === 'global' ? [thing.type] : [])),
      ...module.globals.map(({ type }) => type),
    ];
  }

  /** By its index; undefined for one that is imported. */
  body(index: number): FunctionBody | undefined {
    const [first] = this.module.functions;
    return first === undefined ? undefined : this.module.functions[index - first.index];
  }

  bodyAt(offset: number): FunctionBody | undefined {
    const { functions } = this.module;
    const found = functions[lastAtOrBefore(functions, offset, each => each.start)];
    return found !== undefined && offset < found.end ? found : undefined;
  }

  localsOf(index: number): readonly ValueType[] {
    let known = this.#locals.get(index);
    if (known === undefined) {
      const body = this.body(index);
      known = body === undefined ? [] : localTypes(this.module, body);
      this.#locals.set(index, known);
    }
    return known;
  }

  localName(index: number, local: number): string {
    return this.module.names.locals.get(index)?.get(local) ?? `local${local}`;
  }

  functionName(index: number): string {
    return this.module.names.functions.get(index) ?? `function ${index}`;
  }

  globalName(index: number): string {
    return this.module.names.globals.get(index) ?? `global${index}`;
  }

  beginsInstruction(offset: number): boolean {
    this.#starts ??= new Set(
      this.module.functions.flatMap(body => instructionsOf(this.module, body).map(each => each.offset)),
    );
    return this.#starts.has(offset);
  }

  /** Instructions from the one `offset` away from the address; what lies outside of the code is left out. */
  listing(from: number, offset: number, count: number): readonly Instruction[] {
    this.#instructions ??= this.module.functions.flatMap(body =>
      disassemble(this.module, body).map(each => ({
        address: codeAddress(each.offset),
        size: each.bytes.length,
        text: '  '.repeat(each.level) + each.text,
        bytes: each.bytes,
        symbol: this.functionName(body.index),
      })),
    );
    const all = this.#instructions;
    const last = lastAtOrBefore(all, from, each => Number(each.address.offset));
    // Between two instructions the next one counts.
    const exact = last >= 0 && Number(all[last]!.address.offset) + all[last]!.size > from;
    const begin = (exact ? last : last + 1) + offset;
    return all.slice(Math.max(0, begin), Math.max(0, begin + count));
  }

  /** Functions that the symbols do not tell of. */
  untold(symbols: SymbolData): readonly FunctionBody[] {
    const starts = symbols.functions
      .map(({ start, end }) => ({ start, end }))
      .sort((a, b) => a.start - b.start);
    return this.module.functions.filter(body => {
      const found = starts[lastAtOrBefore(starts, body.code, each => each.start)];
      return found === undefined || body.code >= found.end;
    });
  }

  /** The symbols, with the functions that they do not tell of: they are in stacks too, and have names. */
  complete(symbols: SymbolData): SymbolData {
    const [known] = symbols.modules;
    const id = known?.id ?? moduleId('module');
    const others = this.untold(symbols).map((body): FunctionSymbol => ({
      name: this.functionName(body.index),
      source: -1,
      module: id,
      start: body.start,
      end: body.end,
      locals: [],
      body: body.code,
    }));
    const modules =
      known === undefined
        ? [{ id, name: this.module.names.module ?? 'module', start: 0, end: this.module.bytes.length }]
        : symbols.modules;
    return {
      ...symbols,
      modules,
      functions: [...symbols.functions, ...others],
      calls: symbols.calls ?? this.#calls(symbols),
    };
  }

  /** Calls between functions that have lines: what somebody may want to step into. */
  #calls({ functions, lines }: SymbolData): readonly CallSymbol[] {
    const written = functions.filter(each => each.source >= 0 && each.artificial !== true);
    const names = new Map<number, string>();
    for (const { name, start } of written) {
      const body = this.bodyAt(start);
      if (body !== undefined && !names.has(body.index)) names.set(body.index, name);
    }
    return this.module.functions
      .filter(({ index }) => names.has(index))
      .flatMap(body => instructionsOf(this.module, body))
      .flatMap(({ name, offset, immediate }): readonly CallSymbol[] => {
        const callee = name === 'call' && immediate.kind === 'index' ? names.get(immediate.index) : undefined;
        const line = lines[lastAtOrBefore(lines, offset, each => each.address)];
        if (callee === undefined || line === undefined) return [];
        return [
          {
            address: offset,
            label: `${callee}()`,
            source: line.source,
            line: line.line,
            column: line.column,
          },
        ];
      });
  }
}
