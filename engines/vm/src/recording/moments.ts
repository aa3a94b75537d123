// What happened when, noted while the program runs: stops, output, errors, input, changes of the debugger.

import {
  threadId,
  type Moment,
  type StopReason,
  type SymbolIndex,
  type TimelineQuery,
  type TimePosition,
} from '@sonde/engine';
import type { Instant } from './instant.js';

/** As it is kept: places are looked up by whoever asks. */
export type NotedMoment = { readonly at: Instant; readonly address: number | undefined } & (
  | { readonly kind: 'entry' }
  | { readonly kind: 'stop'; readonly task: number; readonly reason: StopReason['kind'] }
  | { readonly kind: 'output'; readonly stream: string; readonly text: string }
  | { readonly kind: 'exception'; readonly task: number; readonly name: string; readonly message: string }
  | { readonly kind: 'call'; readonly task: number; readonly name: string; readonly depth: number }
  | { readonly kind: 'input'; readonly text: string }
  | { readonly kind: 'edit'; readonly text: string }
  | { readonly kind: 'exit'; readonly code: number }
);

/** More of them are thinned out, the oldest output first. */
const mostMoments = 50_000;
const longestText = 200;

/** As text, where it is some; the beginning is enough. */
export function outputText(data: string | Uint8Array): string {
  if (typeof data === 'string') return data;
  try {
    const text = new TextDecoder('utf-8', { fatal: true });
    return text.decode(data.subarray(0, 4 * longestText), { stream: true });
  } catch {
    return `${data.length} bytes`;
  }
}

export class Moments {
  #all: NotedMoment[];
  /** Lines of output that are no longer kept. */
  #dropped = 0;

  constructor(all: readonly NotedMoment[] = []) {
    this.#all = [...all];
  }

  get all(): readonly NotedMoment[] {
    return this.#all;
  }

  get dropped(): number {
    return this.#dropped;
  }

  add(moment: NotedMoment): void {
    this.#all.push('text' in moment ? { ...moment, text: moment.text.slice(0, longestText) } : moment);
    if (this.#all.length > mostMoments) this.#thin();
  }

  /** For a branch that begins at a moment. */
  cutAt(moment: Instant): Moments {
    const cut = new Moments();
    cut.#all = this.#all.filter(({ at }) => at.time <= moment.time && at.edits <= moment.edits);
    cut.#dropped = this.#dropped;
    return cut;
  }

  /** Every other line of output goes, and of anything else what is older by far. */
  #thin(): void {
    let nth = 0;
    const kept = this.#all.filter(({ kind }) => kind !== 'output' || nth++ % 2 === 0);
    const fits = kept.length > mostMoments * 0.9 ? kept.slice(-mostMoments / 2) : kept;
    this.#dropped += this.#all.length - fits.length;
    this.#all = fits;
  }
}

/** Those that somebody asked for, and how many there are. */
export function chosenMoments(
  moments: readonly NotedMoment[],
  query: TimelineQuery,
): { readonly chosen: readonly NotedMoment[]; readonly total: number } {
  const { kinds, from, to, limit, thin } = query;
  const wanted = moments.filter(
    ({ kind, at }) =>
      (kinds === undefined ? kind !== 'call' : kinds.includes(kind)) &&
      (from === undefined || at.time >= from.step) &&
      (to === undefined || at.time <= to.step),
  );
  const most = Math.max(0, limit);
  if (wanted.length <= most) return { chosen: wanted, total: wanted.length };
  if (thin !== true) return { chosen: wanted.slice(0, most), total: wanted.length };
  const step = (wanted.length - 1) / Math.max(1, most - 1);
  return {
    chosen: Array.from({ length: most }, (_, nth) => wanted[Math.round(nth * step)]!),
    total: wanted.length,
  };
}

export function momentOf(
  noted: NotedMoment,
  position: (at: Instant) => TimePosition,
  symbols: SymbolIndex,
): Moment {
  const location = noted.address === undefined ? undefined : symbols.locationAt(noted.address);
  const common = { at: position(noted.at), ...(location === undefined ? {} : { location }) };
  switch (noted.kind) {
    case 'entry':
      return { ...common, kind: 'entry' };
    case 'stop':
      return { ...common, kind: 'stop', thread: threadId(noted.task), reason: noted.reason };
    case 'output':
      return { ...common, kind: 'output', stream: noted.stream, text: noted.text };
    case 'exception': {
      const { name, message } = noted;
      return { ...common, kind: 'exception', thread: threadId(noted.task), name, message };
    }
    case 'call':
      return {
        ...common,
        kind: 'call',
        thread: threadId(noted.task),
        name: noted.name,
        depth: noted.depth,
      };
    case 'input':
      return { ...common, kind: 'input', text: noted.text };
    case 'edit':
      return { ...common, kind: 'edit', text: noted.text };
    case 'exit':
      return { ...common, kind: 'exit', code: noted.code };
  }
}
