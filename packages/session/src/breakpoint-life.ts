// Breakpoints over the life of a session: set when a program is loaded, chosen by nobody until a client chooses, told
// to those who own them, and at rest when they are spent.

import { sourceKey, type Engine, type Resolution, type Stop } from '@sonde/engine';
import { isForOneStop, restsUntilNextRun } from './breakpoint-modes.js';
import type { Client } from './client.js';
import { changeSensible } from './condition-syntax.js';
import type { DebugSession } from './debug-session.js';
import { announce } from './event-translation.js';

/** Owner of the breakpoints that no client asked for; clients count from 1. */
const nobody = 0;

export class BreakpointLife {
  #filtersChosen = false;

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
    const { circle, breakpoints, loadedEngine } = this.session;
    if (circle.isGuest(by)) return;
    this.#filtersChosen = true;
    const removed = breakpoints.removeOwner(nobody);
    if (removed.length > 0) await loadedEngine?.changeBreakpoints([], removed);
  }

  tell(resolutions: readonly Resolution[]): void {
    const { breakpoints, circle } = this.session;
    breakpoints.update(resolutions);
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
