// How structured views look at values: through the lens, as a client would, within bounds of number and time.

import type { StopReader, TypeTable } from '@sonde/engine';
import type { Lens } from '../lens-view.js';
import type { Shown } from '../view.js';

/** How much one view may show; what there is beyond is counted. */
export interface ViewLimits {
  readonly rows: number;
  readonly columns: number;
  readonly nodes: number;
  readonly fields: number;
  /** Longest text of a cell or a label. */
  readonly text: number;
}

/** What clients are promised at most. */
export const viewLimits: ViewLimits = { rows: 100, columns: 20, nodes: 60, fields: 64, text: 80 };

export interface Look {
  readonly lens: Lens;
  readonly types: TypeTable;
  readonly reader: StopReader;
  readonly limits: ViewLimits;
  /** By `performance.now()`; nothing is begun after it. */
  readonly deadline: number;
  readonly signal?: AbortSignal;
  readonly opened: Map<Shown, Promise<readonly Shown[]>>;
}

export const isLate = ({ deadline }: Look): boolean => performance.now() > deadline;

/** Members that are part of the value: what renderers add for people to read is not. Opened once, however many ask. */
export function members(look: Look, shown: Shown): Promise<readonly Shown[]> {
  let opened = look.opened.get(shown);
  if (opened === undefined) {
    opened = listed(look, shown, 'named', look.limits.fields).then(all =>
      all.filter(({ hint, raw }) => raw !== undefined && hint?.kind !== 'virtual'),
    );
    look.opened.set(shown, opened);
  }
  return opened;
}

export const elements = (look: Look, shown: Shown, count: number): Promise<readonly Shown[]> =>
  listed(look, shown, 'indexed', count);

async function listed(
  { lens, reader, limits, signal }: Look,
  shown: Shown,
  filter: 'named' | 'indexed',
  count: number,
): Promise<readonly Shown[]> {
  const known = shown.children?.[filter] ?? 0;
  if (known === 0 || count <= 0) return [];
  const request = { filter, start: 0, count: Math.min(known, count) };
  return lens.expand(shown, request, reader, { limit: limits.text }, signal);
}

/** Made of named members, as opposed to a list or a plain value. */
export const isRecord = ({ children }: Shown): boolean =>
  children !== undefined && children.named > 0 && children.indexed === 0;
