// What the engine answers about time: where one is, what happened when, and what a place held before.

import {
  Failure,
  notSupported,
  positionText,
  threadId,
  type Moment,
  type PastValue,
  type Place,
  type SourceLocation,
  type Stop,
  type StopId,
  type StopReason,
  type StopTime,
  type SymbolIndex,
  type Timeline,
  type TimelineQuery,
  type TimePosition,
  type TimeSpan,
  type TimeTravel,
  type ValueHistory,
} from '@sonde/engine';
import type { RemoteInstant, RemoteTime } from '../remote-time.js';
import type { WaysBack } from './ways-back.js';

export interface TimeParts {
  readonly time: RemoteTime;
  readonly symbols: SymbolIndex;
  readonly ways: WaysBack;
  /** Throws when the stop is over. */
  check(stop: StopId): void;
  /** Sets the program moving by work that may be refused, and tells the stop that comes of it. */
  move(work: () => Promise<readonly StopReason[]>): Promise<void>;
}

/** Stops beyond this are forgotten, oldest first. */
const mostStops = 10_000;
const mostCalls = 100_000;

export class TimeQuestions implements TimeTravel {
  /** By their position, so that one that is come back to is there once. */
  readonly #stops = new Map<string, Moment>();
  /** Where the machine can be stopped at steps that were told. */
  readonly #sites = new Map<string, number>();

  constructor(private readonly parts: TimeParts) {}

  /** What a stop is told with. */
  stopTime(): StopTime | undefined {
    const { here } = this.parts.time;
    if (here === undefined) return undefined;
    const { first, last, at } = this.#extent(here);
    return { first, last, at };
  }

  /** A stop is told: it can be gone back to. */
  stopped({ focus: thread, threads, time, top }: Stop): void {
    const { here } = this.parts.time;
    const [reason] = threads.find(each => each.thread === thread)?.reasons ?? [];
    if (time === undefined || here === undefined || reason === undefined) return;
    this.#sites.set(positionText(time.at), here.site);
    if (reason.kind === 'goto') return;
    const location = top?.frames[0]?.location;
    const at = { at: time.at, ...(location === undefined ? {} : { location }) };
    const key = positionText(time.at);
    if (reason.kind === 'exception')
      this.#stops.set(key, { ...at, kind: 'exception', thread, ...pick(reason.thrown) });
    else if (!this.#stops.has(key))
      this.#stops.set(key, { ...at, kind: 'stop', thread, reason: reason.kind });
    const [oldest] = this.#stops.keys();
    if (this.#stops.size > mostStops && oldest !== undefined) this.#stops.delete(oldest);
  }

  async span(): Promise<TimeSpan> {
    const { time } = this.parts;
    if (time.here === undefined) throw new Failure('wrong-state', 'user', 'the program has not begun.');
    const { first, last, at: here } = this.#extent(time.here);
    return {
      first,
      last,
      here,
      branches: [{ branch: time.branch, last }],
      unit: time.unit,
      canBeSaved: false,
      grain: 'statement',
      replayed: await time.replayed(),
      ...(time.branch === 0
        ? {}
        : {
            note: 'What came after a change in the past is forgotten: the program goes another way from there.',
          }),
    };
  }

  async timeline({ kinds, from, to, limit, thin }: TimelineQuery): Promise<Timeline> {
    const span = await this.span();
    const wants = (kind: Moment['kind']): boolean => kinds?.includes(kind) ?? kind !== 'call';
    const all: Moment[] = [];
    if (wants('entry')) all.push({ kind: 'entry', at: span.first });
    // What was written behind a call comes before the stop there.
    if (wants('output')) all.push(...(await this.#outputs()));
    all.push(
      ...[...this.#stops.values()].filter(({ kind, at }) => wants(kind) && at.branch === span.here.branch),
    );
    if (wants('call')) all.push(...(await this.#calls(to?.step ?? span.last.step)));
    const chosen = all
      .filter(({ at }) => at.step >= (from?.step ?? 0) && at.step <= (to?.step ?? Infinity))
      .toSorted((one, other) => one.at.step - other.at.step);
    return { ...span, moments: some(chosen, limit, thin === true), total: chosen.length };
  }

  async goTo(stop: StopId, position: TimePosition): Promise<void> {
    const { time, ways } = this.parts;
    this.parts.check(stop);
    if (position.branch !== time.branch)
      throw new Failure(
        'not-found',
        'user',
        `this moment is not on record any more: the program was changed before it, at a moment of the past.`,
        'Ask for the timeline again.',
      );
    await this.parts.move(async () => {
      const site = this.#sites.get(positionText(position));
      const at = site === undefined ? await ways.instantAt(position.step) : { step: position.step, site };
      await ways.arrive(at);
      return [{ kind: 'goto' }];
    });
  }

  async history(stop: StopId, place: Place, limit: number): Promise<ValueHistory> {
    const { time } = this.parts;
    this.parts.check(stop);
    if (time.here === undefined) return { values: [], more: false };
    const { visits, total } = await time.look({
      until: time.here,
      inclusive: true,
      by: 'statement',
      touched: true,
      place,
      keep: 'last',
      most: Math.max(1, limit),
    });
    const values = visits.flatMap(({ step, touched, writer }): readonly PastValue[] => {
      const [touch] = touched ?? [];
      if (touch?.after === undefined) return [];
      const location = writer === undefined ? undefined : this.#locate(writer);
      return [
        { at: this.#position(step), value: touch.after, ...(location === undefined ? {} : { location }) },
      ];
    });
    const before = visits[0]?.touched?.[0]?.before;
    const hasRoom = total < limit && before !== undefined;
    return {
      values: hasRoom ? [{ at: this.#position(0), value: before }, ...values] : values,
      more: total > values.length,
    };
  }

  async discard(branch: number): Promise<void> {
    throw branch === this.parts.time.branch
      ? new Failure('bad-arguments', 'user', `the program is on branch ${branch}.`)
      : new Failure(
          'not-found',
          'user',
          `there is no branch ${branch}: this machine keeps the one that the program is on, and what came after a change in the past is forgotten at once.`,
        );
  }

  recording(): AsyncIterable<Uint8Array> {
    throw notSupported('Taking a recording of this program');
  }

  #extent(here: RemoteInstant) {
    const { newest = here } = this.parts.time;
    return { first: this.#position(0), last: this.#position(newest.step), at: this.#position(here.step) };
  }

  #position(step: number): TimePosition {
    return { branch: this.parts.time.branch, step, edit: 0 };
  }

  #locate(address: number): SourceLocation | undefined {
    const line = this.parts.symbols.lineAt(address);
    return line === undefined ? undefined : this.parts.symbols.locate(line);
  }

  async #outputs(): Promise<readonly Moment[]> {
    const printed = await this.parts.time.printed();
    return printed.map(({ step, writer, stream, text }) => {
      const location = this.#locate(writer);
      return {
        kind: 'output',
        at: this.#position(step),
        stream,
        text,
        ...(location === undefined ? {} : { location }),
      };
    });
  }

  async #calls(last: number): Promise<readonly Moment[]> {
    const { time, symbols } = this.parts;
    const until = time.newest;
    if (until === undefined) return [];
    const names = new Map(
      symbols.data.functions
        .filter(each => each.artificial !== true)
        .map(each => [firstStatement(symbols, each), each.name] as const),
    );
    const { visits } = await time.look({
      until,
      by: 'statement',
      addresses: [...names.keys()].filter(address => address !== undefined),
      keep: 'first',
      most: mostCalls,
      depths: true,
    });
    return visits
      .filter(({ step }) => step <= last)
      .map(({ step, site, depth = 0 }) => {
        const at = this.#position(step);
        this.#sites.set(positionText(at), site);
        const location = this.#locate(site);
        return {
          kind: 'call',
          at,
          thread: threadId(1),
          name: names.get(site) ?? '?',
          depth,
          ...(location === undefined ? {} : { location }),
        };
      });
  }
}

const pick = ({ name, message }: { readonly name: string; readonly message: string }) => ({ name, message });

function firstStatement(
  { data }: SymbolIndex,
  { start, end, body }: { readonly start: number; readonly end: number; readonly body?: number },
): number | undefined {
  const from = body ?? start;
  return data.lines.find(line => line.statement && line.address >= from && line.address < end)?.address;
}

/** Evenly chosen ones, the first and the last among them, or the first. */
function some(all: readonly Moment[], limit: number, thin: boolean): readonly Moment[] {
  if (all.length <= limit || !thin) return all.slice(0, limit);
  if (limit < 2) return all.slice(0, Math.max(0, limit));
  return Array.from({ length: limit }, (_, nth) => all[Math.round((nth * (all.length - 1)) / (limit - 1))]!);
}
