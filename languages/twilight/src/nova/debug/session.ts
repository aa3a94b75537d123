// A debug session: one client attached to one transaction, with its breakpoints, filters and references.

import type { LoggedEntry, ProbeHandler, WatchedPlace } from '@sonde/engine-wasm';
import type { TwilightValue } from '../../toolchain/values/value.js';
import type { EmittedEvent } from '../host/host-run.js';
import { hexOf } from '../hex.js';
import type { StorageWatch } from '../machine/stop-wishes.js';
import { SessionLogs } from './session-logs.js';
import { isFiltered, usualFilters, type Stop, type StopFilters } from './stop.js';
import type { DebugTarget, TargetListener } from './target.js';

export interface ShownValue {
  readonly name: string;
  /** As `.meta` names it. */
  readonly type: string;
  readonly value: TwilightValue;
}

/** Something that `getVariables` can be asked about, until the transaction goes on. */
export type VariablesReference =
  | { readonly kind: 'scope'; readonly frameId: number; readonly scope: 'locals' | 'globals' | 'storage' }
  | { readonly kind: 'value'; readonly of: ShownValue };

export class Session implements TargetListener {
  readonly breakpoints = new Map<number, ProbeHandler | undefined>();
  watches: readonly StorageWatch[] = [];
  readonly watchedMemory = new Map<string, WatchedPlace>();
  /** All that is watched besides storage. */
  readonly #data = new Set<string>();
  #lastData = 0;
  filters: StopFilters = usualFilters;
  readonly #references: VariablesReference[] = [];
  readonly #logs: SessionLogs;

  constructor(
    readonly id: string,
    readonly target: DebugTarget,
    readonly stopsOnEntry: boolean,
    private readonly notify: (method: string, params: object) => void,
  ) {
    this.#logs = new SessionLogs(target, params => this.#tell('logged', params));
  }

  /** A handler with the client's numbers, as the engine gets it. */
  handler(given: ProbeHandler): ProbeHandler {
    const { counter, log } = given;
    return {
      ...given,
      ...(counter === undefined ? {} : { counter: { ...counter, id: `${this.id}:${counter.id}` } }),
      ...(log === undefined ? {} : { log: { ...log, id: this.#logs.numberOf(log.id) } }),
    };
  }

  get watchCount(): number {
    return this.#data.size;
  }

  /** Answers with its id; throws a Failure where that cannot be watched. */
  async watch(place: WatchedPlace): Promise<string> {
    const id = `${this.id}:d${++this.#lastData}`;
    await this.target.watch(id, place);
    this.#data.add(id);
    if (place.kind === 'memory') this.watchedMemory.set(id, place);
    return id;
  }

  async unwatch(id: string): Promise<void> {
    if (!this.#data.delete(id)) return;
    this.watchedMemory.delete(id);
    await this.target.unwatch(id);
  }

  async unwatchAll(): Promise<void> {
    for (const id of [...this.#data]) await this.unwatch(id);
  }

  watchesEnded(ended: readonly string[]): void {
    const ids = ended.filter(id => this.#data.delete(id));
    if (ids.length > 0) this.#tell('watchesEnded', { ids });
  }

  ownsLog(log: number): boolean {
    return this.#logs.owns(log);
  }

  logged(entries: readonly LoggedEntry[], taken: () => void): void {
    this.#logs.logged(entries, taken);
  }

  /** The client has dealt with all up to this number. */
  tookLogs(number: number): void {
    this.#logs.took(number);
  }

  /** Nobody deals with what was logged any more. */
  release(): void {
    this.#logs.took(Infinity);
  }

  /** Of this session's counters. */
  #passed(all: ReadonlyMap<string, number> | undefined): object {
    const prefix = `${this.id}:`;
    const own = [...(all ?? [])].filter(([id]) => id.startsWith(prefix));
    return own.length === 0
      ? {}
      : { passed: Object.fromEntries(own.map(([id, count]) => [id.slice(prefix.length), count])) };
  }

  get stopsOnEvents(): boolean {
    return this.filters.event;
  }

  wants({ reason, hitBreakpoints, storage, data }: Stop): boolean {
    if (isFiltered(reason)) return this.filters[reason];
    if (hitBreakpoints !== undefined) return hitBreakpoints.some(offset => this.breakpoints.has(offset));
    if (storage !== undefined) return this.watches.some(({ id }) => id === storage.id);
    if (data !== undefined) return data.some(({ id }) => this.#data.has(id));
    return true;
  }

  stopped(stop: Stop): void {
    this.#references.length = 0;
    this.#tell('stopped', this.told(stop));
  }

  /** As a client is told. */
  told({ gasUsed, passed, ...rest }: Stop): object {
    const limit = this.target.call?.gasLimit ?? 0n;
    return {
      ...rest,
      ...this.#passed(passed),
      gasUsed: String(gasUsed),
      gasLeft: String(limit > gasUsed ? limit - gasUsed : 0n),
    };
  }

  continued(): void {
    this.#references.length = 0;
    this.#tell('continued', {});
  }

  output(text: string): void {
    this.#tell('output', { text });
  }

  event({ topics, data }: EmittedEvent): void {
    this.#tell('event', { topics, data });
  }

  terminated(how: object): void {
    this.#references.length = 0;
    this.release();
    this.#tell('terminated', { ...how, ...this.#passed(this.target.passed) });
  }

  /** Counts from 1: 0 is no reference. */
  refer(reference: VariablesReference): number {
    return this.#references.push(reference);
  }

  referred(number: number): VariablesReference | undefined {
    return this.#references[number - 1];
  }

  #tell(method: string, params: object): void {
    this.notify(method, { sessionId: this.id, ...params });
  }
}

/** Ids are the session's own, so that two of them may watch the same key. */
export const watchId = (session: Session, key: Uint8Array, isPrefix: boolean): string =>
  `${session.id}:${hexOf(key)}${isPrefix ? '*' : ''}`;
