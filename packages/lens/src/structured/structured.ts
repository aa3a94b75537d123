// Structured views: values drawn as what they are by clients that can, made of what the lens shows of them anyway.

import { type Address, type StopReader, type TypeTable } from '@sonde/engine';
import type { Lens } from '../lens-view.js';
import type { Shown, StructuredView } from '../view.js';
import { graphOf } from './graph.js';
import { isLate, isRecord, members, viewLimits, type Look, type ViewLimits } from './look.js';
import { tableOf } from './table.js';

export interface StructuredRequest {
  readonly lens: Lens;
  readonly types: TypeTable;
  readonly reader: StopReader;
  /** Values that are looked at, the first ones; the others are shown as text only. */
  readonly most: number;
  /** For all of them together, in milliseconds. */
  readonly withinMs: number;
  readonly limits?: Partial<ViewLimits>;
  readonly signal?: AbortSignal;
}

/** One for each value that has one, in the same order. Rejects only when the stop is over or the request cancelled. */
export async function structuredViews(
  shown: readonly Shown[],
  { most, withinMs, limits, ...request }: StructuredRequest,
): Promise<readonly (StructuredView | undefined)[]> {
  const look: Look = {
    ...request,
    limits: { ...viewLimits, ...limits },
    deadline: performance.now() + withinMs,
    opened: new Map(),
  };
  const views: (StructuredView | undefined)[] = [];
  let looked = 0;
  for (const value of shown) {
    const isPlain = value.structured === undefined && value.children === undefined;
    const view = isPlain || looked >= most || isLate(look) ? undefined : await viewOf(look, value);
    if (!isPlain) looked++;
    views.push(view);
  }
  return views;
}

async function viewOf(look: Look, shown: Shown): Promise<StructuredView | undefined> {
  if (shown.structured !== undefined) return shown.structured;
  const bytes = bytesOf(look.types, shown);
  if (bytes !== undefined) return { kind: 'hex', ...bytes };
  if (!isRecord(shown)) return tableOf(look, shown);
  // Who ran out of time may have been about to find a graph.
  return (await graphOf(look, shown)) ?? (isLate(look) ? undefined : recordOf(look, shown));
}

/** Members of a tagged value say too little without the tag, and a single one no more than the text does. */
async function recordOf(look: Look, shown: Shown): Promise<StructuredView | undefined> {
  if (shown.raw !== undefined && look.types.resolve(shown.raw.type).kind === 'variant') return undefined;
  const fields = await members(look, shown);
  if (fields.length < 2) return undefined;
  return { kind: 'record', fields: fields.map(({ name, text }) => ({ name, text })) };
}

/** A list of bytes that lies in memory and is not read as text. */
function bytesOf(
  types: TypeTable,
  { raw, memory, text }: Shown,
): { address: Address; size: number } | undefined {
  const type = raw === undefined ? undefined : types.resolve(raw.type);
  if (type?.kind !== 'array' || memory === undefined || !text.startsWith('[')) return undefined;
  const element = types.resolve(type.element);
  if (element.kind !== 'integer' || element.size !== 1 || element.signed) return undefined;
  const size = type.size ?? type.count;
  return size === undefined || size === 0 ? undefined : { address: memory, size };
}
