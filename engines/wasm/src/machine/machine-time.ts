// The past of a module as the remote engine asks for it: positions of the run as steps.

import { breakpointId, Failure, type Place, type TypeTable } from '@sonde/engine';
import type {
  Past,
  PastQuery,
  RemoteInstant,
  RemotePrint,
  RemoteTime,
  RemoteTouch,
  RemoteVisit,
  RemoteWatch,
} from '@sonde/engine-remote';
import type {
  Past as RunPast,
  PastQuery as RunQuery,
  PrintedData,
  RunPoint,
  StopData,
  Visit,
  WatchedPlace,
} from '../messages.js';
import { touchOf } from './touches.js';

/** Bytes of memory that are compared, where a place does not say. */
const usualSize = 4;

/** A data breakpoint of the host, or something that was thrown. */
export type HostVisit = Pick<RemoteVisit, 'touched' | 'thrown'>;

/** How the run is reached: in a thread of this process, or over a protocol. */
export interface MachineTimeParts {
  readonly types: TypeTable;
  readonly clock: RunClock;
  /** What is used, where that is not the number of instructions. */
  readonly unit?: string;
  past(query: RunQuery): Promise<RunPast>;
  printed(): Promise<readonly PrintedData[]>;
  replayed(): Promise<bigint>;
  /** What the stops mean that the host asked for, one for each visit. */
  told(visits: readonly Visit[]): Promise<readonly HostVisit[]>;
  /** Stands there when it answers, and the clock has heard of it. */
  travel(to: RunPoint): Promise<void>;
  /** Where the run finds a place. Throws a Failure where it cannot be compared. */
  watched(place: Place, size: number): Promise<WatchedPlace>;
  /** The data breakpoint that the run calls so. */
  watch(id: string): RemoteWatch | undefined;
}

/** When it is, by what the run tells and by what was changed. */
export class RunClock {
  here: RemoteInstant | undefined;
  newest: RemoteInstant | undefined;
  branch = 0;
  /** Steps at which something was changed. */
  #edits: readonly number[] = [];

  heard({ position, site }: Pick<StopData, 'position' | 'site'>): void {
    this.here = { step: Number(position), site };
    if (this.newest === undefined || this.newest.step < this.here.step) this.newest = this.here;
  }

  /** Another run begins, and nothing of the last one is on record. */
  begin(): void {
    if (this.here !== undefined) this.branch++;
    this.here = this.newest = undefined;
    this.#edits = [];
  }

  /** Something is changed here. */
  edited(): void {
    this.#leave();
    if (this.here !== undefined) this.#edits = [...this.#edits, this.here.step];
  }

  /** It goes forward: changes that are on record behind here are not made again. */
  leaves(): void {
    const { here } = this;
    if (here !== undefined && this.#edits.some(step => step > here.step)) this.#leave();
  }

  /** A frame was begun again: what came after is forgotten. */
  restarted(): void {
    this.branch++;
    this.newest = this.here;
  }

  /** Another way from here, where it is not the newest moment. */
  #leave(): void {
    const { here, newest } = this;
    if (here === undefined || newest === undefined || here.step >= newest.step) return;
    this.#edits = this.#edits.filter(step => step <= here.step);
    this.branch++;
    this.newest = here;
  }
}

export class MachineTime implements RemoteTime {
  constructor(private readonly parts: MachineTimeParts) {}

  get unit(): string {
    return this.parts.unit ?? 'instructions';
  }

  async replayed(): Promise<number> {
    return Number(await this.parts.replayed());
  }

  get here(): RemoteInstant | undefined {
    return this.parts.clock.here;
  }

  get newest(): RemoteInstant | undefined {
    return this.parts.clock.newest;
  }

  get branch(): number {
    return this.parts.clock.branch;
  }

  async look({ until, from, addresses, place, told, ...query }: PastQuery): Promise<Past> {
    const watch: RemoteWatch | undefined = place && {
      id: breakpointId(0),
      place,
      size: place.kind === 'memory' ? (place.size ?? usualSize) : Infinity,
      access: 'write',
      onlyChanges: true,
    };
    const asked: RunQuery = {
      ...query,
      until: { position: BigInt(until.step), offset: until.site },
      ...(from === undefined ? {} : { from: BigInt(Math.floor(from)) }),
      ...(told === true ? { stops: true } : {}),
      ...(addresses === undefined ? {} : { offsets: addresses }),
      ...(watch === undefined ? {} : { place: await this.parts.watched(watch.place, watch.size) }),
    };
    const { visits, total, counts } = await this.parts.past(asked);
    const stops = told === true ? await this.parts.told(visits) : [];
    return {
      visits: visits.map((visit, nth) => ({ ...this.#visit(visit, watch), ...stops[nth] })),
      total,
      counts,
    };
  }

  async travel({ step, site }: RemoteInstant): Promise<void> {
    await this.parts.travel({ position: BigInt(step), offset: site });
    if (this.here?.step !== step)
      throw new Failure('internal', 'sonde', `the program stands at ${this.here?.step} instead of ${step}.`);
  }

  async printed(): Promise<readonly RemotePrint[]> {
    const all = await this.parts.printed();
    return all.map(({ position, call, ...print }) => ({ step: Number(position), writer: call, ...print }));
  }

  #visit({ position, offset, entry, touched, depth, writer }: Visit, asked: RemoteWatch | undefined) {
    return {
      ...(depth === undefined ? {} : { depth }),
      ...(writer === undefined ? {} : { writer }),
      step: Number(position),
      site: offset,
      activation: Number(entry),
      ...(touched === undefined
        ? {}
        : {
            touched: touched.flatMap(({ id, before, after }): readonly RemoteTouch[] => {
              const watch = asked ?? this.parts.watch(id);
              if (watch === undefined) return [];
              const size = Math.min(watch.size, after.length);
              return [touchOf({ ...watch, size }, before, after, this.parts.types)];
            }),
          }),
    };
  }
}
