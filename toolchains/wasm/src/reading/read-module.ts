// Reads a module. What is malformed is told with its offset; types of operands are not checked: engines do that.

import { ByteReader } from '../bytes/byte-reader.js';
import type { Instruction } from '../instruction.js';
import {
  sectionOrder,
  type CustomSection,
  type FunctionBody,
  type RawSection,
  type WasmModule,
} from '../module-data.js';
import { malformed, ModuleProblem, unsupported } from '../problem.js';
import type { ValueType } from '../value-types.js';
import { readInstruction, readValueType } from './read-instruction.js';
import { noNames, readNames } from './read-names.js';
import {
  readData,
  readElements,
  readExport,
  readFunctionType,
  readGlobal,
  readImport,
  readMemoryType,
  readTableType,
  readTag,
} from './read-sections.js';

export type ReadModule =
  | { readonly ok: true; readonly module: WasmModule }
  | { readonly ok: false; readonly problem: ModuleProblem };

/** Engines refuse more locals than this, so that a few bytes cannot ask for gigabytes. */
const mostLocals = 50_000;

type Draft = { -readonly [Key in keyof WasmModule]: WasmModule[Key] };

/** Never throws. Checks every instruction's encoding, and that blocks are closed. */
export function readModule(bytes: Uint8Array): ReadModule {
  try {
    const module = read(bytes);
    for (const body of module.functions) checkNesting(instructionsOf(module, body), body);
    return { ok: true, module };
  } catch (problem) {
    if (problem instanceof ModuleProblem) return { ok: false, problem };
    throw problem;
  }
}

/** The instructions of a function, its last `end` among them. */
export function instructionsOf(module: WasmModule, body: FunctionBody): readonly Instruction[] {
  const reader = new ByteReader(module.bytes, body.code, body.end);
  const found: Instruction[] = [];
  while (!reader.done) found.push(readInstruction(reader));
  return found;
}

/** The type of each local, parameters first. */
export function localTypes(module: WasmModule, body: FunctionBody): readonly ValueType[] {
  const declared = body.locals.flatMap(({ count, type }) => Array.from({ length: count }, () => type));
  return [...(module.types[body.type]?.params ?? []), ...declared];
}

function read(bytes: Uint8Array): WasmModule {
  const reader = new ByteReader(bytes);
  readHeader(reader);
  const draft: Draft = {
    bytes,
    sections: [],
    types: [],
    imports: [],
    functions: [],
    tables: [],
    memories: [],
    tags: [],
    globals: [],
    exports: [],
    elements: [],
    data: [],
    customs: [],
    names: noNames,
  };
  const sections: RawSection[] = [];
  const customs: CustomSection[] = [];
  const declared: number[] = [];
  let last = -1;
  while (!reader.done) {
    const at = reader.offset;
    const id = reader.byte('a section');
    const part = reader.part(reader.u32('the size of a section'), `section ${id}`);
    sections.push({ id, start: part.offset, end: part.end });
    if (id === 0) {
      customs.push(readCustom(part));
      continue;
    }
    const order = sectionOrder.indexOf(id);
    if (order < 0) throw malformed(at, `there is no section ${id}`);
    if (order <= last) throw malformed(at, `section ${id} is twice there or not at its place`);
    last = order;
    readSection(draft, id, part, declared);
    if (!part.done) throw malformed(part.offset, `section ${id} has bytes behind its contents`);
  }
  if (declared.length !== draft.functions.length)
    throw malformed(
      bytes.length,
      `${declared.length} functions are declared, and ${draft.functions.length} have code`,
    );
  if (draft.dataCount !== undefined && draft.dataCount !== draft.data.length)
    throw malformed(
      bytes.length,
      `${draft.dataCount} data segments are announced, ${draft.data.length} are there`,
    );
  const names = customs.find(({ name }) => name === 'name');
  return { ...draft, sections, customs, names: names === undefined ? noNames : readNames(names.bytes) };
}

function readHeader(reader: ByteReader): void {
  const magic = reader.take(Math.min(8, reader.end), 'the header');
  const expected = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
  if (expected.every((byte, index) => magic[index] === byte)) return;
  if (expected.slice(0, 4).some((byte, index) => magic[index] !== byte))
    throw malformed(0, 'this is no WebAssembly module: it does not begin with \\0asm');
  if (magic.length === 8 && magic[6] === 1) throw unsupported(4, 'the component model');
  throw malformed(4, 'the module is not of version 1');
}

function readCustom(part: ByteReader): CustomSection {
  const name = part.name('the name of a custom section');
  return { name, start: part.offset, bytes: part.bytes.subarray(part.offset, part.end) };
}

function readSection(draft: Draft, id: number, part: ByteReader, declared: number[]): void {
  switch (id) {
    case 1:
      draft.types = part.vector('types', () => readFunctionType(part));
      return;
    case 2:
      draft.imports = part.vector('imports', () => readImport(part));
      return;
    case 3:
      declared.push(...part.vector('functions', () => part.u32('the type of a function')));
      return;
    case 4:
      draft.tables = part.vector('tables', () => readTableType(part));
      return;
    case 5:
      draft.memories = part.vector('memories', () => readMemoryType(part));
      return;
    case 13:
      draft.tags = part.vector('tags', () => readTag(part));
      return;
    case 6:
      draft.globals = part.vector('globals', () => readGlobal(part));
      return;
    case 7:
      draft.exports = part.vector('exports', () => readExport(part));
      return;
    case 8:
      draft.start = part.u32('the function to start with');
      return;
    case 9:
      draft.elements = part.vector('element segments', () => readElements(part));
      return;
    case 12:
      draft.dataCount = part.u32('the number of data segments');
      return;
    case 10: {
      const imported = draft.imports.filter(({ thing }) => thing.kind === 'function').length;
      draft.functions = part.vector('functions', nth => readBody(part, imported + nth, declared[nth]));
      return;
    }
    case 11:
      draft.data = part.vector('data segments', () => readData(part));
      return;
  }
}

function readBody(part: ByteReader, index: number, type: number | undefined): FunctionBody {
  if (type === undefined) throw malformed(part.offset, `function ${index} has code and no declaration`);
  const body = part.part(part.u32('the size of a function'), `function ${index}`);
  const start = body.offset;
  let total = 0;
  const locals = body.vector('groups of locals', () => {
    const at = body.offset;
    const count = body.u32('the number of locals');
    total += count;
    if (total > mostLocals) throw malformed(at, `function ${index} has more than ${mostLocals} locals`);
    return { count, type: readValueType(body) };
  });
  return { index, type, locals, start, code: body.offset, end: body.end };
}

function checkNesting(instructions: readonly Instruction[], body: FunctionBody): void {
  let depth = 1;
  for (const { name, offset, end } of instructions) {
    if (name === 'block' || name === 'loop' || name === 'if' || name === 'try' || name === 'try_table')
      depth++;
    if (name === 'end' || name === 'delegate') depth--;
    if (depth === 0 && end !== body.end)
      throw malformed(offset, `function ${body.index} ends before its last byte`);
  }
  if (depth !== 0) throw malformed(body.end, `a block of function ${body.index} is not closed`);
}
