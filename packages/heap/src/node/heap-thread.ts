// Heaps on a thread of their own: whoever asks stays responsive, sees progress, and can cancel.

import { Worker } from 'node:worker_threads';
import type { DiffOptions } from '../analysis/diff.js';
import type { DiffView, HeapAnswer, HeapQuery } from '../analysis/queries.js';
import { cancelledProblem, HeapProblem } from '../contract/problem.js';
import type { HeapProgress, HeapReading, HeapSource } from '../contract/source.js';
import { readSource } from '../graph/from-source.js';
import type { DotRequest, FromThread, HeapNumber, HeapOrder, ToThread } from './thread-messages.js';

export interface Asking {
  readonly signal?: AbortSignal;
  readonly progress?: (progress: HeapProgress) => void;
}

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly progress: (progress: HeapProgress) => void;
}

/** A thread that computes dominators hears nothing: then it is ended, and what it held is gone. */
const graceMs = 500;

/** A file that could not be written; `code` is that of the system. */
export class HeapFileError extends Error {
  override readonly name = 'HeapFileError';

  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** Owns the thread; `close` ends it. */
export class HeapThread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  readonly #cancelled = new Int32Array(new SharedArrayBuffer(4));
  #nextId = 1;
  #ended: HeapProblem | undefined;

  constructor() {
    this.#worker = new Worker(new URL('./thread-main.js', import.meta.url), {
      workerData: this.#cancelled.buffer,
      stdin: false,
    });
    this.#worker.on('message', (message: FromThread) => this.#heard(message));
    this.#worker.on('error', error => this.#end(problemOf(error)));
    this.#worker.on('exit', () => this.#end(new HeapProblem('refused', 'the thread of the heap has ended.')));
  }

  /** It answers nothing any more. */
  get ended(): boolean {
    return this.#ended !== undefined;
  }

  async open(path: string, name: string, asking: Asking = {}): Promise<HeapNumber> {
    return (await this.#order({ do: 'open', path, name }, asking)) as HeapNumber;
  }

  /** Reads a live heap on this side, chunk by chunk, and builds and analyses it on the thread. */
  async take(
    source: HeapSource,
    limits: Pick<HeapReading, 'mostNodes' | 'addresses'>,
    asking: Asking = {},
  ): Promise<HeapNumber> {
    const begin = { do: 'begin', internalKinds: source.internalKinds ?? [] } as const;
    const heap = (await this.#order(begin, asking)) as HeapNumber;
    const { signal = new AbortController().signal, progress = () => undefined } = asking;
    try {
      const labels = await readSource(source, { ...limits, signal, progress }, async chunk => {
        await this.#order({ do: 'add', heap, chunk }, asking);
      });
      await this.#order({ do: 'finish', heap, moment: source.moment, labels }, asking);
      return heap;
    } catch (error) {
      // A thread that has ended has dropped it already.
      await this.#order({ do: 'drop', heap }, {}).catch(() => undefined);
      throw error;
    }
  }

  async ask<Q extends HeapQuery>(heap: HeapNumber, query: Q, asking: Asking = {}): Promise<HeapAnswer<Q>> {
    return (await this.#order({ do: 'ask', heap, query }, asking)) as HeapAnswer<Q>;
  }

  async diff(
    before: HeapNumber,
    after: HeapNumber,
    options: DiffOptions = {},
    asking: Asking = {},
  ): Promise<DiffView> {
    return (await this.#order({ do: 'diff', before, after, ...options }, asking)) as DiffView;
  }

  async save(heap: HeapNumber, path: string, asking: Asking = {}): Promise<void> {
    await this.#order({ do: 'save', heap, path }, asking);
  }

  async export(heap: HeapNumber, path: string, asking: Asking = {}): Promise<void> {
    await this.#order({ do: 'export', heap, path }, asking);
  }

  /** The whole graph as one text; refused where it is too long for that. */
  async json(heap: HeapNumber, asking: Asking = {}): Promise<string> {
    return (await this.#order({ do: 'json', heap }, asking)) as string;
  }

  async dot(heap: HeapNumber, part: DotRequest, asking: Asking = {}): Promise<string> {
    return (await this.#order({ do: 'dot', heap, part }, asking)) as string;
  }

  async release(heap: HeapNumber): Promise<void> {
    await this.#order({ do: 'close', heap }, {});
  }

  async close(): Promise<void> {
    this.#end(new HeapProblem('refused', 'the heap was closed.'));
    await this.#worker.terminate();
  }

  #order(order: HeapOrder, { signal, progress = () => undefined }: Asking): Promise<unknown> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    if (signal?.aborted === true) return Promise.reject(cancelledProblem());
    const id = this.#nextId++;
    let timer: NodeJS.Timeout | undefined;
    const abort = (): void => {
      Atomics.store(this.#cancelled, 0, id);
      timer = setTimeout(() => {
        this.#end(cancelledProblem());
        void this.#worker.terminate();
      }, graceMs);
    };
    signal?.addEventListener('abort', abort, { once: true });
    return new Promise<unknown>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, progress });
      this.#worker.postMessage({ id, order } satisfies ToThread);
    }).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    });
  }

  #heard(message: FromThread): void {
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    if (message.say === 'progress') {
      pending.progress(message.progress);
      return;
    }
    this.#pending.delete(message.id);
    if (message.say === 'done') pending.resolve(message.value);
    else if (message.code !== undefined)
      pending.reject(new HeapProblem(message.code, message.message, message.next));
    else if (message.system !== undefined) pending.reject(new HeapFileError(message.message, message.system));
    else pending.reject(new Error(message.message));
  }

  #end(why: HeapProblem): void {
    this.#ended ??= why;
    for (const { reject } of this.#pending.values()) reject(this.#ended);
    this.#pending.clear();
  }
}

function problemOf(error: unknown): HeapProblem {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new HeapProblem('too-large', 'the heap does not fit into memory.', 'Use a larger machine.');
  return new HeapProblem('refused', `the thread of the heap failed: ${message}`, undefined, { cause: error });
}
