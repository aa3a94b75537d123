// Shapes for renderers: lists, texts and values that stand for others, made as the lens makes its own.

import type { Address, RawValue, TypeId } from '@sonde/engine';
import { elementsView as arrayElements } from './defaults/array-view.js';
import {
  listed,
  loaded as loadedValue,
  largestLoad,
  memoryOf,
  missing,
  summaryCount,
  summaryRoom,
  textsOf,
  type ChildrenReading,
  type DefaultContext,
  type Reading,
} from './defaults/default-context.js';
import { withRaw as rawBehind } from './defaults/engine-view.js';
import { addressView } from './defaults/pointer-view.js';
import { decodedText } from './defaults/text-array.js';
import { inMemory, sizeOf } from './parts.js';
import type { RenderContext } from './renderer.js';
import { quotedPreview } from './scalar-text.js';
import type { Child, Children, View } from './view.js';

/** What renderers are really given; their contract does not promise it. */
const whole = (context: RenderContext): DefaultContext => ({ depth: 0, ...context });

/** The value with its bytes. */
export const loaded = (value: RawValue, context: RenderContext): Reading<RawValue> =>
  loadedValue(value, context, largestLoad);

/** A view in the place of a value that cannot be had. */
export const missingView = (why: string): View => missing(why);

/** Elements that lie one behind the other in memory. */
export function* elementsView(
  elements: { readonly address: Address; readonly element: TypeId; readonly count: number },
  context: RenderContext,
): Reading<View> {
  if (elements.count === 0) return { text: '[]' };
  const stride = sizeOf(elements.element, context.types);
  if (stride === undefined || stride === 0) return { text: `[…] (${elements.count})` };
  const value = inMemory(elements.element, elements.address);
  return yield* arrayElements({ ...elements, value, stride }, whole(context));
}

/** A list of children that are found page by page, with a preview of the first. */
export function* listView(
  list: {
    readonly count: number;
    /** What encloses the preview: `[]` of a list, `{}` of entries. */
    readonly brackets?: '[]' | '{}';
    readonly page: (start: number, count: number) => Reading<readonly Child[]>;
    /** How a child looks in the preview; its value when absent. */
    readonly part?: (name: string, text: string) => string;
  },
  context: RenderContext,
): Reading<View> {
  const { count, page, part = (_, text) => text } = list;
  const [open, close] = list.brackets ?? '[]';
  if (count === 0) return { text: `${open}${close}` };
  const first = yield* page(0, Math.min(count, summaryCount(whole(context), 32)));
  const real = first.flatMap(child => ('view' in child ? [] : [child]));
  const texts = yield* textsOf(real.map(child => child.value));
  const parts = real.map(({ name }, nth) => part(name, texts[nth] ?? '…'));
  const isAll = real.length === count;
  const inside = listed(parts, isAll, summaryRoom(whole(context)));
  const isCut = !isAll || inside.endsWith(', …');
  const children: Children = {
    named: 0,
    indexed: count,
    *list(filter, start, wanted): ChildrenReading {
      if (filter === 'named' || start >= count) return [];
      return yield* page(start, Math.min(wanted, count - start));
    },
  };
  return { text: `${open}${inside}${close}${isCut ? ` (${count})` : ''}`, children };
}

/** A text of that many units of `unit` bytes. */
export function* textOfUnits(
  address: Address,
  count: number,
  unit: number,
  context: RenderContext,
): Reading<string> {
  const { limit } = context.format;
  const wanted = Math.min(count, limit === undefined ? largestLoad / unit : limit + 1);
  const read = yield* memoryOf(address, wanted * unit);
  if (read.bytes.length < wanted * unit && read.bytes.length < unit)
    return count === 0 ? '""' : `<unreadable: ${read.why ?? 'not mapped'}>`;
  return textOfBytes(read.bytes, count, unit, context);
}

/** The same of bytes that are there already, of all or of the first of them. */
export function textOfBytes(bytes: Uint8Array, count: number, unit: number, context: RenderContext): string {
  const text = decodedText(bytes.subarray(0, count * unit), unit, context.littleEndian);
  const isWhole = bytes.length >= count * unit;
  return quotedPreview(text, isWhole ? text.length : Math.max(count, text.length + 1), context.format.limit);
}

/** The view with, behind its children, the fields that the value is really made of. */
export const withRaw = (view: View, value: RawValue, context: RenderContext): View => ({
  ...view,
  children: rawBehind(view.children, value, whole(context)),
});

/** What a pointer shows that leads there: the address and a line of what is there, whose members become its own. */
export const pointingAt = (address: Address, target: TypeId, context: RenderContext): Reading<View> =>
  addressView(address, target, whole(context));

/** Children with more behind them, which exist only in the view or elsewhere. */
export function withMore(children: Children | undefined, more: readonly Child[]): Children {
  const own: Children = children ?? { named: 0, indexed: 0, list: () => [] };
  return {
    named: own.named + more.length,
    indexed: own.indexed,
    *list(filter, start, count): ChildrenReading {
      const others = (filter === 'indexed' ? 0 : own.named) + (filter === 'named' ? 0 : own.indexed);
      const page = start < others ? own.list(filter, start, Math.min(count, others - start)) : [];
      const found = 'next' in page ? yield* page : page;
      if (filter === 'indexed') return found;
      return [...found, ...more.slice(Math.max(0, start - others), Math.max(0, start + count - others))];
    },
  };
}

/** The view of another value, in the place of the one that is shown. */
export function* viewInstead(value: RawValue): Reading<View> {
  const [answer] = yield [{ read: 'rendered', value, instead: true }];
  return answer?.read === 'rendered' ? answer.view : missing('not answered');
}

/** Named children that are all there is. */
export const namedChildren = (children: readonly Child[]): Children => ({
  named: children.length,
  indexed: 0,
  list: (filter, start, count) => (filter === 'indexed' ? [] : children.slice(start, start + count)),
});
