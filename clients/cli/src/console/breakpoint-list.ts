// The breakpoints of this console: numbered for people, sent to the adapter in whole groups as the protocol wants it.

import { basename } from 'node:path';
import type { Breakpoint, DapClient, EventBody } from '@sonde/dap';
import { shortPath } from '../diagnostics.js';

export type Wanted =
  | { readonly kind: 'source'; readonly path: string; readonly line: number }
  | { readonly kind: 'function'; readonly name: string }
  | {
      readonly kind: 'data';
      readonly dataId: string;
      readonly text: string;
      readonly access: 'read' | 'write' | 'readWrite';
    };

export interface Entry {
  readonly number: number;
  readonly wanted: Wanted;
  readonly condition?: string;
  readonly logMessage?: string;
  readonly temporary: boolean;
  /** Gone at the next stop, wherever that is. */
  readonly untilNextStop?: true;
  /** What the adapter made of it, once it was asked. */
  set?: Breakpoint;
  /** Of a watched expression: what it was when it was last looked at. */
  lastValue?: string;
}

export type NewEntry = Omit<Entry, 'number' | 'set' | 'lastValue'>;

export class BreakpointList {
  #entries: Entry[] = [];
  #next = 1;
  /** Exception filters that are on; undefined until the adapter's defaults are known. */
  #filters: ReadonlySet<string> | undefined;

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** Adds one and sets it; answers with what became of it. */
  async add(client: DapClient, wanted: NewEntry): Promise<Entry> {
    const entry: Entry = { ...wanted, number: this.#next++ };
    this.#entries.push(entry);
    try {
      await this.#send(client, wanted.wanted);
    } catch (error) {
      this.#entries = this.#entries.filter(other => other !== entry);
      throw error;
    }
    return entry;
  }

  /** Where a function begins: the adapter tells when a breakpoint is set there, which is taken back at once. */
  async locateFunction(client: DapClient, name: string): Promise<Breakpoint | undefined> {
    const probe: Entry = { number: 0, wanted: { kind: 'function', name }, temporary: true };
    this.#entries.push(probe);
    try {
      await this.#send(client, probe.wanted);
    } finally {
      await this.remove(client, [probe]);
    }
    return probe.set;
  }

  async remove(client: DapClient, entries: readonly Entry[]): Promise<void> {
    this.#entries = this.#entries.filter(entry => !entries.includes(entry));
    for (const entry of entries) await this.#send(client, entry.wanted);
  }

  /** Takes out of the list without a word to the adapter, for places that no longer exist. */
  forget(keep: (entry: Entry) => boolean): readonly Entry[] {
    const gone = this.#entries.filter(entry => !keep(entry));
    this.#entries = this.#entries.filter(keep);
    return gone;
  }

  /** Sets everything on a new connection. */
  async sendAll(client: DapClient): Promise<void> {
    const sent = new Set<string>();
    for (const { wanted } of this.#entries) {
      const group = wanted.kind === 'source' ? wanted.path : wanted.kind;
      if (sent.has(group)) continue;
      sent.add(group);
      await this.#send(client, wanted);
    }
    await this.sendFilters(client);
  }

  /** What the adapter says is on by default, until someone chose. */
  filters(client: DapClient): ReadonlySet<string> {
    const offered = client.capabilities.exceptionBreakpointFilters ?? [];
    return (
      this.#filters ?? new Set(offered.filter(filter => filter.default === true).map(filter => filter.filter))
    );
  }

  async chooseFilters(client: DapClient, filters: ReadonlySet<string>): Promise<void> {
    this.#filters = filters;
    await this.sendFilters(client);
  }

  async sendFilters(client: DapClient): Promise<void> {
    if ((client.capabilities.exceptionBreakpointFilters ?? []).length === 0) return;
    await client.request('setExceptionBreakpoints', { filters: [...this.filters(client)] });
  }

  /** The entries that a stop names. */
  hit(ids: readonly number[]): readonly Entry[] {
    return this.#entries.filter(({ set }) => set?.id !== undefined && ids.includes(set.id));
  }

  /** Takes news from the adapter; answers with the entry if something changed that people want to know. */
  changed({ breakpoint }: EventBody<'breakpoint'>): Entry | undefined {
    const entry = this.#entries.find(({ set }) => set?.id !== undefined && set.id === breakpoint.id);
    if (entry === undefined) return undefined;
    const before = entry.set;
    // Where it is stays known until told anew; why it was not set does not.
    const known = Object.entries(before ?? {}).filter(([key]) => key !== 'message');
    entry.set = { ...Object.fromEntries(known), ...breakpoint };
    return before?.verified === breakpoint.verified && before.line === breakpoint.line ? undefined : entry;
  }

  async #send(client: DapClient, like: Wanted): Promise<void> {
    const group = this.#entries.filter(({ wanted }) => inSameGroup(wanted, like));
    const { breakpoints } = await this.#request(client, like, group);
    group.forEach((entry, index) => {
      const set = breakpoints[index];
      if (set !== undefined) entry.set = set;
    });
  }

  #request(client: DapClient, like: Wanted, group: readonly Entry[]) {
    switch (like.kind) {
      case 'source':
        return client.request('setBreakpoints', {
          source: { path: like.path, name: basename(like.path) },
          breakpoints: group.map(entry => ({
            line: entry.wanted.kind === 'source' ? entry.wanted.line : 0,
            ...textsOf(entry),
          })),
        });
      case 'function':
        return client.request('setFunctionBreakpoints', {
          breakpoints: group.map(entry => ({
            name: entry.wanted.kind === 'function' ? entry.wanted.name : '',
            ...textsOf(entry),
          })),
        });
      case 'data':
        return client.request('setDataBreakpoints', {
          breakpoints: group.flatMap(entry =>
            entry.wanted.kind === 'data'
              ? [{ dataId: entry.wanted.dataId, accessType: entry.wanted.access, ...textsOf(entry) }]
              : [],
          ),
        });
    }
  }
}

const inSameGroup = (a: Wanted, b: Wanted): boolean =>
  a.kind === b.kind && (a.kind !== 'source' || b.kind !== 'source' || a.path === b.path);

const textsOf = ({ condition, logMessage }: Entry) => ({
  ...(condition === undefined ? {} : { condition }),
  ...(logMessage === undefined ? {} : { logMessage }),
});

/** `prog.x:12`, `function main`, `watch of n`; the place it was really set at where that is known. */
export function placeOf({ wanted, set }: Entry): string {
  switch (wanted.kind) {
    case 'source':
      return `${shortPath(set?.source?.path ?? wanted.path)}:${set?.line ?? wanted.line}`;
    case 'function': {
      const where =
        set?.source?.path === undefined ? '' : ` at ${shortPath(set.source.path)}:${set.line ?? '?'}`;
      return `function ${wanted.name}${where}`;
    }
    case 'data':
      return `${wanted.access === 'write' ? 'writes to' : wanted.access === 'read' ? 'reads of' : 'reads and writes of'} ${wanted.text}`;
  }
}

/** One line about a breakpoint: what, where, whether it works and if not why. */
export function describeEntry(entry: Entry): string {
  const kind =
    entry.wanted.kind === 'data'
      ? 'Watchpoint'
      : entry.logMessage !== undefined
        ? 'Log point'
        : entry.temporary
          ? 'Temporary breakpoint'
          : 'Breakpoint';
  const condition = entry.condition === undefined ? '' : ` if ${entry.condition}`;
  const place =
    entry.wanted.kind === 'function'
      ? `on ${placeOf(entry)}`
      : entry.wanted.kind === 'data'
        ? `on ${placeOf(entry)}`
        : `at ${placeOf(entry)}`;
  const head = `${kind} ${entry.number} ${place}${condition}`;
  const { set } = entry;
  if (set === undefined || set.verified)
    return set?.message === undefined || set.message === '' ? head : `${head} (${set.message})`;
  const why = set.message === undefined || set.message === '' ? '' : `: ${set.message}`;
  return set.reason === 'pending' ? `${head}, not bound yet${why}` : `${head}, not set${why}`;
}
