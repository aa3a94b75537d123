// Going back in a run that its runtime keeps a record of: at the grain of the events that the record has.
//
// The bridge runs the program again (bridge/replay/); this tells what happened when, and what cannot be done in the past.

import {
  Failure,
  notSupported,
  positionText,
  type EngineEvent,
  type EngineHost,
  type Moment,
  type Motion,
  type Stop,
  type StopId,
  type StopTime,
  type Timeline,
  type TimelineQuery,
  type TimePosition,
  type TimeSpan,
  type TimeTravel,
  type ValueHistory,
} from '@sonde/engine';
import type { Debuggee } from '../debuggee.js';
import type { RunRecord } from '../records.js';

/** Stops beyond this are forgotten, oldest first. */
const mostStops = 10_000;

const grain = 'One goes back from event to event; between two of them only breakpoints can be come back to.';

export class NativeTime implements TimeTravel {
  #debuggee: Debuggee | undefined;
  #here: TimePosition | undefined;
  #newest = 0;
  /** By their position, so that one that is come back to is there once. */
  readonly #stops = new Map<string, Moment>();
  /** Where the debugger changed something that the record does not have. */
  #edited: number | undefined;

  constructor(private readonly record: RunRecord) {}

  of(debuggee: Debuggee): void {
    this.#debuggee = debuggee;
  }

  /** The host that is told of stops with the event that they are at, in words. What happens meanwhile is told behind them. */
  listening(host: EngineHost): EngineHost {
    let told = Promise.resolve();
    let untold = 0;
    const tellInTurn = (event: Promise<EngineEvent>): void => {
      untold++;
      told = told.then(async () => host.event(await event)).finally(() => untold--);
    };
    return {
      ...host,
      event: event => {
        if (event.kind === 'stopped' && event.stop.time !== undefined)
          tellInTurn(this.#stopped(event.stop, event.stop.time));
        else if (untold > 0) tellInTurn(Promise.resolve(event));
        else host.event(event);
      },
    };
  }

  async #stopped(stop: Stop, time: StopTime): Promise<EngineEvent> {
    this.#here = time.at;
    this.#newest = Math.max(this.#newest, time.last.step);
    this.#note(stop, time);
    const isAtEvent = time.label !== undefined;
    const { label: _, ...rest } = time;
    const last = position(await this.#last());
    const label = isAtEvent ? await this.#words(time.at.step, last.step) : undefined;
    return {
      kind: 'stopped',
      stop: { ...stop, time: { ...rest, last, ...(label === undefined ? {} : { label }) } },
    };
  }

  #note({ focus: thread, threads, topSoon }: Stop, { at }: StopTime): void {
    const [reason] = threads.find(each => each.thread === thread)?.reasons ?? [];
    if (reason === undefined || reason.kind === 'goto' || reason.kind === 'entry') return;
    const key = positionText(at);
    const moment: Moment =
      reason.kind === 'exception'
        ? { at, kind: 'exception', thread, name: reason.thrown.name, message: reason.thrown.message }
        : { at, kind: 'stop', thread, reason: reason.kind };
    if (this.#stops.has(key) && moment.kind === 'stop') return;
    this.#stops.set(key, moment);
    void topSoon?.then(top => {
      const location = top?.frames[0]?.location;
      if (location !== undefined && this.#stops.get(key) === moment)
        this.#stops.set(key, { ...moment, location });
    });
    const [oldest] = this.#stops.keys();
    if (this.#stops.size > mostStops && oldest !== undefined) this.#stops.delete(oldest);
  }

  async #words(event: number, last: number): Promise<string> {
    const found = (await this.#events())[event - 1];
    return `event ${event} of ${last}${found === undefined ? '' : `: ${found.text}`}`;
  }

  /** What cannot be read is told where it is asked for; a stop is told all the same. */
  #events(): ReturnType<RunRecord['events']> {
    return this.record.events().catch(() => []);
  }

  async #last(): Promise<number> {
    return this.record.closed ? Math.max(this.#newest, (await this.#events()).length) : this.#newest;
  }

  async back(motion: Motion): Promise<void> {
    const { kind } = motion.motion;
    if (kind !== 'step' && kind !== 'continue')
      throw notSupported('Running back to a place', 'set a breakpoint there and run back to that');
    await this.#go(motion.stop, { how: kind });
  }

  async goTo(stop: StopId, { step }: TimePosition): Promise<void> {
    await this.#go(stop, { how: 'to', event: Math.min(step, await this.#last()) });
  }

  async #go(stop: StopId, how: { readonly how: string; readonly event?: number }): Promise<void> {
    if (this.#edited !== undefined)
      throw new Failure(
        'wrong-state',
        'user',
        `the run was changed by hand behind event ${this.#edited}, which is not in its record: it could not be run again as it was.`,
        'Restart the program to record another run.',
      );
    await this.#debuggee?.ask('go-back', { stop, ...how });
  }

  /** Something is about to be changed. */
  noteChange(): void {
    const { step } = this.#here ?? start;
    if (step < this.#newest)
      throw new Failure(
        'wrong-state',
        'user',
        'what was cannot be changed: the record of the run says what comes behind it.',
        'Continue to the newest moment and change it there.',
      );
    this.#edited ??= step;
  }

  async span(): Promise<TimeSpan> {
    const last = position(await this.#last());
    return {
      first: start,
      last,
      here: this.#here ?? start,
      branches: [{ branch: 0, last }],
      unit: this.record.unit,
      note: grain,
      closed: this.record.closed,
    };
  }

  async timeline({ kinds, from, to, limit, thin }: TimelineQuery): Promise<Timeline> {
    const span = await this.span();
    const events = (await this.record.events()).map(({ number, kind, text }): Moment => ({
      at: position(number),
      kind,
      text,
    }));
    const all = [{ at: start, kind: 'entry' } as const, ...events, ...this.#stops.values()]
      .filter(({ kind, at: { step } }) => {
        const isWanted = kinds === undefined || kinds.includes(kind);
        return isWanted && step >= (from?.step ?? 0) && step <= (to?.step ?? span.last.step);
      })
      .toSorted((one, other) => one.at.step - other.at.step);
    return { ...span, moments: some(all, limit, thin === true), total: all.length };
  }

  history(): Promise<ValueHistory> {
    throw notSupported('Earlier values of a variable', 'the record of this run has events, and no values');
  }

  async discard(branch: number): Promise<void> {
    throw new Failure('not-found', 'user', `there is no branch ${branch} that could be forgotten.`);
  }

  recording(): AsyncIterable<Uint8Array> {
    throw notSupported(
      'Taking a recording',
      'the record that the launch names is the recording; launch with "replay" to open it',
    );
  }
}

const position = (step: number): TimePosition => ({ branch: 0, step, edit: 0 });

const start = position(0);

/** Evenly chosen ones, the first and the last among them, or the first. */
function some(all: readonly Moment[], limit: number, thin: boolean): readonly Moment[] {
  if (all.length <= limit || !thin) return all.slice(0, limit);
  if (limit < 2) return all.slice(0, Math.max(0, limit));
  return Array.from({ length: limit }, (_, nth) => all[Math.round((nth * (all.length - 1)) / (limit - 1))]!);
}
