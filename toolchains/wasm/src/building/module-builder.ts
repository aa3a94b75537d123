// Builds a module: functions, memory, globals and segments, laid out so that every marked instruction's offset is known.

import { bytesOf, type ByteWriter } from '../bytes/byte-writer.js';
import { sectionIds, type Import, type LocalGroup } from '../module-data.js';
import { BuilderMisuse } from '../problem.js';
import {
  sameFunctionType,
  typeCodes,
  type FunctionType,
  type GlobalType,
  type MemoryType,
  type TableType,
  type ValueType,
} from '../value-types.js';
import { Code, type Mark } from './code.js';
import { FunctionBuilder } from './function-builder.js';
import {
  ReferenceSpace,
  type FunctionReference,
  type GlobalReference,
  type MemoryReference,
  type Reference,
  type TableReference,
} from './references.js';
import {
  customSection,
  nameSection,
  sourceMapSection,
  writeExport,
  writeFunctionType,
  writeGlobalType,
  writeImport,
  writeLimits,
  writeSections,
  writeTableType,
  type WrittenSection,
} from './write-module.js';

export { FunctionBuilder } from './function-builder.js';
export {
  Reference,
  type FunctionReference,
  type GlobalReference,
  type MemoryReference,
  type TableReference,
} from './references.js';

export interface FunctionRange {
  /** Of the declarations of its locals. */
  readonly start: number;
  /** Of its first instruction. */
  readonly code: number;
  readonly end: number;
}

export interface BuiltModule {
  readonly bytes: Uint8Array;
  /** From the beginning of the module. */
  offsetOf(mark: Mark): number;
  rangeOf(of: FunctionBuilder): FunctionRange;
}

/** Writes the instructions of a constant; without its `end`. */
export type Constant = (code: Code) => void;

interface NamedGlobal {
  readonly type: GlobalType;
  readonly init: Code;
}

interface Data {
  readonly offset: Code | undefined;
  readonly bytes: Uint8Array;
}

export class ModuleBuilder {
  readonly #space = new ReferenceSpace();
  readonly #types: FunctionType[] = [];
  readonly #imports: Import[] = [];
  readonly #functions: FunctionBuilder[] = [];
  readonly #tables: TableType[] = [];
  readonly #memories: MemoryType[] = [];
  readonly #globals: NamedGlobal[] = [];
  readonly #exports: { readonly name: string; readonly of: Reference }[] = [];
  readonly #elements: {
    readonly table: TableReference;
    readonly offset: Code;
    readonly items: readonly FunctionReference[];
  }[] = [];
  readonly #data: Data[] = [];
  readonly #customs: WrittenSection[] = [];
  readonly #functionNames = new Map<FunctionReference, string>();
  readonly #globalNames = new Map<GlobalReference, string>();
  #start: FunctionReference | undefined;

  constructor(private readonly name?: string) {}

  /** The index of a type; the same one for the same type. */
  type(type: FunctionType): number {
    const known = this.#types.findIndex(other => sameFunctionType(other, type));
    return known >= 0 ? known : this.#types.push(type) - 1;
  }

  importFunction(module: string, name: string, type: FunctionType): FunctionReference {
    this.#imports.push({ module, name, thing: { kind: 'function', type: this.type(type) } });
    const reference = this.#space.import('function');
    this.#functionNames.set(reference, name);
    return reference;
  }

  importMemory(module: string, name: string, type: MemoryType): MemoryReference {
    this.#imports.push({ module, name, thing: { kind: 'memory', type } });
    return this.#space.import('memory');
  }

  importGlobal(module: string, name: string, type: GlobalType): GlobalReference {
    this.#imports.push({ module, name, thing: { kind: 'global', type } });
    const reference = this.#space.import('global');
    this.#globalNames.set(reference, name);
    return reference;
  }

  importTable(module: string, name: string, type: TableType): TableReference {
    this.#imports.push({ module, name, thing: { kind: 'table', type } });
    return this.#space.import('table');
  }

  /** Its code may be written at any time before `build`, so that functions may call each other. */
  function(name: string, type: FunctionType): FunctionBuilder {
    const reference = this.#space.define('function');
    const made = new FunctionBuilder(name, type, reference, this.#newCode());
    this.#functions.push(made);
    this.#functionNames.set(reference, name);
    return made;
  }

  memory(type: MemoryType): MemoryReference {
    this.#memories.push(type);
    return this.#space.define('memory');
  }

  table(type: TableType): TableReference {
    this.#tables.push(type);
    return this.#space.define('table');
  }

  global(name: string, type: GlobalType, init: Constant): GlobalReference {
    this.#globals.push({ type, init: this.#constant(init) });
    const reference = this.#space.define('global');
    this.#globalNames.set(reference, name);
    return reference;
  }

  export(name: string, of: Reference | FunctionBuilder): this {
    if (this.#exports.some(other => other.name === name))
      throw new BuilderMisuse(`the module exports '${name}' twice.`);
    const reference = of instanceof FunctionBuilder ? of.reference : of;
    this.#space.check(reference);
    this.#exports.push({ name, of: reference });
    return this;
  }

  start(of: FunctionReference): this {
    this.#start = of;
    return this;
  }

  elements(table: TableReference, offset: Constant, items: readonly FunctionReference[]): this {
    this.#elements.push({ table, offset: this.#constant(offset), items });
    return this;
  }

  /** Bytes that are in memory from the start; answers with the index of the segment. */
  data(offset: number | Constant, bytes: Uint8Array): number {
    const constant = typeof offset === 'number' ? (code: Code): void => void code.i32(offset) : offset;
    return this.#data.push({ offset: this.#constant(constant), bytes }) - 1;
  }

  /** For `memory.init`; answers with the index of the segment. */
  passiveData(bytes: Uint8Array): number {
    return this.#data.push({ offset: undefined, bytes }) - 1;
  }

  custom(name: string, contents: Uint8Array): this {
    this.#customs.push(customSection(name, contents));
    return this;
  }

  sourceMap(url: string): this {
    this.#customs.push(sourceMapSection(url));
    return this;
  }

  build(): BuiltModule {
    const bodies = this.#functions.map(each => layOutBody(each));
    const code = bytesOf(writer =>
      writer.vector(bodies, body => {
        writer.unsigned(body.size);
        body.at = writer.length;
        writer.bytes(body.head);
        writer.bytes(body.code.bytes);
      }),
    );
    const codeSection: WrittenSection = { id: sectionIds.code, bytes: code };
    const sections = [...this.#headSections(), ...(bodies.length === 0 ? [] : [codeSection])];
    const all = [...sections, this.#nameSection(), ...this.#customs];
    const { bytes, starts } = writeSections(all);
    const codeStart = starts[all.indexOf(codeSection)] ?? 0;
    const laidOut = new Map(bodies.map(body => [body.of.code, body]));
    const startOf = (code_: Code): number => {
      const body = laidOut.get(code_);
      if (body === undefined) throw new BuilderMisuse('this belongs to another module.');
      return codeStart + body.at;
    };
    return {
      bytes,
      offsetOf: mark => {
        const start = startOf(mark.code);
        const body = laidOut.get(mark.code)!;
        return start + body.head.length + body.code.offsetOf(mark);
      },
      rangeOf: of => {
        const start = startOf(of.code);
        const { head, size } = laidOut.get(of.code)!;
        return { start, code: start + head.length, end: start + size };
      },
    };
  }

  #headSections(): readonly WrittenSection[] {
    const found: WrittenSection[] = [];
    const section = <Item>(
      id: number,
      items: readonly Item[],
      write: (writer: ByteWriter, item: Item) => void,
    ): void => {
      if (items.length === 0) return;
      found.push({ id, bytes: bytesOf(writer => writer.vector(items, item => write(writer, item))) });
    };
    const constant = (writer: ByteWriter, code: Code): void => writer.bytes(code.layOut().bytes);
    // Code may have asked for types until now: the types are written when all code is there.
    const declared = this.#functions.map(({ type }) => this.type(type));
    section(sectionIds.type, this.#types, writeFunctionType);
    section(sectionIds.import, this.#imports, writeImport);
    section(sectionIds.function, declared, (writer, type) => writer.unsigned(type));
    section(sectionIds.table, this.#tables, writeTableType);
    section(sectionIds.memory, this.#memories, writeLimits);
    section(sectionIds.global, this.#globals, (writer, { type, init }) => {
      writeGlobalType(writer, type);
      constant(writer, init);
    });
    section(sectionIds.export, this.#exports, (writer, { name, of: { kind, index } }) =>
      writeExport(writer, { name, kind, index }),
    );
    const start = this.#start;
    if (start !== undefined)
      found.push({ id: sectionIds.start, bytes: bytesOf(writer => writer.unsigned(start.index)) });
    section(sectionIds.element, this.#elements, (writer, { table, offset, items }) => {
      writer.unsigned(table.index === 0 ? 0 : 2);
      if (table.index !== 0) writer.unsigned(table.index);
      constant(writer, offset);
      if (table.index !== 0) writer.byte(0);
      writer.vector(items, item => writer.unsigned(item.index));
    });
    if (this.#data.some(({ offset }) => offset === undefined))
      found.push({ id: sectionIds.dataCount, bytes: bytesOf(writer => writer.unsigned(this.#data.length)) });
    section(sectionIds.data, this.#data, (writer, { offset, bytes }) => {
      writer.byte(offset === undefined ? 1 : 0);
      if (offset !== undefined) constant(writer, offset);
      writer.sized(bytes);
    });
    return found;
  }

  #nameSection(): WrittenSection {
    const indexed = <Value>(map: ReadonlyMap<Reference, Value>): ReadonlyMap<number, Value> =>
      new Map([...map].map(([reference, value]) => [reference.index, value]));
    return nameSection({
      ...(this.name === undefined ? {} : { module: this.name }),
      functions: indexed(this.#functionNames),
      locals: new Map(
        this.#functions
          .filter(({ localNames }) => localNames.size > 0)
          .map(({ reference, localNames }) => [reference.index, localNames]),
      ),
      globals: indexed(this.#globalNames),
    });
  }

  #newCode(): Code {
    return new Code(this.#space, type => this.type(type));
  }

  #constant(write: Constant): Code {
    const code = this.#newCode();
    write(code);
    return code;
  }
}

function layOutBody(of: FunctionBuilder) {
  const code = of.code.layOut();
  const head = bytesOf(writer =>
    writer.vector(groups(of.locals), ({ count, type }) => {
      writer.unsigned(count);
      writer.byte(typeCodes[type]);
    }),
  );
  return { of, head, code, size: head.length + code.bytes.length, at: 0 };
}

function groups(locals: readonly ValueType[]): readonly LocalGroup[] {
  const found: { count: number; type: ValueType }[] = [];
  for (const type of locals) {
    const last = found.at(-1);
    if (last?.type === type) last.count++;
    else found.push({ count: 1, type });
  }
  return found;
}
