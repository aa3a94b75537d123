// Reads that are renderings themselves: those of all siblings are one piece of work, whose results each takes in turn.

import type { ReadAnswer, ReadRequest } from './renderer.js';

type RenderedRead = Extract<ReadRequest, { read: 'rendered' }>;
/** What the reader answers; the others are renderings themselves. */
export type PlainRead = Exclude<ReadRequest, { read: 'text' | 'rendered' }>;

export const isText = (read: ReadRequest): read is Extract<ReadRequest, { read: 'text' }> =>
  read.read === 'text';
export const isWhole = (read: ReadRequest): read is RenderedRead =>
  read.read === 'rendered' && read.instead === true;
export const isPart = (read: ReadRequest): read is RenderedRead =>
  read.read === 'rendered' && read.instead !== true;

/** One piece of work for many, whose results are taken in order. */
export function shared<Wanted>(
  wanted: readonly Wanted[],
  work: (wanted: readonly Wanted[]) => Promise<readonly ReadAnswer[]>,
): () => Promise<ReadAnswer> {
  const all = wanted.length === 0 ? Promise.resolve([]) : work(wanted);
  let next = 0;
  return async () => {
    const nth = next++;
    return (await all)[nth] ?? { read: 'failed', why: 'not answered' };
  };
}
