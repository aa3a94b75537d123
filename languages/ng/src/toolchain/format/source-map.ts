// NGSM, the source map of the specification ("Debugger (DAP Adapter)", Source Map Format): to bytes and back.
//
// What the specification leaves open: all numbers are little-endian; addresses run over the functions in the order of
// their table; the name of the compile unit is not part of the layout.

import { Failure } from '@sonde/engine';
import { ByteCursor } from './byte-cursor.js';
import { ByteSink } from './byte-sink.js';
import { fromBytes, fromRawBytes, toBytes, toRawBytes } from './byte-text.js';
import type { SourceMap as SourceMapData, SourceMapEntry } from './debug-info.js';

export type { SourceMapEntry };
export type SourceMap = SourceMapData;

export const sourceMapMagic = 'NGSM';

const longestFile = 0xffff;

/** The two functions of the specification, under its names. */
export const SourceMap = {
  serialize({ entries }: SourceMapData): Uint8Array {
    const sink = new ByteSink();
    sink.raw(toRawBytes(sourceMapMagic));
    sink.list(entries, entry => {
      sink.u32(entry.bytecodeAddress);
      sink.u32(entry.sourceLine);
      sink.u32(entry.sourceColumn);
      const file = toBytes(entry.sourceFile);
      if (file.length > longestFile)
        throw new Failure(
          'bad-arguments',
          'user',
          `a source map cannot hold a path of ${file.length} bytes: ${entry.sourceFile.slice(0, 60)}….`,
        );
      sink.u16(file.length);
      sink.raw(toRawBytes(file));
    });
    return sink.result();
  },

  /** `bytes` from `offset` on; what follows is not looked at. Throws a Failure that names the byte. */
  deserialize(bytes: Uint8Array, offset = 0, compileUnitName = ''): SourceMapData {
    return readSourceMap(new ByteCursor(bytes, 'NGSM block', offset), compileUnitName);
  },
};

/** Leaves the cursor behind the block. */
export function readSourceMap(cursor: ByteCursor, compileUnitName: string): SourceMapData {
  const at = cursor.offset;
  const magic = fromRawBytes(cursor.raw(sourceMapMagic.length, 'magic'));
  if (magic !== sourceMapMagic)
    throw cursor.failure('Invalid NGSM block magic', at, `${JSON.stringify(magic)} instead of "NGSM"`);
  const files = new Map<string, string>();
  const count = cursor.count('entries');
  const entries = cursor.rows('entries', count, field => ({
    bytecodeAddress: cursor.u32(`${field}.bytecodeAddress`),
    sourceLine: cursor.u32(`${field}.sourceLine`),
    sourceColumn: cursor.u32(`${field}.sourceColumn`),
    sourceFile: readFile(cursor, `${field}.sourceFile`, files),
  }));
  return { compileUnitName, entries };
}

/** Each entry repeats the file: one text for all of them. */
function readFile(cursor: ByteCursor, field: string, known: Map<string, string>): string {
  const bytes = fromRawBytes(cursor.raw(cursor.u16(`${field}.size`), field));
  const found = known.get(bytes);
  if (found !== undefined) return found;
  const text = fromBytes(bytes);
  known.set(bytes, text);
  return text;
}
