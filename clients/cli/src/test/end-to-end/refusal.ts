// What an adapter says when it refuses a request.

import { ResponseFailure } from '@sonde/dap';
import { expect } from 'vitest';

/** The explanation for people; fails when the request was not refused. */
export async function refusal(answer: Promise<unknown>): Promise<string> {
  return (await refused(answer)).explanation;
}

/** The failure as a whole. */
export async function refused(answer: Promise<unknown>): Promise<ResponseFailure> {
  const error = await answer.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ResponseFailure);
  return error as ResponseFailure;
}
