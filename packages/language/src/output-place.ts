// Where the result of a compiler goes: looked at before it works, because others' words about it would be taken for a mistake of ours.

import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Failure } from '@sonde/engine';

/** `name` is the place as the user wrote it. */
export async function requireWritable(path: string, name: string): Promise<void> {
  const existing = await look(path, name);
  if (existing?.isDirectory() === true) throw cannotWrite(name, 'it is a folder');
  if (existing !== undefined) {
    await requireAccess(path, name, 'it may not be written');
    return;
  }
  const folder = dirname(path);
  const around = await look(folder, name);
  if (around === undefined) throw cannotWrite(name, `the folder ${folder} does not exist`);
  if (!around.isDirectory()) throw cannotWrite(name, `${folder} is not a folder`);
  await requireAccess(folder, name, `the folder ${folder} may not be written`);
}

const troubles: Readonly<Record<string, string>> = {
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'a folder on its path may not be read',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its path leads round in a circle',
};

async function look(path: string, name: string) {
  try {
    return await stat(path);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw cannotWrite(name, troubles[code] ?? message);
  }
}

async function requireAccess(path: string, name: string, otherwise: string): Promise<void> {
  try {
    await access(path, constants.W_OK);
  } catch {
    throw cannotWrite(name, otherwise);
  }
}

export const cannotWrite = (name: string, why: string): Failure =>
  new Failure('bad-arguments', 'user', `${name} cannot be written: ${why}.`, 'Name another file with -o.');
