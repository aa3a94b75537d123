// Core files looked at before LLDB does: whether it is one, whether it is whole, and which program left it.
//
// ELF specification, "ELF Header", "Program Header" and "Note Section"; core(5). What is not ELF of 64 bits in little
// endian is left to LLDB.

import type { FileHandle } from 'node:fs/promises';
import { Failure, openOrdinary } from '@sonde/engine';
import { elfIdentity, type ElfIdentity } from './elf-identity.js';

export interface CoreFile {
  /** The file that the program was started from, where it was. */
  readonly program?: string;
  /** Of the program in the core's memory, as far as that was kept. */
  readonly identity?: ElfIdentity;
  /** How many bytes there are and should be, when some are missing at the end. */
  readonly cutOff?: { readonly size: number; readonly whole: number };
}

interface Segment {
  readonly type: number;
  readonly offset: number;
  readonly address: bigint;
  readonly size: number;
}

interface MappedFile {
  readonly start: bigint;
  readonly end: bigint;
  readonly offset: bigint;
  readonly path: string;
}

const [loaded, noted] = [1, 4];
const [noteFiles, noteAuxiliary] = [0x46494c45, 6];
const [auxiliaryEntry, coreType] = [9n, 4];
/** Notes grow with threads and mappings; more than this is damage. */
const mostNotes = 256 * 1024 * 1024;

const wrong = (message: string, next: string): Failure => new Failure('bad-arguments', 'user', message, next);

export async function readCoreFile(path: string): Promise<CoreFile> {
  const file = await openOrdinary(path).catch((error: unknown) => {
    if (error instanceof Failure) throw wrong(error.message, 'Name a core file.');
    const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist' : 'cannot be read';
    throw new Failure('not-found', 'user', `the core file ${path} ${why}.`, 'Check "core".', {
      cause: error,
    });
  });
  try {
    return await coreIn(file, path, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

async function coreIn(file: FileHandle, path: string, size: number): Promise<CoreFile> {
  const header = await bytesAt(file, 0, 64);
  const magic = header.subarray(0, 4).toString('latin1');
  // A minidump, or a core of macOS.
  if (magic === 'MDMP' || magic === '\xcf\xfa\xed\xfe') return {};
  if (magic !== '\x7fELF')
    throw wrong(`${path} is not a core file.`, 'Name what the system left of a program.');
  if (header.length < 64) throw damaged(path, 'it ends within its header');
  if (header[4] !== 2 || header[5] !== 1) return {};
  if (header.readUInt16LE(16) !== coreType)
    throw wrong(`${path} is a program or a library, not a core file.`, 'Pass a program as "program".');
  const segments = await segmentsOf(file, header, path);
  const whole = Math.max(0, ...segments.map(segment => segment.offset + segment.size));
  const cutOff = whole > size ? { cutOff: { size, whole } } : {};
  const notes = await notesOf(file, segments);
  const main = mainFile(notes);
  if (main === undefined) return cutOff;
  const identity = await elfIdentity((at, length) =>
    memoryAt(file, segments, main.start + BigInt(at), length),
  );
  return { program: main.path, ...(identity === undefined ? {} : { identity }), ...cutOff };
}

async function segmentsOf(file: FileHandle, header: Buffer, path: string): Promise<readonly Segment[]> {
  const at = Number(header.readBigUInt64LE(32));
  const [each, count] = [header.readUInt16LE(54), header.readUInt16LE(56)];
  const table = await bytesAt(file, at, each * count);
  if (count === 0 || each < 56 || table.length < each * count)
    throw damaged(path, 'its table of segments is not in it');
  return Array.from({ length: count }, (_, index) => {
    const row = table.subarray(index * each);
    return {
      type: row.readUInt32LE(0),
      offset: Number(row.readBigUInt64LE(8)),
      address: row.readBigUInt64LE(16),
      size: Number(row.readBigUInt64LE(32)),
    };
  });
}

/** The notes by type; of several of one type the first, which is that of the process. */
async function notesOf(file: FileHandle, segments: readonly Segment[]): Promise<ReadonlyMap<number, Buffer>> {
  const found = new Map<number, Buffer>();
  for (const { type, offset, size } of segments) {
    if (type !== noted || size > mostNotes) continue;
    const notes = await bytesAt(file, offset, size);
    for (let at = 0; at + 12 <= notes.length;) {
      const [nameSize, dataSize] = [notes.readUInt32LE(at), notes.readUInt32LE(at + 4)];
      const kind = notes.readUInt32LE(at + 8);
      const start = at + 12 + padded(nameSize);
      if (!found.has(kind)) found.set(kind, notes.subarray(start, start + dataSize));
      at = start + padded(dataSize);
    }
  }
  return found;
}

const padded = (size: number): number => Math.ceil(size / 4) * 4;

/** The file whose code begins the program: that of the entry point, from its beginning. */
function mainFile(notes: ReadonlyMap<number, Buffer>): MappedFile | undefined {
  const entry = entryOf(notes.get(noteAuxiliary) ?? Buffer.alloc(0));
  const files = filesIn(notes.get(noteFiles) ?? Buffer.alloc(0));
  const inside = files.find(({ start, end }) => entry !== undefined && entry >= start && entry < end);
  return files.find(({ path, offset }) => path === inside?.path && offset === 0n);
}

function entryOf(auxiliary: Buffer): bigint | undefined {
  for (let at = 0; at + 16 <= auxiliary.length; at += 16) {
    if (auxiliary.readBigUInt64LE(at) === auxiliaryEntry) return auxiliary.readBigUInt64LE(at + 8);
  }
  return undefined;
}

function filesIn(note: Buffer): readonly MappedFile[] {
  if (note.length < 16) return [];
  const count = Number(note.readBigUInt64LE(0));
  if (16 + count * 24 > note.length) return [];
  const pageSize = note.readBigUInt64LE(8);
  const paths = note
    .subarray(16 + count * 24)
    .toString('utf8')
    .split('\0');
  return Array.from({ length: count }, (_, index) => {
    const at = 16 + index * 24;
    return {
      start: note.readBigUInt64LE(at),
      end: note.readBigUInt64LE(at + 8),
      offset: note.readBigUInt64LE(at + 16) * pageSize,
      path: paths[index] ?? '',
    };
  });
}

/** Fewer bytes, or none, where the core does not have them. */
async function memoryAt(
  file: FileHandle,
  segments: readonly Segment[],
  address: bigint,
  length: number,
): Promise<Buffer> {
  const found = segments.find(
    segment =>
      segment.type === loaded &&
      address >= segment.address &&
      address < segment.address + BigInt(segment.size),
  );
  if (found === undefined) return Buffer.alloc(0);
  const within = Number(address - found.address);
  return bytesAt(file, found.offset + within, Math.min(length, found.size - within));
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (!Number.isSafeInteger(position) || position < 0 || length <= 0 || length > mostNotes)
    return Buffer.alloc(0);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

const damaged = (path: string, why: string): Failure =>
  wrong(`the core file ${path} is damaged: ${why}.`, 'Let the program leave another one.');
