// Writes and opens index files: one read of the whole file, checksums, and the columns lie in memory as they are used.

import { endianness } from 'node:os';
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { HeapAnalysis } from '../analysis/analysis.js';
import { HeapProblem } from '../contract/problem.js';
import {
  analysisOf,
  columnOf,
  contentOf,
  headerOf,
  headerText,
  indexMagic,
  indexVersion,
  prefixLength,
  sectionAlignment,
  typeOfColumn,
  type SectionEntry,
} from '../formats/index-format.js';
import { writeWhole } from './whole-file.js';

const aligned = (offset: number): number => Math.ceil(offset / sectionAlignment) * sectionAlignment;
const mostHeader = 512 * 1024 * 1024;

export async function writeIndex(analysis: HeapAnalysis, path: string): Promise<void> {
  requireLittleEndian();
  const { columns, facts, reached } = contentOf(analysis);
  const bodies = Object.entries(columns).map(([name, column]) => ({
    name,
    type: typeOfColumn(column),
    length: column.length,
    bytes: new Uint8Array(column.buffer, column.byteOffset, column.byteLength),
  }));
  const entriesFrom = (begin: number): readonly SectionEntry[] => {
    let offset = begin;
    return bodies.map(({ name, type, length, bytes }) => {
      const entry = { name, type, offset, length, crc: crc32(bytes) };
      offset = aligned(offset + bytes.length);
      return entry;
    });
  };
  // The header names offsets, and its length moves them: room for the longest numbers is left.
  const draft = headerText({ sections: entriesFrom(0), facts, reached });
  const room = Buffer.byteLength(draft) + bodies.length * 16;
  const begin = aligned(prefixLength + room);
  const sections = entriesFrom(begin);
  const header = Buffer.alloc(begin - prefixLength, ' ');
  header.write(headerText({ sections, facts, reached }));
  const prefix = Buffer.alloc(prefixLength);
  prefix.write(indexMagic, 'latin1');
  prefix.writeUInt32LE(indexVersion, 8);
  prefix.writeUInt32LE(header.length, 12);
  prefix.writeUInt32LE(crc32(header), 16);
  await writeWhole(path, async write => {
    await write(prefix);
    await write(header);
    let end = begin;
    for (const [nth, { bytes }] of bodies.entries()) {
      const { offset } = sections[nth]!;
      await write(new Uint8Array(offset - end));
      await write(bytes);
      end = offset + bytes.length;
    }
  });
}

/** Columns are used as they lie in the file. */
function requireLittleEndian(): void {
  if (endianness() !== 'LE')
    throw new HeapProblem(
      'refused',
      'index files exist only on little-endian machines.',
      'Use the snapshot itself.',
    );
}

export const isIndex = (beginning: Uint8Array): boolean =>
  Buffer.from(beginning.subarray(0, indexMagic.length)).toString('latin1') === indexMagic;

export async function readIndex(handle: FileHandle, name: string): Promise<HeapAnalysis> {
  requireLittleEndian();
  const { size } = await handle.stat();
  const prefix = await readAt(handle, 0, Math.min(prefixLength, size));
  if (!isIndex(prefix)) throw new HeapProblem('foreign', `${name} is not an index of a heap.`);
  if (size < prefixLength) throw cutOff(name, size);
  const view = Buffer.from(prefix.buffer);
  const version = view.readUInt32LE(8);
  if (version !== indexVersion)
    throw new HeapProblem(
      'version',
      `${name} is an index of version ${version}; this one reads version ${indexVersion}.`,
      'Open the snapshot that it was made of and write it again with --save.',
    );
  const headerLength = view.readUInt32LE(12);
  if (headerLength > mostHeader) throw damaged(name, 'its header');
  if (prefixLength + headerLength > size) throw cutOff(name, size);
  const headerBytes = await readAt(handle, prefixLength, headerLength);
  if (crc32(headerBytes) !== view.readUInt32LE(16)) throw damaged(name, 'its header');
  const header = headerOf(new TextDecoder().decode(headerBytes), size, name);
  const columns = Object.fromEntries(
    await Promise.all(
      header.sections.map(async section => {
        const bytes = await readAt(handle, section.offset, section.length * widthOf(section));
        if (crc32(bytes) !== section.crc) throw damaged(name, `its section "${section.name}"`);
        return [section.name, columnOf(bytes.buffer, section, section.offset)] as const;
      }),
    ),
  );
  return analysisOf({ columns, facts: header.facts, reached: header.reached }, name);
}

const widthOf = ({ type }: SectionEntry): number => ({ u8: 1, u32: 4, f64: 8 })[type];

async function readAt(handle: FileHandle, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  // Not filled with zeros first, which would cost as much as a part of the reading; every byte is read or it fails.
  const bytes = new Uint8Array(Buffer.allocUnsafeSlow(length).buffer);
  for (let done = 0; done < length;) {
    const { bytesRead } = await handle.read(bytes, done, Math.min(length - done, 1 << 28), offset + done);
    if (bytesRead === 0) throw new HeapProblem('truncated', 'the file became shorter while it was read.');
    done += bytesRead;
  }
  return bytes;
}

const cutOff = (name: string, size: number): HeapProblem =>
  new HeapProblem(
    'truncated',
    `${name} is cut off: it ends at byte ${size}, within its header.`,
    'Write it again with --save.',
  );

const damaged = (name: string, what: string): HeapProblem =>
  new HeapProblem(
    'corrupt',
    `${name} is damaged: the checksum of ${what} is wrong.`,
    'Write it again with --save.',
  );
