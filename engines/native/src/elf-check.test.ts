import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { elfProblem } from './elf-check.js';

/** The test itself runs in one; only there is a program that is sure to be whole. */
const program = process.execPath;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonde-elf-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function written(bytes: Buffer): Promise<string> {
  const path = join(folder, 'program');
  await writeFile(path, bytes);
  return path;
}

/** A program of 64 bits with one segment and no sections: enough to be looked at. */
function small(changes: (bytes: Buffer) => void = () => undefined): Buffer {
  const bytes = Buffer.alloc(64 + 56 + 16);
  bytes.write('\x7fELF\x02\x01\x01', 'latin1');
  bytes.writeUInt16LE(2, 16);
  bytes.writeUInt16LE(62, 18);
  bytes.writeBigUInt64LE(64n, 32);
  bytes.writeUInt16LE(56, 54);
  bytes.writeUInt16LE(1, 56);
  bytes.writeUInt32LE(1, 64);
  bytes.writeBigUInt64LE(BigInt(bytes.length), 64 + 32);
  changes(bytes);
  return bytes;
}

describe.skipIf(process.platform !== 'linux')('a program that is about to be started', () => {
  it('is taken when it is whole and for this machine', async () => {
    expect(await elfProblem(program)).toBeUndefined();
    expect(await elfProblem(await written(small()), 'x64')).toBeUndefined();
  });

  it('is refused when its end is missing', async () => {
    const whole = small();
    const path = await written(whole.subarray(0, whole.length - 1));
    expect(await elfProblem(path, 'x64')).toMatchObject({
      message: `is cut off: it has ${whole.length - 1} bytes of ${whole.length}.`,
    });
  });

  it('is refused when its sections are missing', async () => {
    const bytes = await readFile(program);
    const path = await written(bytes.subarray(0, bytes.length - 100));
    expect((await elfProblem(path))?.message).toMatch(/^is cut off/);
  });

  it.each([
    [0, 'is not an executable of this machine.'],
    [3, 'is not an executable of this machine.'],
    [60, 'is cut off'],
  ])('is refused when only %i bytes of it are there', async (length, message) => {
    expect((await elfProblem(await written(small().subarray(0, length)), 'x64'))?.message).toContain(message);
  });

  it('is refused when it is for another machine, by the names of both', async () => {
    const path = await written(small(bytes => bytes.writeUInt16LE(183, 18)));
    expect((await elfProblem(path, 'x64'))?.message).toBe(
      'is a program for AArch64, and this machine is x86-64.',
    );
    expect(await elfProblem(path, 'arm64')).toBeUndefined();
  });

  it('is refused when it is for a machine of the other byte order', async () => {
    const path = await written(
      small(bytes => {
        bytes[5] = 2;
        bytes.writeUInt16BE(2, 16);
        bytes.writeUInt16BE(22, 18);
      }),
    );
    expect((await elfProblem(path, 'x64'))?.message).toContain('a program for S/390');
  });

  it('is refused when what loads it is not there', async () => {
    const path = await written(
      small(bytes => {
        bytes.writeUInt32LE(3, 64);
        bytes.writeBigUInt64LE(120n, 64 + 8);
        bytes.writeBigUInt64LE(16n, 64 + 32);
        bytes.write('/no/such/loader\0', 120);
      }),
    );
    expect((await elfProblem(path, 'x64'))?.message).toBe(
      'needs /no/such/loader to start, which is not on this machine.',
    );
  });

  it('is refused when it is not one: a core file, an object file, a text', async () => {
    const kind = (number: number) => written(small(bytes => bytes.writeUInt16LE(number, 16)));
    for (const path of [await kind(4), await kind(1), await written(Buffer.from('#!/bin/sh\n'.repeat(20)))])
      expect((await elfProblem(path))?.message).toContain('is not an executable');
  });
});
