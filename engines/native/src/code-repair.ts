// Takes out of a living program the breakpoints that an LLDB left in it which was killed: met without a debugger, each
// would end the program.

import { open, readFile, type FileHandle } from 'node:fs/promises';
import { openOrdinary } from '@sonde/engine';

/** `int3`, one byte (Intel's manual, "INT n/INTO/INT3/INT1"). */
const trap = 0xcc;
const pieceSize = 1 << 20;

interface CodeMapping {
  readonly start: number;
  readonly end: number;
  readonly offset: number;
  readonly path: string;
}

/** Where memory has a trap that the file of the code does not have, the file's byte is put back. Answers how many. */
export async function removeTraps(processId: number): Promise<number> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 0;
  const memory = await open(`/proc/${processId}/mem`, 'r+').catch(() => undefined);
  if (memory === undefined) return 0;
  let removed = 0;
  try {
    for (const mapping of await codeOf(processId)) removed += await repair(memory, mapping).catch(() => 0);
    for (const start of await checksOf(processId)) await switchOff(memory, start).catch(() => undefined);
  } finally {
    await memory.close();
  }
  return removed;
}

/** What memory of ours begins with that checks of conditions lie in, before their switch (bridge/in_program/near_memory.py). */
const sign = Buffer.from("Sonde's checks\0\0", 'latin1');

/** Starts of memory that may be ours. */
async function checksOf(processId: number): Promise<readonly number[]> {
  const maps = await readFile(`/proc/${processId}/maps`, 'utf8').catch(() => '');
  return [...maps.matchAll(/^([0-9a-f]+)-[0-9a-f]+ rwxp 00000000 00:00 0 *$/gm)].map(([, start = '']) =>
    Number.parseInt(start, 16),
  );
}

/** From now on nothing is checked there, and so nobody comes to where LLDB has left a trap. */
async function switchOff(memory: FileHandle, start: number): Promise<void> {
  const { buffer } = await memory.read(Buffer.alloc(sign.length), 0, sign.length, start);
  if (buffer.equals(sign)) await memory.write(Buffer.of(0), 0, 1, start + sign.length);
}

/** Code that comes from files. What was changed in memory for good reasons is told from a trap by its bytes. */
async function codeOf(processId: number): Promise<readonly CodeMapping[]> {
  const maps = await readFile(`/proc/${processId}/maps`, 'utf8').catch(() => '');
  return [...maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) r-xp ([0-9a-f]+) \S+ \d+ +(\/.+)$/gm)].map(
    ([, start = '', end = '', offset = '', path = '']) => ({
      start: Number.parseInt(start, 16),
      end: Number.parseInt(end, 16),
      offset: Number.parseInt(offset, 16),
      path,
    }),
  );
}

async function repair(memory: FileHandle, { start, end, offset, path }: CodeMapping): Promise<number> {
  const file = await openOrdinary(path);
  let removed = 0;
  try {
    for (let at = 0; at < end - start; at += pieceSize) {
      const size = Math.min(pieceSize, end - start - at);
      const now = await memory.read(Buffer.alloc(size), 0, size, start + at);
      const built = await file.read(Buffer.alloc(size), 0, size, offset + at);
      const common = Math.min(now.bytesRead, built.bytesRead);
      for (let index = 0; index < common; index++) {
        if (now.buffer[index] !== trap || built.buffer[index] === trap) continue;
        await memory.write(built.buffer, index, 1, start + at + index);
        removed++;
      }
    }
  } finally {
    await file.close();
  }
  return removed;
}
