// The past of a module as the remote engine asks for it: positions of the run as steps.

import { breakpointId, Failure, type TypeTable } from '@sonde/engine';
import type {
  Past,
  PastQuery,
  RemoteInstant,
  RemotePrint,
  RemoteTime,
  RemoteTouch,
  RemoteWatch,
} from '@sonde/engine-remote';
import type { PastQuery as RunQuery, StopData, Visit } from '../messages.js';
import type { WasmRun } from '../wasm-run.js';
import { touchOf } from './touches.js';
import type { WasmValues } from './values.js';

/** Bytes of memory that are compared, where a place does not say. */
const usualSize = 4;

export interface MachineTimeParts {
  readonly run: Pick<WasmRun, 'ask' | 'move'>;
  readonly values: Pick<WasmValues, 'watched' | 'forget'>;
  readonly types: TypeTable;
  readonly watches: ReadonlyMap<string, RemoteWatch>;
  readonly clock: RunClock;
  /** The outcome of a motion that nobody else waits for. */
  stood(): Promise<unknown>;
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
  readonly unit = 'instructions';

  constructor(private readonly parts: MachineTimeParts) {}

  get here(): RemoteInstant | undefined {
    return this.parts.clock.here;
  }

  get newest(): RemoteInstant | undefined {
    return this.parts.clock.newest;
  }

  get branch(): number {
    return this.parts.clock.branch;
  }

  async look({ until, from, addresses, place, ...query }: PastQuery): Promise<Past> {
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
      ...(addresses === undefined ? {} : { offsets: addresses }),
      ...(watch === undefined ? {} : { place: await this.parts.values.watched(watch.place, watch.size) }),
    };
    const { visits, total, counts } = await this.parts.run.ask('past', { query: asked });
    return { visits: visits.map(visit => this.#visit(visit, watch)), total, counts };
  }

  async travel({ step, site }: RemoteInstant): Promise<void> {
    this.parts.values.forget();
    await this.parts.run.move({ kind: 'travel', to: { position: BigInt(step), offset: site } });
    await this.parts.stood();
    this.parts.values.forget();
    if (this.here?.step !== step)
      throw new Failure('internal', 'sonde', `the program stands at ${this.here?.step} instead of ${step}.`);
  }

  async printed(): Promise<readonly RemotePrint[]> {
    const all = await this.parts.run.ask('printed', {});
    return all.map(({ position, call, ...print }) => ({ step: Number(position), writer: call, ...print }));
  }

  #visit({ position, offset, entry, touched, ...visit }: Visit, asked: RemoteWatch | undefined) {
    return {
      ...visit,
      step: Number(position),
      site: offset,
      activation: Number(entry),
      ...(touched === undefined
        ? {}
        : {
            touched: touched.flatMap(({ id, before, after }): readonly RemoteTouch[] => {
              const watch = asked ?? this.parts.watches.get(id);
              if (watch === undefined) return [];
              const size = Math.min(watch.size, after.length);
              return [touchOf({ ...watch, size }, before, after, this.parts.types)];
            }),
          }),
    };
  }
}
