// Reads a compiled module. Errors say what the original tool says, and at which byte.

import { ByteCursor } from './byte-cursor.js';
import { rememberCodeOffsets } from './code-offsets.js';
import type { DebugParts } from './debug-info.js';
import { describeForeignFile } from './foreign-file.js';
import type { NgoFunction, NgoImpl, NgoImport, NgoModule, NgoTrait, NgoType } from './ngo.js';
import { NgoFailure } from './ngo-failure.js';
import { abiVersion, formatVersion, metadataVersion, ngoMagic } from './ngo-versions.js';
import { fromRawBytes } from './byte-text.js';
import { readTrailingBlocks } from './trailing-blocks.js';

export interface NgoFile extends DebugParts {
  readonly module: NgoModule;
  /** What is wrong with the blocks behind the module. They are left out then, and the program runs without them. */
  readonly problems: readonly string[];
}

const largestCode = 64 * 1024 * 1024;

/** Throws an NgoFailure. `path` is for its message; `expectedName` is what an import calls the module. */
export function readNgo(bytes: Uint8Array, path: string, expectedName?: string): NgoFile {
  const cursor = new ByteCursor(bytes, '.ngo artifact');
  readHeader(cursor, path);
  const codeOffsets: number[] = [];
  const module = readModule(cursor, codeOffsets, expectedName);
  rememberCodeOffsets(module, codeOffsets);
  const { parts, problems } = readTrailingBlocks(bytes, cursor.offset, module);
  return { module, ...parts, problems };
}

function readHeader(cursor: ByteCursor, path: string): void {
  const { bytes } = cursor;
  if (bytes.length < ngoMagic.length)
    throw new NgoFailure(
      'Truncated .ngo artifact while reading magic',
      0,
      `at byte 0 of ${bytes.length}: 4 bytes were expected`,
      describeForeignFile(bytes),
    );
  const magic = fromRawBytes(cursor.raw(ngoMagic.length, 'magic'));
  if (magic !== ngoMagic)
    throw cursor.failure(
      `Invalid .ngo artifact magic: ${path}`,
      0,
      `${JSON.stringify(magic)} where ${JSON.stringify(ngoMagic)} was expected`,
      describeForeignFile(bytes),
    );
  readVersion(cursor, 'formatVersion', 'format', formatVersion);
  readVersion(cursor, 'abiVersion', 'ABI', abiVersion);
  readVersion(cursor, 'metadataSchemaVersion', 'metadata schema', metadataVersion);
}

function readVersion(cursor: ByteCursor, field: string, what: string, known: number): void {
  const at = cursor.offset;
  const found = cursor.u32(field);
  if (found !== known)
    throw cursor.failure(`Unsupported .ngo ${what} version: ${found}`, at, `${known} was expected`);
}

function readModule(cursor: ByteCursor, codeOffsets: number[], expectedName?: string): NgoModule {
  const at = cursor.offset;
  const name = cursor.text('module.name');
  const sourceHash = cursor.text('sourceHash');
  if (expectedName !== undefined && name !== expectedName)
    throw cursor.failure(
      `Bytecode module id mismatch: ${name}, expected ${expectedName}`,
      at,
      'the file holds another module than its name says',
    );
  return {
    name,
    sourceHash,
    constants: cursor.list('constants', field => cursor.i64(field)),
    floatConstants: cursor.list('float_constants', field => cursor.f64(field)),
    strings: cursor.list('strings', field => cursor.byteText(field)),
    functions: cursor.list('functions', field => readFunction(cursor, field, codeOffsets)),
    types: cursor.list('types', field => readType(cursor, field)),
    imports: cursor.list('imports', field => readImport(cursor, field)),
    exports: readExports(cursor),
    exportTypes: cursor.textMap('exportTypeReprs'),
    traits: cursor.list('traitMetadata', field => readTrait(cursor, field)),
    impls: cursor.list('implMetadata', field => readImpl(cursor, field)),
  };
}

function readFunction(cursor: ByteCursor, field: string, codeOffsets: number[]): NgoFunction {
  const name = cursor.text(`${field}.name`);
  const numLocals = cursor.i32(`${field}.num_locals`);
  const numParams = cursor.i32(`${field}.num_params`);
  const explicitReceiver = cursor.u8(`${field}.explicit_receiver`) !== 0;
  const at = cursor.offset;
  const size = cursor.u32(`${field}.code.size`);
  if (size > largestCode)
    throw cursor.failure(
      `.ngo function code too large while reading ${field}`,
      at,
      `${size} bytes, the limit is ${largestCode}`,
    );
  codeOffsets.push(cursor.offset);
  // A copy: whoever keeps the module does not keep the file, and code is sent to another thread.
  const code = Uint8Array.from(cursor.raw(size, `${field}.code`));
  return { name, numLocals, numParams, explicitReceiver, code };
}

const readType = (cursor: ByteCursor, field: string): NgoType => ({
  name: cursor.text(`${field}.name`),
  properties: cursor.texts(`${field}.properties`),
  derivedTraits: cursor.texts(`${field}.derivedTraits`),
  variants: cursor.list(`${field}.variants`, variant => ({
    name: cursor.text(`${variant}.name`),
    payloadFields: cursor.texts(`${variant}.payloadFields`),
  })),
});

const readImport = (cursor: ByteCursor, field: string): NgoImport => ({
  module: cursor.text(`${field}.moduleName`),
  symbol: cursor.text(`${field}.symbolName`),
});

function readExports(cursor: ByteCursor): ReadonlyMap<string, number> {
  const count = cursor.count('exports', '.ngo exports too large');
  return new Map(
    cursor.rows('exports', count, field => [cursor.text(`${field}.name`), cursor.i32(`${field}.index`)]),
  );
}

const readTrait = (cursor: ByteCursor, field: string): NgoTrait => ({
  name: cursor.text(`${field}.name`),
  module: cursor.text(`${field}.moduleId`),
  typeParameters: cursor.texts(`${field}.typeParamNames`),
  superTraits: cursor.texts(`${field}.superTraits`),
  methods: cursor.textMap(`${field}.methods`),
  allMethods: cursor.textMap(`${field}.allMethods`),
});

const readImpl = (cursor: ByteCursor, field: string): NgoImpl => ({
  trait: cursor.text(`${field}.traitName`),
  target: cursor.text(`${field}.targetPattern`),
  module: cursor.text(`${field}.moduleId`),
  genericParameters: cursor.texts(`${field}.genericParamNames`),
  whereBounds: cursor.texts(`${field}.whereBounds`),
  methods: cursor.textMap(`${field}.methods`),
});
