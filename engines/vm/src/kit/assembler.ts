// The assembler: what a compiler writes code with. It keeps scopes, and makes the symbols that the debugger needs.

import {
  moduleId,
  type CallSymbol,
  type FunctionSymbol,
  type GlobalSymbol,
  type LineEntry,
  type LocalSymbol,
  type ModuleColumn,
  type SymbolData,
  type TypeDescription,
  type TypeId,
} from '@sonde/engine';
import type { Handler, StackCode, StackFunction } from './code.js';
import { Mistake, textAt, type Position, type SourceText } from './sources.js';

export interface Variable {
  readonly slot: number;
  readonly global: boolean;
}

export interface Assembled {
  readonly code: StackCode;
  readonly symbols: SymbolData;
}

interface AssembledFile {
  readonly file: SourceText;
  readonly lines: readonly string[];
  readonly start: number;
  readonly top: number;
  end: number;
}

interface Call {
  readonly name: string;
  readonly given: number;
  readonly at: Position;
  readonly file: SourceText;
}

/** What the assembler tells about modules beside their functions. */
export const instructionsColumn: ModuleColumn = {
  name: 'instructions',
  label: 'Instructions',
  type: 'number',
};

/** `Name` are the names of the instructions. */
export class Assembler<Name extends string> {
  readonly #instructions: [Name, number][] = [];
  readonly #texts: string[] = [];
  readonly #handlers: Handler[] = [];
  readonly #globals: GlobalSymbol[] = [];
  readonly #lines: LineEntry[] = [];
  readonly #symbols: FunctionSymbol[] = [];
  readonly #functions: StackFunction[] = [];
  readonly #functionNumbers = new Map<string, number>();
  readonly #declared = new Set<string>();
  readonly #calls: Call[] = [];
  readonly #files: AssembledFile[] = [];
  readonly #callSites: CallSymbol[] = [];
  /** Innermost last; the first one holds the globals of the file. */
  #scopes: Map<string, Variable>[] = [];
  #locals: LocalSymbol[] = [];

  /** `variableType`: of all variables; a language with declared types would pass them one by one. */
  constructor(private readonly variableType: TypeId) {}

  get here(): number {
    return this.#instructions.length;
  }

  emit(name: Name, operand = 0): void {
    this.#instructions.push([name, operand]);
  }

  emitText(name: Name, text: string): void {
    this.emit(name, this.#texts.push(text) - 1);
  }

  /** A jump whose target is not known yet; call the result where it is to land. */
  jump(name: Name): () => void {
    const instruction: [Name, number] = [name, 0];
    this.#instructions.push(instruction);
    return () => (instruction[1] = this.here);
  }

  /** A statement begins here: breakpoints may sit here, and steps end here. */
  mark({ line, column }: Position): void {
    this.#lines.push({ address: this.here, source: this.#module, line, column, statement: true });
  }

  /** One file after the other; the first is the program. `topLevel` writes what stands outside functions. */
  file(file: SourceText, topLevel: () => void, functions: () => void): void {
    const top = this.#files.length === 0 ? '(main)' : `(${file.source.name})`;
    this.#files.push({
      file,
      lines: file.text.split('\n'),
      start: this.here,
      top: this.#functionNumber(top),
      end: this.here,
    });
    this.#scopes = [new Map<string, Variable>()];
    this.function(top, 0, topLevel);
    functions();
    this.#files.at(-1)!.end = this.here;
  }

  /** Makes the name known; false when it is taken. Functions are seen from all files. */
  declareFunction(name: string): boolean {
    const fresh = !this.#declared.has(name);
    this.#declared.add(name);
    return fresh;
  }

  /** `extent`: the lines of its text, for breakpoints on those without code. */
  function(name: string, parameters: number, body: () => void, extent?: FunctionSymbol['extent']): void {
    const start = this.here;
    this.#locals = [];
    body();
    const locals = this.#locals;
    const module = this.#module;
    this.#functions[this.#functionNumber(name)] = { name, start, parameters, locals: locals.length, module };
    this.#symbols.push({
      name,
      start,
      end: this.here,
      source: module,
      module: moduleId(String(module)),
      locals,
      ...(extent === undefined ? {} : { extent }),
    });
  }

  /** Variables declared in the body are gone after it. */
  scope(body: () => void): void {
    this.#scopes.push(new Map());
    body();
    for (const { slot } of this.#scopes.pop()!.values())
      this.#locals[slot] = { ...this.#locals[slot]!, to: this.here };
  }

  /**
   * A variable that is seen from an address on; undefined when the scope has one of that name. Outside all scopes it is
   * global. Slots are never used twice, so that a variable is its slot for the whole call. `at` is where it is declared.
   */
  declare(name: string, from: number, at: Position, parameter = false): Variable | undefined {
    const declared = { line: at.line, column: at.column };
    const scope = this.#scopes.at(-1)!;
    if (scope.has(name)) return undefined;
    const global = this.#scopes.length === 1;
    const slot = global ? this.#globals.length : this.#locals.length;
    const type = this.variableType;
    const source = this.#module;
    const module = moduleId(String(source));
    if (global) this.#globals.push({ name, index: slot, type, module, declared: { source, ...declared } });
    else this.#locals.push({ name, slot, type, parameter, from, to: from, declared });
    scope.set(name, { slot, global });
    return { slot, global };
  }

  lookup(name: string): Variable | undefined {
    return this.#scopes.findLast(scope => scope.has(name))?.get(name);
  }

  /** The number of a function, which may be declared later. */
  callee(name: string, given: number, at: Position): number {
    this.#calls.push({ name, given, at, file: this.#files.at(-1)!.file });
    return this.#functionNumber(name);
  }

  /** Emits a call that can be stepped into; people know it by what stands in the source from `at` up to its end. */
  call(instruction: Name, name: string, given: number, at: Position): void {
    const label = textAt(this.#files.at(-1)!.lines, at) || name;
    const { line, column, end = at } = at;
    const range = { line, column, endLine: end.line, endColumn: end.column };
    this.#callSites.push({ address: this.here, label, source: this.#module, ...range });
    this.emit(instruction, this.callee(name, given, at));
  }

  /** Errors raised by code from `from` up to here, or in what it calls, go to the handler that is written next. */
  handler(from: number, to: number, slot: number): void {
    this.#handlers.push({ from, to, target: this.here, slot });
  }

  /** Throws a Mistake when a function is called that nobody declared, or with the wrong number of arguments. */
  result(types: readonly (readonly [TypeId, TypeDescription])[]): Assembled {
    this.#checkCalls();
    const named = this.#files.map(({ file, start, end, top }, number) => ({
      ...file.source,
      start,
      end,
      top,
      number,
    }));
    return {
      code: {
        instructions: this.#instructions,
        texts: this.#texts,
        globals: this.#globals.length,
        functions: this.#functions,
        modules: named.map(({ name, top }) => ({ name, start: top })),
        handlers: this.#handlers,
        positions: this.#lines.map(l => ({ address: l.address, text: `${named[l.source]!.name}:${l.line}` })),
      },
      symbols: {
        modules: named.map(({ name, path, number, start, end }) => ({
          id: moduleId(String(number)),
          name,
          path,
          start,
          end,
          extra: { instructions: end - start },
        })),
        sources: this.#files.map(({ file }) => file.source),
        functions: this.#symbols,
        lines: this.#lines,
        globals: this.#globals,
        types,
        calls: this.#callSites,
      },
    };
  }

  #checkCalls(): void {
    for (const { name, given, at, file } of this.#calls) {
      const { parameters } = this.#functions[this.#functionNumber(name)]!;
      if (!this.#declared.has(name)) throw new Mistake(`there is no function ${name}`, at, undefined, file);
      if (parameters !== given)
        throw new Mistake(`${name} takes ${parameters} arguments, not ${given}`, at, undefined, file);
    }
  }

  get #module(): number {
    return this.#files.length - 1;
  }

  #functionNumber(name: string): number {
    let number = this.#functionNumbers.get(name);
    if (number === undefined) {
      number = this.#functions.push({ name, start: 0, parameters: 0, locals: 0, module: 0 }) - 1;
      this.#functionNumbers.set(name, number);
    }
    return number;
  }
}

/** The same program for people who shall not debug it. */
export const withoutDebugInfo = ({ code, symbols }: Assembled): Assembled => ({
  code: { ...code, positions: [] },
  symbols: {
    ...symbols,
    lines: [],
    globals: [],
    calls: [],
    functions: symbols.functions.map(f => ({ ...f, locals: [] })),
  },
});
