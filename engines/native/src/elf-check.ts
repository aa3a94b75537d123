// Whether a file can be started on this machine: it is a program, all of it is there, and it is for this processor.
//
// ELF specification, "ELF Header", "Program Header", "Section Header"; elf(5).

import { stat, type FileHandle } from 'node:fs/promises';
import { openOrdinary } from '@sonde/engine';

/** What is wrong with it and what to do, as two sentences. */
export interface ElfProblem {
  readonly message: string;
  readonly next: string;
}

const noProgram: ElfProblem = {
  message: 'is not an executable of this machine.',
  next: 'Name a program that a compiler made.',
};

/** By the numbers that the specification gives them. */
const machines: Readonly<Record<number, string>> = {
  ...{ 3: 'i386', 8: 'MIPS', 20: 'PowerPC', 21: 'PowerPC 64', 22: 'S/390', 40: 'ARM', 62: 'x86-64' },
  ...{ 183: 'AArch64', 243: 'RISC-V', 258: 'LoongArch' },
};

/** What Node calls this machine → the machines whose programs run here, its own first. */
const here: Readonly<Record<string, readonly number[]>> = {
  x64: [62, 3],
  ia32: [3],
  arm64: [183, 40],
  arm: [40],
  riscv64: [243],
  loong64: [258],
  s390x: [22],
  ppc64: [21],
};

/** Kinds of files that can be started: linked to a place of its own, or to any. */
const programs = [2, 3];
const [loaded, interpreter] = [1, 3];
/** Sections that take no room in the file. */
const noBits = 8;
/** More than any table has; a damaged header may ask for anything. */
const longestRead = 16 * 1024 * 1024;

export async function elfProblem(
  path: string,
  architecture: string = process.arch,
): Promise<ElfProblem | undefined> {
  const file = await openOrdinary(path);
  try {
    const { size } = await file.stat();
    const header = await bytesAt(file, 0, 64);
    if (header.length < 52 || header.readUInt32BE(0) !== 0x7f454c46) return noProgram;
    const read = reader(header[4] === 2, header[5] === 2);
    // What else it may be is told where programs are chosen.
    if (!programs.includes(read.half(header, 16))) return noProgram;
    const other = foreign(read.half(header, 18), architecture);
    if (other !== undefined || (read.is64 && header.length < 64)) return other ?? cutOff(size, 64);
    return await missingParts(file, header, read, size);
  } finally {
    await file.close();
  }
}

const cutOff = (size: number, whole: number): ElfProblem => ({
  message: `is cut off: it has ${size} bytes of ${whole}.`,
  next: 'Build or copy it again.',
});

function foreign(machine: number, architecture: string): ElfProblem | undefined {
  const fitting = here[architecture];
  if (fitting === undefined || fitting.includes(machine)) return undefined;
  const [its, ours] = [machine, fitting[0]!].map(number => machines[number] ?? `machine ${number}`);
  return {
    message: `is a program for ${its}, and this machine is ${ours}.`,
    next: 'Name one that was built for this machine, or debug it where it runs: `sonde attach --remote`.',
  };
}

/** The system maps what is missing as nothing, so that such a program starts and dies of it. */
async function missingParts(
  file: FileHandle,
  header: Buffer,
  read: Reader,
  size: number,
): Promise<ElfProblem | undefined> {
  const { is64 } = read;
  const segments = {
    at: read.word(header, is64 ? 32 : 28),
    each: read.half(header, is64 ? 54 : 42),
    count: read.half(header, is64 ? 56 : 44),
  };
  const sections = {
    at: read.word(header, is64 ? 40 : 32),
    each: read.half(header, is64 ? 58 : 46),
    count: read.half(header, is64 ? 60 : 48),
  };
  if (segments.count === 0 || segments.each < (is64 ? 56 : 32)) return noProgram;
  const ends = [segments, sections].map(({ at, each, count }) => (count === 0 ? 0 : at + each * count));
  if (Math.max(...ends) > size) return cutOff(size, Math.max(...ends));
  let loader: string | undefined;
  for (const row of rowsOf(await tableOf(file, segments), segments.each)) {
    const [type, offset] = [read.int(row, 0), read.word(row, is64 ? 8 : 4)];
    const length = read.word(row, is64 ? 32 : 16);
    if (type === loaded || type === interpreter) ends.push(offset + length);
    if (type === interpreter) loader = textIn(await bytesAt(file, offset, Math.min(length, 4096)));
  }
  if (sections.each >= (is64 ? 64 : 40)) {
    for (const row of rowsOf(await tableOf(file, sections), sections.each)) {
      if (read.int(row, 4) !== noBits)
        ends.push(read.word(row, is64 ? 24 : 16) + read.word(row, is64 ? 32 : 20));
    }
  }
  const whole = Math.max(...ends);
  if (whole > size) return cutOff(size, whole);
  if (loader === undefined || loader === '' || (await stat(loader).catch(() => undefined)) !== undefined)
    return undefined;
  return {
    message: `needs ${loader} to start, which is not on this machine.`,
    next: 'Install the libraries it was built for, or build it here.',
  };
}

interface Table {
  readonly at: number;
  readonly each: number;
  readonly count: number;
}

const tableOf = (file: FileHandle, { at, each, count }: Table): Promise<Buffer> =>
  bytesAt(file, at, each * count);

function rowsOf(table: Buffer, each: number): readonly Buffer[] {
  return Array.from({ length: Math.floor(table.length / each) }, (_, index) =>
    table.subarray(index * each, (index + 1) * each),
  );
}

const textIn = (bytes: Buffer): string => bytes.toString('utf8').replace(/\0[^]*$/, '');

interface Reader {
  readonly is64: boolean;
  half(from: Buffer, at: number): number;
  int(from: Buffer, at: number): number;
  /** As wide as an address. */
  word(from: Buffer, at: number): number;
}

function reader(is64: boolean, bigEndian: boolean): Reader {
  const int = (from: Buffer, at: number): number =>
    bigEndian ? from.readUInt32BE(at) : from.readUInt32LE(at);
  return {
    is64,
    half: (from, at) => (bigEndian ? from.readUInt16BE(at) : from.readUInt16LE(at)),
    int,
    word: (from, at) => {
      if (!is64) return int(from, at);
      return Number(bigEndian ? from.readBigUInt64BE(at) : from.readBigUInt64LE(at));
    },
  };
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (!Number.isSafeInteger(position) || length <= 0) return Buffer.alloc(0);
  const most = Math.min(length, longestRead);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, position);
  return buffer.subarray(0, bytesRead);
}
