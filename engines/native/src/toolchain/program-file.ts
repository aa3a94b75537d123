// Files of programs: their one name, and whether they are compiled already.

import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Failure, openOrdinary, requireOrdinary } from '@sonde/engine';

/** The path as debug information and editors will both spell it: absolute, without links. */
export async function canonicalPath(program: string, cwd: string): Promise<string> {
  const path = resolve(cwd, program);
  try {
    const real = await realpath(path);
    // A compiler would wait for a pipe, and never be done with a device.
    await requireOrdinary(real);
    return real;
  } catch (error) {
    if (error instanceof Failure) throw new Failure('bad-arguments', 'user', error.message, error.next);
    throw new Failure('not-found', 'user', `${path} does not exist.`, 'Check the path of the program.');
  }
}

/** By its first bytes, since an executable may have any name: ELF, or Mach-O of 64 bits or for several machines. */
export async function isExecutable(path: string): Promise<boolean> {
  const file = await openOrdinary(path);
  try {
    const start = Buffer.alloc(4);
    await file.read(start, 0, 4, 0);
    return start.equals(Buffer.from([0x7f, 0x45, 0x4c, 0x46])) || machO.has(start.readUInt32BE(0));
  } catch (error) {
    throw new Failure('bad-arguments', 'user', `${path} cannot be read as a program.`, 'Name a file.', {
      cause: error,
    });
  } finally {
    await file.close();
  }
}

const machO = new Set([0xcffaedfe, 0xfeedfacf, 0xcafebabe]);
