// Problems of the object graph as Failures.

import type { HeapProblem, HeapProblemCode } from '@sonde/heap';
import { Failure, type FailureCode } from './failure.js';

const codes: Readonly<Record<HeapProblemCode, FailureCode>> = {
  truncated: 'unreadable',
  corrupt: 'unreadable',
  foreign: 'unreadable',
  version: 'unreadable',
  unreadable: 'not-found',
  'too-large': 'no-resources',
  refused: 'bad-arguments',
  absent: 'not-found',
  cancelled: 'cancelled',
};

/** Known by its name, so that who has no heap need not load the class. */
export const isHeapProblem = (error: unknown): error is HeapProblem =>
  error instanceof Error && error.name === 'HeapProblem';

/** Anything else is passed through. */
export function heapFailure(error: unknown): unknown {
  if (!isHeapProblem(error)) return error;
  const blame = error.code === 'too-large' ? 'environment' : 'user';
  return new Failure(codes[error.code], blame, error.message, error.next, { cause: error });
}
