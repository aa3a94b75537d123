// What the lens's own renderers know beyond other renderers, and the shapes they are made of.

import type { MemoryRead, RawValue } from '@sonde/engine';
import { defaultBudget } from '../budget.js';
import { wantedMemory, withMemory } from '../parts.js';
import type { ReadAnswer, ReadRequest, RenderContext } from '../renderer.js';
import type { Child, View } from '../view.js';

export interface DefaultContext extends RenderContext {
  /** 0 for the value itself, more inside the summary of another. */
  readonly depth: number;
}

/** The lens's own renderers are all generators: they yield reads and are handed the answers in the same order. */
export type Reading<Result> = Generator<readonly ReadRequest[], Result, readonly ReadAnswer[]>;
export type ViewReading = Reading<View>;
export type ChildrenReading = Reading<readonly Child[]>;

/** More of one value than this is not fetched at once for its own sake. */
export const largestLoad = 1 << 20;
/** Of a large value, what a summary needs. */
export const summaryLoad = 1 << 12;

const failedRead = (answer: ReadAnswer | undefined): string =>
  answer?.read === 'failed' ? answer.why : 'not answered';

export function* memoryOf(
  address: { readonly space: string; readonly offset: bigint },
  size: number,
): Reading<MemoryRead> {
  const [answer] = yield [{ read: 'memory', address, size }];
  return answer?.read === 'memory' ? answer.memory : { bytes: new Uint8Array(0), why: failedRead(answer) };
}

/** The texts of values, in one read. */
export function* textsOf(values: readonly RawValue[]): Reading<readonly string[]> {
  if (values.length === 0) return [];
  const answers = yield values.map(value => ({ read: 'text', value }) as const);
  return values.map((_, nth) => {
    const answer = answers[nth];
    return answer?.read === 'text' ? answer.text : `<${failedRead(answer)}>`;
  });
}

/** The value with its bytes, or as much of them as `most`; anew from its place when it is not in memory. */
export function* loaded(value: RawValue, context: RenderContext, most: number): Reading<RawValue> {
  if (value.content.kind !== 'deferred') return value;
  const wanted = wantedMemory(value, context.types);
  if (wanted !== undefined) {
    const size = Math.min(wanted.size, most);
    return withMemory(value, yield* memoryOf(wanted.address, size), size, context.types);
  }
  if (value.place === undefined || value.place.kind === 'memory')
    return { ...value, content: { kind: 'unavailable', why: 'its size is not known' } };
  const [answer] = yield [{ read: 'place', place: { place: value.place, type: value.type } }];
  if (answer?.read === 'place' && answer.value.content.kind !== 'deferred') return answer.value;
  return { ...value, content: { kind: 'unavailable', why: failedRead(answer) } };
}

/** In place of a value that cannot be had. */
export const missing = (why: string): View => ({ text: `<${why}>`, missing: true });

/** A page of a list that is known in full. */
export const pageOf = <T>(items: readonly T[], start: number, count: number): readonly T[] =>
  items.slice(Math.max(0, start), Math.max(0, start) + Math.max(0, count));

/** Texts joined until the preview is full, and a mark when that is before the end. */
export function listed(texts: readonly string[], isAll: boolean, limit: number | undefined): string {
  const shown: string[] = [];
  let length = 0;
  for (const text of texts) {
    if (limit !== undefined && shown.length > 0 && length + text.length > limit)
      return `${shown.join(', ')}, …`;
    shown.push(text);
    length += text.length + 2;
  }
  if (isAll) return shown.join(', ');
  return shown.length === 0 ? '…' : `${shown.join(', ')}, …`;
}

/** Members in a summary: all when the whole is asked for, in the bounds of what one request may list. */
export const summaryCount = (context: DefaultContext, most: number): number =>
  context.format.limit === undefined ? defaultBudget.maxPage : Math.max(4, most >> (2 * context.depth));

/** Room for the members of a summary inside its brackets. */
export const summaryRoom = (context: DefaultContext): number | undefined =>
  context.format.limit === undefined ? undefined : Math.max(16, context.format.limit - 32);
