// The object graphs of a session: snapshots of the program's objects, taken at stops and kept on a thread of their own.

import {
  Failure,
  heapFailure,
  isHeapProblem,
  notSupported,
  positionText,
  type RawValue,
  type Stop,
} from '@sonde/engine';
import type { DiffView, HeapAnswer, HeapQuery, HeapSource } from '@sonde/heap';
import type { Asking, DotRequest, HeapNumber, HeapThread } from '@sonde/heap/node';
import type { Client } from '../clients/client.js';
import type { DebugSession } from '../debug-session.js';
import type { ProgramRun } from '../run/program-run.js';

/** Objects of a snapshot, unless told otherwise: a machine must have room for their ids beside the program. */
const usualNodes = 250_000;
const mostNodes = 2_000_000;
/** Each takes its memory until it is released. */
const mostSnapshots = 8;

export interface SnapshotOptions {
  readonly name?: string;
  readonly mostNodes?: number;
  readonly addresses?: boolean;
  /** The client that asked for it. */
  readonly by?: Client;
}

export interface SnapshotBody {
  /** By which questions name it; never given twice. */
  readonly snapshot: number;
  readonly name: string;
  /** How long the number means something. */
  readonly lives: string;
  /** Ids of objects mean the same in all snapshots of one run of the program. */
  readonly run: number;
}

interface Snapshot {
  readonly heap: HeapNumber;
  readonly by: Client | undefined;
  readonly body: SnapshotBody;
}

const lives = 'until it is released or the session ends';

export class ObjectGraphs {
  readonly #snapshots = new Map<number, Snapshot>();
  readonly #runs = new WeakMap<ProgramRun, number>();
  #thread: HeapThread | undefined;
  #last = 0;
  #lastRun = 0;
  /** Snapshots that are being taken. */
  #underWay = 0;
  #closed = false;

  constructor(private readonly session: DebugSession) {}

  list(): readonly SnapshotBody[] {
    return [...this.#snapshots.values()].map(({ body }) => body);
  }

  /** The objects at a stop, the current one if none is named, or a refusal that says why they cannot be had. */
  async source(stop: Stop = this.session.stopped().stop): Promise<HeapSource> {
    const engine = await this.session.engine();
    const heap = await engine.heap?.(stop.id);
    if (heap === undefined)
      throw notSupported(
        'the object graph',
        `what runs ${this.session.language.name} programs cannot tell where their objects are`,
      );
    if (!heap.available) throw notSupported('the object graph', heap.why);
    const atBreakpoint = stop.threads.some(({ reasons }) =>
      reasons.some(({ kind }) => kind === 'breakpoint'),
    );
    if (heap.moment.kind !== 'stop') return heap;
    const cause = atBreakpoint ? 'breakpoint' : heap.moment.cause;
    if (stop.time === undefined) return { ...heap, moment: { ...heap.moment, cause } };
    const { at } = stop.time;
    return {
      ...heap,
      moment: { kind: 'recording', at: positionText(at), branch: at.branch, step: at.step, cause },
    };
  }

  /** At a stop that no client may have heard of, where one is named. */
  async take(options: SnapshotOptions, asking: Asking, stop?: Stop): Promise<SnapshotBody> {
    if (this.#snapshots.size + this.#underWay >= mostSnapshots)
      throw new Failure(
        'no-resources',
        'user',
        `there are ${mostSnapshots} snapshots already.`,
        `Release one first: ${[...this.#snapshots.keys()].join(', ')}.`,
      );
    const limits = { mostNodes: options.mostNodes ?? usualNodes, addresses: options.addresses ?? false };
    if (limits.mostNodes > mostNodes)
      throw new Failure('bad-arguments', 'user', `"mostNodes" is at most ${mostNodes}.`);
    this.#underWay++;
    try {
      const source = await this.source(stop);
      const run = this.#runNumber();
      const thread = await this.#openThread();
      const heap = await this.#careful(() => thread.take(source, limits, asking));
      const snapshot = ++this.#last;
      const body = { snapshot, name: options.name ?? `snapshot ${snapshot}`, lives, run };
      this.#snapshots.set(snapshot, { heap, body, by: options.by });
      return body;
    } finally {
      this.#underWay--;
    }
  }

  async ask<Q extends HeapQuery>(number: number, query: Q, asking: Asking): Promise<HeapAnswer<Q>> {
    const { heap } = this.#get(number);
    return this.#careful(() => this.#thread!.ask(heap, query, asking));
  }

  async json(number: number, asking: Asking): Promise<string> {
    const { heap } = this.#get(number);
    return this.#careful(() => this.#thread!.json(heap, asking));
  }

  async dot(number: number, part: DotRequest, asking: Asking): Promise<string> {
    const { heap } = this.#get(number);
    return this.#careful(() => this.#thread!.dot(heap, part, asking));
  }

  async diff(before: number, after: number, most: number | undefined, asking: Asking): Promise<DiffView> {
    const [old, now] = [this.#get(before), this.#get(after)];
    if (old.body.run !== now.body.run)
      throw new Failure(
        'bad-arguments',
        'user',
        `snapshots ${before} and ${after} are of two runs of the program, so their objects are not the same.`,
        'Compare two of one run.',
      );
    const options = { oneProcess: true, ...(most === undefined ? {} : { most }) };
    return this.#careful(() => this.#thread!.diff(old.heap, now.heap, options, asking));
  }

  /** Who may only look takes away nothing that others want to look at. */
  async release(number: number, client?: Client): Promise<void> {
    const { heap, by } = this.#get(number);
    if (client?.rights === 'read-only' && by !== client)
      throw new Failure(
        'read-only',
        'user',
        `snapshot ${number} was taken by somebody else, and this connection may only look.`,
      );
    this.#snapshots.delete(number);
    await this.#careful(() => this.#thread!.release(heap));
  }

  /** The id of the object that a value of the current stop is. */
  async idOf(value: RawValue): Promise<number> {
    const { stop } = this.session.stopped();
    const engine = await this.session.engine();
    const id = await engine.heapId?.(stop.id, value);
    if (id !== undefined) return id;
    await this.source();
    throw new Failure('bad-arguments', 'user', 'this value is no object: nothing can hold it but by a copy.');
  }

  /** Ends the thread, and with it all snapshots. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#snapshots.clear();
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.close();
  }

  #get(number: number): Snapshot {
    const found = this.#snapshots.get(number);
    if (found !== undefined) return found;
    if (Number.isInteger(number) && number >= 1 && number <= this.#last)
      throw new Failure(
        'stale',
        'user',
        this.#closed ? `snapshot ${number} ended with the session;` : `snapshot ${number} was released;`,
        'take another one.',
      );
    throw new Failure(
      'not-found',
      'user',
      `there is no snapshot ${number}.`,
      '"sonde/objectGraph/snapshot" takes one.',
    );
  }

  #runNumber(): number {
    const run = this.session.life.present();
    const number = this.#runs.get(run) ?? ++this.#lastRun;
    this.#runs.set(run, number);
    return number;
  }

  /** Loaded with the first snapshot: most sessions take none. */
  async #openThread(): Promise<HeapThread> {
    const { newHeapThread } = await import('./heap-thread.js');
    if (this.#closed) throw new Failure('wrong-state', 'user', 'the session has ended.');
    this.#thread ??= newHeapThread();
    return this.#thread;
  }

  /** A thread that was ended has lost what it held: the next snapshot gets a new one. */
  async #careful<Result>(work: () => Promise<Result>): Promise<Result> {
    const thread = this.#thread;
    try {
      return await work();
    } catch (error) {
      if (thread?.ended === true && this.#thread === thread) {
        this.#thread = undefined;
        this.#snapshots.clear();
      }
      throw isHeapProblem(error) ? heapFailure(error) : error;
    }
  }
}
