// The snapshots of a session's objects as a client sees them: taken, listed, chosen, released.
import type { HeapSummary } from '@sonde/heap';
import { failureText, isMoot } from '../failure-text.js';
import type { SessionModel } from '../session-model.js';
import { Store } from '../store.js';
import { askGraph, type SnapshotReference } from './graph-requests.js';

export interface KnownSnapshot extends SnapshotReference {
  readonly overview: HeapSummary;
  /** The stop of this client at which it was taken; none where another client took it. */
  readonly stop?: number;
  /** Taken on the way to an answer: it makes room for others. */
  readonly isAside: boolean;
}

export type Availability =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'available' }
  /** The session's own words say why. */
  | { readonly kind: 'unavailable'; readonly why: string };

/** As many as a session keeps at a time; see `ObjectGraphs` of the session. */
const mostSnapshots = 8;

export class HeapSnapshots {
  /** Oldest first. */
  readonly list = new Store<readonly KnownSnapshot[]>([]);
  readonly shown = new Store<KnownSnapshot | undefined>(undefined);
  /** What is being done while one is taken. */
  readonly taking = new Store<string | undefined>(undefined);
  readonly problem = new Store<string | undefined>(undefined);
  readonly availability = new Store<Availability>({ kind: 'unknown' });
  #abort: AbortController | undefined;
  #asked = false;

  constructor(private readonly model: SessionModel) {
    const look = (): void => {
      const { kind } = model.phase.get();
      // Snapshots end with their session: a list of them would lead to answers that never come.
      if (kind !== 'running' && kind !== 'stopped' && kind !== 'lost') this.#forget();
      // Asked once, so that nothing is offered that this program cannot do; only a session of Sonde tells about itself.
      if (kind === 'stopped' && model.info.get() !== undefined && !this.#asked) void this.sync();
    };
    model.phase.subscribe(look);
    model.info.subscribe(look);
    look();
  }

  /** Whether the program's heap can be read, and what others have taken of it. */
  async sync(): Promise<void> {
    this.#asked = true;
    try {
      const { available, why, snapshots } = await askGraph(this.model, 'status');
      if (available) this.availability.set({ kind: 'available' });
      else if (this.#stop() !== undefined)
        this.availability.set({ kind: 'unavailable', why: why ?? 'The session does not say why.' });
      const known = new Map(this.list.get().map(each => [each.snapshot, each]));
      const list = await Promise.all(
        snapshots.map(async (each): Promise<KnownSnapshot> => {
          const { snapshot } = each;
          return (
            known.get(snapshot) ?? {
              ...each,
              overview: await askGraph(this.model, 'overview', { snapshot }),
              isAside: false,
            }
          );
        }),
      );
      this.#setList(list);
    } catch (error) {
      if (!isMoot(error)) this.availability.set({ kind: 'unavailable', why: failureText(error) });
    }
  }

  /** The objects as they are at this stop: read again only where that was not done yet. */
  async ofThisStop(): Promise<KnownSnapshot | undefined> {
    const stop = this.#stop();
    const known = this.list.get().findLast(each => each.stop !== undefined && each.stop === stop);
    if (known === undefined) return this.take(true);
    this.shown.set(known);
    return known;
  }

  /** Undefined where it did not come to be; then `problem` says why. */
  async take(isAside = false): Promise<KnownSnapshot | undefined> {
    if (this.taking.get() !== undefined) return undefined;
    const abort = new AbortController();
    this.#abort = abort;
    this.taking.set('reading the objects');
    this.problem.set(undefined);
    const stop = this.#stop();
    try {
      const { client } = this.model;
      const quiet = [
        client.on('progressStart', ({ message }) => this.#tell(message)),
        client.on('progressUpdate', ({ message }) => this.#tell(message)),
      ];
      try {
        await this.#makeRoom();
        const name = this.#placeName();
        const options = { signal: abort.signal };
        const taken = await askGraph(this.model, 'snapshot', name === undefined ? {} : { name }, options);
        const snapshot = { ...taken, isAside, ...(stop === undefined ? {} : { stop }) };
        this.availability.set({ kind: 'available' });
        this.list.update(list => [...list, snapshot]);
        this.shown.set(snapshot);
        return snapshot;
      } finally {
        for (const end of quiet) end();
      }
    } catch (error) {
      if (abort.signal.aborted) this.problem.set('The snapshot was cancelled.');
      else if (!isMoot(error)) this.problem.set(failureText(error));
      return undefined;
    } finally {
      this.taking.set(undefined);
    }
  }

  cancel(): void {
    this.#abort?.abort();
  }

  async release(snapshot: number): Promise<void> {
    await askGraph(this.model, 'release', { snapshot });
    this.#setList(this.list.get().filter(each => each.snapshot !== snapshot));
  }

  /** Whether the program has gone on since what is shown was taken. */
  isOld(shown: KnownSnapshot): boolean {
    const stop = this.#stop();
    return stop !== undefined && shown.stop !== stop;
  }

  #setList(list: readonly KnownSnapshot[]): void {
    this.list.set(list);
    const shown = this.shown.get();
    if (shown === undefined || !list.includes(shown)) this.shown.set(list.at(-1));
  }

  #stop(): number | undefined {
    const phase = this.model.phase.get();
    return phase.kind === 'stopped' ? phase.stop.number : undefined;
  }

  /** The oldest that nobody asked for by name goes first; without one the session refuses in words. */
  async #makeRoom(): Promise<void> {
    if (this.list.get().length < mostSnapshots) return;
    const oldest = this.list.get().find(({ isAside }) => isAside);
    if (oldest !== undefined) await this.release(oldest.snapshot);
  }

  /** `shop.xy:40`, as people remember a stop. */
  #placeName(): string | undefined {
    const frame = this.model.frame.selection.get()?.frame;
    const file = frame?.source?.name ?? frame?.source?.path?.split('/').at(-1);
    return frame === undefined || file === undefined ? undefined : `${file}:${frame.line}`;
  }

  #tell(doing: string | undefined): void {
    if (doing !== undefined && this.taking.get() !== undefined) this.taking.set(doing);
  }

  #forget(): void {
    this.#asked = false;
    this.#abort?.abort();
    this.list.set([]);
    this.shown.set(undefined);
    this.problem.set(undefined);
    this.availability.set({ kind: 'unknown' });
  }
}
