// What a file is that was named as a program, by what it begins with: its name may say nothing, or the wrong thing.

import { stat, type FileHandle } from 'node:fs/promises';
import { Failure, openOrdinary } from '@sonde/engine';

/** `other`: a source, as a rule. `special`: a pipe, a socket or a device. */
export type ProgramFileKind =
  | 'executable'
  | 'object'
  | 'core'
  | 'empty'
  | 'other'
  | 'folder'
  | 'special'
  | 'missing'
  | 'unreadable';

export async function programFileKind(path: string): Promise<ProgramFileKind> {
  let file: FileHandle | undefined;
  try {
    const about = await stat(path);
    if (about.isDirectory()) return 'folder';
    // A pipe must not even be opened: that waits for a writer, and what was read would be gone.
    if (!about.isFile()) return 'special';
    file = await openOrdinary(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(20), 0, 20, 0);
    return kindOfBytes(buffer.subarray(0, bytesRead));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable';
  } finally {
    await file?.close();
  }
}

/**
 * The first 20 bytes are enough (ELF specification, "ELF Header": `e_type`; "OS X ABI Mach-O File Format Reference":
 * `filetype`; "PE Format": the MS-DOS stub; "Minidump Files": the signature).
 */
export function kindOfBytes(start: Buffer): ProgramFileKind {
  if (start.length === 0) return 'empty';
  if (start.length < 20) return start.subarray(0, 4).equals(elf) ? 'executable' : 'other';
  if (start.subarray(0, 4).equals(elf))
    return elfKinds[start[5] === 2 ? start.readUInt16BE(16) : start.readUInt16LE(16)] ?? 'executable';
  if (start.toString('latin1', 0, 4) === 'MDMP') return 'core';
  if (start.toString('latin1', 0, 2) === 'MZ') return 'executable';
  const magic = start.readUInt32LE(0);
  if (machO.has(magic)) return machOKinds[start.readUInt32LE(12)] ?? 'executable';
  // Compiled Java begins with the same bytes; its version, from 45 on, stands where the number of machines does here.
  if (magic === machOForSeveral) return start.readUInt32BE(4) < 45 ? 'executable' : 'other';
  return 'other';
}

const elf = Buffer.from('\x7fELF', 'latin1');
const elfKinds: Readonly<Record<number, ProgramFileKind>> = { 1: 'object', 4: 'core' };
const machO = new Set([0xfeedface, 0xfeedfacf]);
const machOForSeveral = 0xbebafeca;
const machOKinds: Readonly<Record<number, ProgramFileKind>> = { 1: 'object', 4: 'core' };

/** What is wrong with a file of this kind as a program; undefined where it may be one. `name`: as the user wrote it. */
export function programFileProblem(name: string, kind: ProgramFileKind): Failure | undefined {
  const wrong = (message: string, next: string): Failure =>
    new Failure('bad-arguments', 'user', message, next);
  switch (kind) {
    case 'missing':
      return wrong(`there is no file ${name}.`, 'Check the name and the current folder.');
    case 'folder':
      return wrong(`${name} is a folder.`, 'Name the program in it.');
    case 'special':
      return wrong(`${name} is a pipe, a socket or a device.`, 'Name a file.');
    case 'unreadable':
      return wrong(`${name} cannot be read.`, 'Check its permissions, and those of the folders above it.');
    case 'empty':
      return wrong(`${name} is empty.`, 'Name a program.');
    case 'object':
      return wrong(
        `${name} is an object file, which is not linked yet.`,
        'Name the program it is a part of.',
      );
    case 'core':
      return wrong(
        `${name} is a core file: what a program left when it crashed. It cannot run.`,
        `Look at it with \`sonde attach --core ${name}\`, or in an editor with "core" in an attach configuration.`,
      );
    case 'executable':
    case 'other':
      return undefined;
  }
}
