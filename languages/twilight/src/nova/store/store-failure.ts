// What LevelDB says when it fails, in words, with what can be done.

import { Failure, type FailureCode } from '@sonde/engine';

interface Cause {
  readonly code: FailureCode;
  readonly text: string;
  readonly next: string;
}

const room =
  'Nothing of the transaction was kept. Make room, raise the limit, or begin a store elsewhere with --store.';

const causes: readonly (readonly [RegExp, Cause])[] = [
  [
    /LEVEL_LOCKED|already held by process|Resource temporarily unavailable/,
    {
      code: 'no-resources',
      text: 'another process uses it.',
      next: 'End that nova, or choose another folder with --store.',
    },
  ],
  [
    /File too large|EFBIG/,
    { code: 'no-resources', text: 'a file may not grow beyond the limit of this process.', next: room },
  ],
  [/No space left|ENOSPC/, { code: 'no-resources', text: 'the disk is full.', next: room }],
  [
    /Disk quota|EDQUOT/,
    { code: 'no-resources', text: 'this user may not use more of the disk.', next: room },
  ],
  [
    /Permission denied|EACCES|EPERM|Read-only|EROFS/,
    {
      code: 'no-resources',
      text: 'this user may not write there.',
      next: 'Choose another folder with --store.',
    },
  ],
  [
    /ENOTDIR|Not a directory|EEXIST/,
    {
      code: 'bad-arguments',
      text: 'a part of the path is not a folder.',
      next: 'Choose another folder with --store.',
    },
  ],
  [
    /LEVEL_CORRUPTION|Corruption|CURRENT file|missing files/,
    {
      code: 'unreadable',
      text: 'its files are damaged.',
      next: 'Put a copy of the folder back, or save what can be read: nova check --repair.',
    },
  ],
];

export function storeFailure(place: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  const text = chainOf(error);
  const [, cause] = causes.find(([pattern]) => pattern.test(text)) ?? [];
  const { code, next } = cause ?? { code: 'no-resources' as const, next: 'Look at the folder and its disk.' };
  const what = cause?.text ?? `${text}.`;
  return new Failure(code, 'environment', `the store ${place} cannot be used: ${what}`, next, {
    cause: error,
  });
}

/** Codes and messages of an error and of what caused it. */
function chainOf(error: unknown): string {
  const parts: string[] = [];
  for (let each = error; each instanceof Error && parts.length < 10; each = each.cause)
    parts.push('code' in each ? `${String(each.code)} ${each.message}` : each.message);
  return parts.length === 0 ? String(error) : parts.join(': ');
}
