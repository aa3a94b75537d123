// NGDI, the block behind NGSM: what a debugger needs and NGSM lacks.
//
// Little-endian; a text is its number in the table of texts; counts are u32.
//   4 bytes "NGDI"   u32 version (3)   u32 bytes that follow
//   u32 CRC-32 of all that follows it in the block
//   u32 CRC-32 of the module, from its magic to its end     u32 CRC-32 of the NGSM block, 0 without one
//   texts: count, each u32 length and UTF-8 bytes
//   texts: compile unit, path of the source, hash of the source
//   functions: count, each text name, u32 index, u32 start, u32 end, u8 artificial, u32 first line, u32 last line,
//     locals: count, each text name, u32 slot, text type, u8 parameter, u32 from, u32 to, place of declaration
//   globals: count, each text name, u32 index, text type, place of declaration
//   statements: count, each u8 statement, u32 end line, u32 end column; as many as NGSM has entries, in their order
//   calls: count, each u32 address, text label, u32 line, u32 column, u32 end line, u32 end column
//   fields: count, each text type, text name, u32 line, u32 column
// A place of declaration is u32 line and u32 column, both 0 where it is not known; so are the lines of a function that
// nobody wrote. Version 1 has neither places of declaration nor calls nor fields, version 2 no lines of functions.

import { crc32 } from 'node:zlib';
import { ByteCursor } from './byte-cursor.js';
import { ByteSink } from './byte-sink.js';
import { toRawBytes } from './byte-text.js';
import type {
  DebugCall,
  DebugField,
  DebugFunction,
  DebugGlobal,
  DebugInfo,
  DebugLocal,
  DebugStatement,
  DeclaredAt,
} from './debug-info.js';

export const debugBlockMagic = 'NGDI';
export const debugBlockVersion = 3;

/** Of the parts that the block describes: tells whether they are still those that it was made for. */
export interface CheckSums {
  readonly module: number;
  readonly sourceMap: number;
}

export interface DebugBlock {
  readonly debug: DebugInfo;
  readonly checkSums: CheckSums;
}

export const checkSumsOf = (module: Uint8Array, sourceMap: Uint8Array | undefined): CheckSums => ({
  module: crc32(module),
  sourceMap: sourceMap === undefined ? 0 : crc32(sourceMap),
});

export function writeDebugBlock(debug: DebugInfo, checkSums: CheckSums): Uint8Array {
  const body = new ByteSink();
  const texts = new TextTable();
  const rest = new ByteSink();
  const text = (value: string): void => rest.u32(texts.numberOf(value));
  const flag = (value: boolean): void => rest.u8(value ? 1 : 0);
  const place = (declared: DeclaredAt | undefined): void => {
    rest.u32(declared?.line ?? 0);
    rest.u32(declared?.column ?? 0);
  };

  text(debug.compileUnitName);
  text(debug.sourcePath);
  text(debug.sourceHash);
  rest.list(debug.functions, f => {
    text(f.name);
    rest.u32(f.index);
    rest.u32(f.start);
    rest.u32(f.end);
    flag(f.artificial);
    rest.u32(f.extent?.line ?? 0);
    rest.u32(f.extent?.endLine ?? 0);
    rest.list(f.locals, local => {
      text(local.name);
      rest.u32(local.slot);
      text(local.type);
      flag(local.parameter);
      rest.u32(local.from);
      rest.u32(local.to);
      place(local.declared);
    });
  });
  rest.list(debug.globals, global => {
    text(global.name);
    rest.u32(global.index);
    text(global.type);
    place(global.declared);
  });
  rest.list(debug.statements, ({ statement, endLine, endColumn }) => {
    flag(statement);
    rest.u32(endLine);
    rest.u32(endColumn);
  });
  rest.list(debug.calls ?? [], call => {
    rest.u32(call.address);
    text(call.label);
    place(call);
    rest.u32(call.endLine);
    rest.u32(call.endColumn);
  });
  rest.list(debug.fields ?? [], field => {
    text(field.type);
    text(field.name);
    place(field);
  });

  body.u32(checkSums.module);
  body.u32(checkSums.sourceMap);
  body.texts(texts.all);
  body.raw(rest.result());
  const checked = body.result();
  const block = new ByteSink();
  block.raw(toRawBytes(debugBlockMagic));
  block.u32(debugBlockVersion);
  block.u32(checked.length + 4);
  block.u32(crc32(checked));
  block.raw(checked);
  return block.result();
}

/**
 * What a block at the cursor holds. A newer version is not an error: the answer says so. The cursor is left behind the
 * block as far as its length is known, also after a failure.
 */
export function readDebugBlock(cursor: ByteCursor): DebugBlock | { readonly newerVersion: number } {
  const start = cursor.offset;
  cursor.raw(debugBlockMagic.length, 'magic');
  const version = cursor.u32('version');
  const lengthAt = cursor.offset;
  const length = cursor.u32('length');
  if (length > cursor.left)
    throw cursor.failure(
      'Truncated NGDI block while reading length',
      lengthAt,
      `${length} bytes announced, ${cursor.left} are left`,
    );
  const body = new ByteCursor(cursor.bytes, cursor.subject, cursor.offset, cursor.offset + length);
  cursor.offset += length;
  if (version > debugBlockVersion) return { newerVersion: version };
  if (version === 0) throw cursor.failure('Invalid NGDI block version', start + 4, 'there is no version 0');

  const expected = body.u32('checkSum');
  const checkedAt = body.offset;
  const found = crc32(cursor.bytes.subarray(checkedAt, body.end));
  if (found !== expected)
    throw cursor.failure(
      'Damaged NGDI block',
      checkedAt,
      `the check sum of the ${body.left} bytes from here on is ${hex(found)}, not ${hex(expected)}`,
    );
  return readBody(body, version);
}

function readBody(body: ByteCursor, version: number): DebugBlock {
  const checkSums = { module: body.u32('moduleCheckSum'), sourceMap: body.u32('sourceMapCheckSum') };
  const texts = body.rows('texts', body.count('texts'), field => body.text(field));
  const text = (field: string): string => {
    const at = body.offset;
    const number = body.u32(field);
    const found = texts[number];
    if (found !== undefined) return found;
    throw body.failure('Damaged NGDI block', at, `${field} is text ${number} of ${texts.length}`);
  };
  const flag = (field: string): boolean => body.u8(field) !== 0;
  const each = <T>(field: string, read: (field: string) => T): readonly T[] =>
    body.rows(field, body.count(field), read);

  const place = (field: string): DeclaredAt => ({
    line: body.u32(`${field}.line`),
    column: body.u32(`${field}.column`),
  });
  const declared = (field: string): { readonly declared?: DeclaredAt } => {
    const found = version < 2 ? undefined : place(field);
    return found === undefined || found.line === 0 ? {} : { declared: found };
  };
  const extent = (field: string): Pick<DebugFunction, 'extent'> => {
    if (version < 3) return {};
    const found = { line: body.u32(`${field}.line`), endLine: body.u32(`${field}.endLine`) };
    return found.line === 0 ? {} : { extent: found };
  };
  const local = (field: string): DebugLocal => ({
    name: text(`${field}.name`),
    slot: body.u32(`${field}.slot`),
    type: text(`${field}.type`),
    parameter: flag(`${field}.parameter`),
    from: body.u32(`${field}.from`),
    to: body.u32(`${field}.to`),
    ...declared(`${field}.declared`),
  });
  const debug: DebugInfo = {
    compileUnitName: text('compileUnitName'),
    sourcePath: text('sourcePath'),
    sourceHash: text('sourceHash'),
    functions: each('functions', (field): DebugFunction => ({
      name: text(`${field}.name`),
      index: body.u32(`${field}.index`),
      start: body.u32(`${field}.start`),
      end: body.u32(`${field}.end`),
      artificial: flag(`${field}.artificial`),
      ...extent(field),
      locals: each(`${field}.locals`, local),
    })),
    globals: each('globals', (field): DebugGlobal => ({
      name: text(`${field}.name`),
      index: body.u32(`${field}.index`),
      type: text(`${field}.type`),
      ...declared(`${field}.declared`),
    })),
    statements: each('statements', (field): DebugStatement => ({
      statement: flag(`${field}.statement`),
      endLine: body.u32(`${field}.endLine`),
      endColumn: body.u32(`${field}.endColumn`),
    })),
  };
  if (version < 2) return { debug, checkSums };
  const calls = each('calls', (field): DebugCall => ({
    address: body.u32(`${field}.address`),
    label: text(`${field}.label`),
    ...place(field),
    endLine: body.u32(`${field}.endLine`),
    endColumn: body.u32(`${field}.endColumn`),
  }));
  const fields = each('fields', (field): DebugField => ({
    type: text(`${field}.type`),
    name: text(`${field}.name`),
    ...place(field),
  }));
  return { debug: { ...debug, calls, fields }, checkSums };
}

/** Numbers texts in the order they are first used. */
class TextTable {
  readonly #numbers = new Map<string, number>();

  get all(): readonly string[] {
    return [...this.#numbers.keys()];
  }

  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');
