// Why a file cannot be written, and what to do about it.

import { dirname } from 'node:path';
import { Failure } from '@sonde/engine';

/** `name` as the user gave it, `path` where it leads. */
export function writeFailure(error: unknown, name: string, path: string): Failure {
  const { code, message } = error as NodeJS.ErrnoException;
  const options = { cause: error };
  const folder = dirname(path);
  switch (code) {
    case 'ENOENT':
      return new Failure(
        'not-found',
        'user',
        `cannot write ${name}: there is no folder ${folder}.`,
        `Make it first: mkdir -p ${folder}`,
        options,
      );
    case 'ENOTDIR':
      return new Failure(
        'bad-arguments',
        'user',
        `cannot write ${name}: ${folder} is not a folder.`,
        'Choose another file.',
        options,
      );
    case 'EISDIR':
      return new Failure('bad-arguments', 'user', `${name} is a folder.`, 'Name a file in it.', options);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new Failure(
        'bad-arguments',
        'user',
        `cannot write ${name}: this user may not.`,
        'Choose another file, or change its permissions or those of its folder.',
        options,
      );
    default:
      return new Failure(
        'bad-arguments',
        'environment',
        `cannot write ${name}: ${message}.`,
        'Choose another file.',
        options,
      );
  }
}
