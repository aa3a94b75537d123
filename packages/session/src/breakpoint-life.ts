// Breakpoints over the life of a session: set when a program is loaded, chosen by nobody until a client chooses, told
// to those who own them, and at rest when they are spent.

import { sourceKey, type Engine, type Resolution, type Stop } from '@sonde/engine';
import { isForOneStop, restsUntilNextRun } from './breakpoints/breakpoint-modes.js';
import type { Owned } from './breakpoints/breakpoint-table.js';
import type { Client } from './clients/client.js';
import { changeSensible } from './breakpoints/sensible-breakpoints.js';
import type { DebugSession } from './debug-session.js';
import { announce } from './events/event-translation.js';

/** Owner of the breakpoints that no client asked for; clients count from 1. */
const nobody = 0;

export class BreakpointLife {
  #filtersChosen = false;
  /** Clients that have said which exceptions they want, though it be none. */
  readonly #choosers = new Set<number>();
  /** Names of clients that were lost and may come back, by their numbers; what they set stays until somebody takes over. */
  readonly #gone = new Map<number, string>();

  constructor(private readonly session: DebugSession) {}

  /** A program is there and does not run yet. */
  async programLoaded(engine: Engine): Promise<void> {
    const { breakpoints, builtSources, gate, language } = this.session;
    const specs = breakpoints.specs();
    if (specs.length === 0) return;
    const sources = new Map(
      specs.flatMap(({ where }) =>
        where.kind === 'source' ? [[sourceKey(where.source), where.source] as const] : [],
      ),
    );
    for (const source of sources.values()) await builtSources.look(source);
    const changed = breakpoints.update(await changeSensible(engine, language, specs, []));
    gate.push({ kind: 'breakpoints', resolutions: changed.map(entry => entry.resolution) });
  }

  /** A client that never speaks of exceptions gets what the language thinks sensible. */
  async programBegins(engine: Engine): Promise<void> {
    if (this.#filtersChosen) return;
    const { breakpoints, language } = this.session;
    const wanted = language.exceptionFilters.filter(f => f.default);
    const specs = wanted.map(f => ({ where: { kind: 'exception' as const, filter: f.id } }));
    const { set } = breakpoints.replace(nobody, { kind: 'exception' }, specs);
    if (set.length > 0) breakpoints.update(await engine.changeBreakpoints(set, []));
  }

  /** The launcher has said which exceptions it wants; the language's own choice no longer counts. */
  async exceptionFiltersChosen(by: Client): Promise<void> {
    if (this.session.circle.isGuest(by)) return;
    this.#filtersChosen = true;
    this.#choosers.add(by.id);
    for (const owner of [nobody, ...this.#gone.keys()]) await this.#drop(owner, isFilter);
  }

  /** For people: whose breakpoint it is. */
  ownerName(owner: number): string {
    const { circle, language } = this.session;
    if (owner === nobody) return language.name;
    return (
      [...circle].find(client => client.id === owner)?.name ?? this.#gone.get(owner) ?? `client ${owner}`
    );
  }

  /** The client is gone, and what it set stays. */
  orphan({ id, name }: Client): void {
    this.#gone.set(id, name);
    this.session.breakpointNews.changed();
  }

  /**
   * Somebody has taken over and set what it wants: what was kept for it goes. Exceptions that the lost client stopped at
   * are stopped at until the new one speaks of them.
   */
  async dropOrphans(taker: Client): Promise<void> {
    const speaks = this.#choosers.has(taker.id);
    for (const owner of [...this.#gone.keys()]) {
      if (speaks) this.#gone.delete(owner);
      await this.#drop(owner, entry => speaks || !isFilter(entry));
    }
  }

  dropThoseOf(owner: number): Promise<void> {
    return this.#drop(owner, () => true);
  }

  async #drop(owner: number, which: (entry: Owned) => boolean): Promise<void> {
    const { breakpoints, loadedEngine } = this.session;
    const removed = breakpoints.removeOwner(owner, which);
    if (removed.length > 0) await loadedEngine?.changeBreakpoints([], removed);
  }

  tell(resolutions: readonly Resolution[]): void {
    const { breakpoints, breakpointNews, circle } = this.session;
    breakpoints.update(resolutions);
    // What is said of a breakpoint may change although it is where it was.
    breakpointNews.changed();
    for (const { id } of resolutions) {
      const entry = breakpoints.get(id);
      // Parts of one that the client knows are not known to it.
      if (entry === undefined || entry.partOf !== undefined) continue;
      for (const client of circle)
        if (client.id === entry.owner) announce.breakpoint(this.session, client, entry);
    }
  }

  /** Breakpoints for one stop had theirs; the engine has removed them. */
  restAfter(stop: Stop): void {
    const hits = stop.threads.flatMap(t => t.reasons.flatMap(r => ('hits' in r ? r.hits : [])));
    const spent = hits.filter(id => {
      const entry = this.session.breakpoints.get(id);
      return entry !== undefined && isForOneStop(entry.spec);
    });
    const resting = spent.map(id => ({
      id,
      state: 'pending' as const,
      sites: [],
      message: restsUntilNextRun,
    }));
    if (resting.length > 0) this.tell(resting);
  }
}

const isFilter = ({ spec }: Owned): boolean => spec.where.kind === 'exception';
