// Looks through the past of the program: runs it again in an execution of its own, and notes where it came by.

import type { Past, PastQuery, Visit } from '../messages.js';
import { DataWatches, type WatchedLocal, type WatchedMemory } from './data-watches.js';
import type { Execution, ExecutionListener, Standing } from './execution.js';
import type { Replay } from './replay.js';

/** The end of what was to be looked through. */
export class EndOfPast extends Error {}

export interface PastParts {
  readonly query: PastQuery;
  /** Activations that are asked for; all of them when absent. */
  readonly entries?: ReadonlySet<bigint>;
  /** What is compared at statements. */
  readonly places: ReadonlyMap<string, WatchedLocal | WatchedMemory>;
  /** Puts the changes of the debugger where they were, and throws `EndOfPast` at the end. */
  readonly replay: Replay;
}

export class PastScan implements ExecutionListener {
  readonly #offsets: ReadonlySet<number> | undefined;
  readonly #counts = new Map<number, number>();
  /** A ring where the last ones are kept. */
  readonly #visits: Visit[] = [];
  /** Activations whose locals were seen: what they began with is no change. */
  readonly #seen = new Set<bigint>();
  readonly #watches = new DataWatches();
  #total = 0;
  /** The last statement, and the last one of each activation whose locals are watched. */
  #before: number | undefined;
  readonly #beforeIn = new Map<bigint, number | undefined>();
  /** The position from which on an instruction is stopped at. */
  #next: bigint;
  /** Up to here nothing is noted: no statement is armed yet, and the program runs as fast as it can. */
  #start: bigint | undefined;

  constructor(private readonly parts: PastParts) {
    const { offsets, from = 0n } = parts.query;
    for (const place of parts.places.values())
      if (place.kind === 'local') this.#beforeIn.set(place.entry, undefined);
    this.#next = from;
    // What is compared needs the values from before.
    if (from > 0n && parts.query.by === 'statement' && parts.places.size === 0) this.#start = from;
    this.#offsets = offsets === undefined ? undefined : new Set(offsets);
  }

  begin(execution: Execution): void {
    const { query, replay, places } = this.parts;
    for (const [id, place] of places) this.#watches.add(id, place, execution, []);
    replay.begin(execution);
    execution.calls.tellsStops = query.stops === true;
    if (query.stops === true) return;
    if (this.#start !== undefined) this.#runUpTo(execution, this.#start);
    else if (query.by === 'statement') this.#armStatements(execution);
    else this.#aim(execution);
  }

  /** The block that would go beyond is begun with its statements armed. */
  #runUpTo(execution: Execution, start: bigint): void {
    if (execution.used < start) {
      if (execution.limit >= start) execution.limit = start - 1n;
      return;
    }
    this.#start = undefined;
    this.#armStatements(execution);
  }

  reached(execution: Execution, standing: Standing): void {
    const { query, replay } = this.parts;
    const { site, position, entry } = standing;
    if (query.stops === true) return this.#lookForStop(execution, standing);
    const isWanted =
      query.by === 'statement' ? this.#isStatement(execution, site) : site.kind === 'instruction';
    if (isWanted && entry !== undefined && this.#isBefore(position)) this.#come(execution, standing, entry);
    replay.reached(execution, standing);
    if (this.#start !== undefined) return this.#runUpTo(execution, this.#start);
    if (query.by !== 'instruction') return;
    if (isWanted && position >= this.#next) this.#next = position + 1n;
    this.#aim(execution);
  }

  /** The replay stops elsewhere, too: where the debugger changed something between two statements. */
  #isStatement({ variant }: Execution, { kind, offset }: Standing['site']): boolean {
    return kind === 'probe' && (variant.statements.has(offset) || this.#offsets?.has(offset) === true);
  }

  /** The site behind the call of the host tells it, as it does in the run itself. */
  #lookForStop(execution: Execution, standing: Standing): void {
    const { query, replay } = this.parts;
    const { request } = execution;
    if (request !== undefined && standing.site.kind === 'return') {
      execution.request = undefined;
      const { position, site, entry = -1n } = standing;
      if (request.kind === 'stop' && this.#isBefore(position) && position >= (query.from ?? 0n))
        this.#keep({ position, offset: site.offset, entry, stop: request.stop });
    }
    replay.reached(execution, standing);
  }

  #isBefore(position: bigint): boolean {
    const { until, inclusive } = this.parts.query;
    return position < until.position || (inclusive === true && position === until.position);
  }

  left(execution: Execution): void {
    this.parts.replay.left(execution);
  }

  get past(): Past {
    const { most, keep } = this.parts.query;
    const split = keep === 'last' && this.#total > most ? this.#total % most : 0;
    return {
      visits: [...this.#visits.slice(split), ...this.#visits.slice(0, split)],
      total: this.#total,
      counts: this.#counts,
    };
  }

  #armStatements(execution: Execution): void {
    const { probes } = execution;
    if (this.#offsets === undefined || this.parts.places.size > 0) return probes.beginStep({ kind: 'all' });
    probes.setBreakpoints(new Map([...this.#offsets].map(offset => [offset, undefined])));
  }

  /** The next instruction that is asked for, or the end of what the replay is after. */
  #aim(execution: Execution): void {
    const { until } = this.parts.query;
    execution.target = this.#next < until.position ? this.#next : until.position;
  }

  #come(execution: Execution, standing: Standing, entry: bigint): void {
    const { query, entries, places } = this.parts;
    const { position, site } = standing;
    const touched = this.#watches.take(execution, standing).filter(({ id }) => this.#isChange(id, entry));
    const isMemory = touched.some(({ id }) => places.get(id)?.kind === 'memory');
    // A local is changed by its own activation alone, whatever that has called since.
    const writer = isMemory ? this.#before : this.#beforeIn.get(entry);
    this.#before = site.offset;
    if (this.#beforeIn.has(entry)) this.#beforeIn.set(entry, site.offset);
    this.#seen.add(entry);
    if (position < (query.from ?? 0n) || entries?.has(entry) === false) return;
    if (this.#offsets?.has(site.offset) === false || (query.touched === true && touched.length === 0)) return;
    this.#keep({
      position,
      offset: site.offset,
      entry,
      ...(query.depths === true ? { depth: execution.stack().length } : {}),
      ...(touched.length === 0 ? {} : { touched, ...(writer === undefined ? {} : { writer }) }),
    });
  }

  #keep(visit: Visit): void {
    const { most, keep } = this.parts.query;
    this.#counts.set(visit.offset, (this.#counts.get(visit.offset) ?? 0) + 1);
    this.#visits[this.#total++ % most] = visit;
    if (keep === 'first' && this.#total >= most) {
      this.parts.replay.leave(visit.position);
      throw new EndOfPast();
    }
  }

  #isChange(id: string, entry: bigint): boolean {
    return this.parts.places.get(id)?.kind === 'memory' || this.#seen.has(entry);
  }
}
