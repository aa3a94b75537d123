// The line of time of a session: where it stands, what can be gone to, and what happened on the way.
import { perModel } from '../per-model.js';
import type { SessionModel } from '../session-model.js';
import { Store } from '../store.js';
import {
  historyOf,
  timelineOf,
  type HistoryQuery,
  type Timeline,
  type ValueHistory,
  type WantedTime,
} from './time-requests.js';

/** More marks than a strip has pixels for; evenly chosen where there are more. */
const mostMarks = 400;
const mostValues = 200;

export class TimeView {
  /** Undefined where one cannot go back, and before the first stop. */
  readonly timeline = new Store<Timeline | undefined>(undefined);
  #asked = 0;
  #wanted: WantedTime | undefined;

  constructor(private readonly model: SessionModel) {
    model.phase.subscribe(() => void this.refresh());
    model.changes.subscribe(() => void this.refresh());
    void this.refresh();
  }

  /** Reads it anew at each stop; what is shown stays while the program runs. */
  async refresh(): Promise<void> {
    const { model } = this;
    const { kind } = model.phase.get();
    const asked = ++this.#asked;
    if (kind === 'running') return;
    const wanted = this.#wanted;
    this.#wanted = undefined;
    if (kind === 'stopped' && wanted !== undefined) return this.goTo(wanted);
    if (kind !== 'stopped' || !model.can('supportsStepBack')) return this.timeline.set(undefined);
    // An adapter that is not ours may step back and still have no timeline.
    const found = await timelineOf(model.client, { limit: mostMarks, thin: true }).catch(() => undefined);
    if (asked === this.#asked) this.timeline.set(found);
  }

  /** Stands at another moment from then on; a stop follows. Of what a drag asks for meanwhile, the last counts. */
  async goTo(where: WantedTime): Promise<void> {
    const { model } = this;
    this.#wanted = where;
    if (model.motions.isUnderWay) return;
    this.#wanted = undefined;
    await model.motions.goToTime(where);
  }

  history(query: HistoryQuery extends infer Query ? Omit<Query, 'limit'> : never): Promise<ValueHistory> {
    return historyOf(this.model.client, { ...query, limit: mostValues } as HistoryQuery);
  }

  async discard(branch: number): Promise<void> {
    await this.model.attempt(() => this.model.client.customRequest('sonde/discardBranch', { branch }));
    await this.refresh();
  }
}

export const timeViewOf = perModel(model => new TimeView(model));
