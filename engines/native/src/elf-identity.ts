// What tells one build of a program from another: the build id that the linker wrote, or at least the shape of its header.

import { openOrdinary } from '@sonde/engine';

export interface ElfIdentity {
  /** In hexadecimal digits; absent when the linker wrote none, or it cannot be read. */
  readonly buildId?: string;
  /** Entry point, and number of segments. */
  readonly shape: string;
}

/** Reads bytes from a position of the file; fewer where there are no more. */
export type ReadBytes = (position: number, length: number) => Promise<Buffer>;

const noted = 4;
const buildIdNote = 3;
const mostSegments = 1_000;
const longestNotes = 64 * 1024;

/** Of an ELF file of 64 bits in little endian; undefined for anything else (ELF specification, "ELF Header"). */
export async function elfIdentity(read: ReadBytes): Promise<ElfIdentity | undefined> {
  const header = await read(0, 64);
  if (header.length < 64 || header.readUInt32BE(0) !== 0x7f454c46 || header[4] !== 2 || header[5] !== 1)
    return undefined;
  const at = Number(header.readBigUInt64LE(32));
  const [each, count] = [header.readUInt16LE(54), header.readUInt16LE(56)];
  const shape = `${header.readBigUInt64LE(24)} ${count}`;
  if (each < 56 || count > mostSegments) return { shape };
  const table = await read(at, each * count);
  for (let row = 0; row + 56 <= table.length; row += each) {
    if (table.readUInt32LE(row) !== noted) continue;
    const size = Number(table.readBigUInt64LE(row + 32));
    if (size > longestNotes) continue;
    const buildId = buildIdIn(await read(Number(table.readBigUInt64LE(row + 8)), size));
    if (buildId !== undefined) return { buildId, shape };
  }
  return { shape };
}

export async function elfIdentityOf(path: string): Promise<ElfIdentity | undefined> {
  const file = await openOrdinary(path);
  try {
    return await elfIdentity(async (position, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    });
  } finally {
    await file.close();
  }
}

/** Whether they can be of one build. Where one has no build id, only a different shape is a proof. */
export const mayBeSame = (one: ElfIdentity, other: ElfIdentity): boolean =>
  one.buildId !== undefined && other.buildId !== undefined
    ? one.buildId === other.buildId
    : one.shape === other.shape;

function buildIdIn(notes: Buffer): string | undefined {
  for (let at = 0; at + 12 <= notes.length;) {
    const [nameSize, dataSize] = [notes.readUInt32LE(at), notes.readUInt32LE(at + 4)];
    const start = at + 12 + Math.ceil(nameSize / 4) * 4;
    const isGnu = notes.toString('latin1', at + 12, at + 15) === 'GNU';
    if (isGnu && notes.readUInt32LE(at + 8) === buildIdNote && start + dataSize <= notes.length)
      return notes.toString('hex', start, start + dataSize);
    at = start + Math.ceil(dataSize / 4) * 4;
  }
  return undefined;
}
