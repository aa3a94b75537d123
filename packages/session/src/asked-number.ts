// A whole number in the arguments of a request of ours; the protocol's own are checked by its schema.

import { Failure } from '@sonde/engine';

/** `usual` where none is given; clients may say so with nothing in its place. */
export function numberIn(given: unknown, name: string, usual: number, most: number): number {
  if (given === undefined || given === null) return usual;
  if (typeof given === 'number' && Number.isSafeInteger(given) && given >= 0 && given <= most) return given;
  throw new Failure('bad-arguments', 'user', `"${name}" must be a whole number from 0 to ${most}.`);
}
