// A program in its thread, as the debugger's thread sees it: motions, what comes of them, and questions while it stands.

import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import { asFailure, Failure, type OutputStream } from '@sonde/engine';
import {
  word,
  type FailureData,
  type FromWorker,
  type LoggedEntry,
  type ProbeHandler,
  type QuestionName,
  type Questions,
  type RunMotion,
  type RunOutcome,
  type RunSetup,
  type ThreadSetup,
  type ToWorker,
} from './messages.js';

export interface RunListener {
  output(stream: OutputStream, text: string): void;
  /** Log points were passed; `taken`: there is room for more. */
  logged?(entries: readonly LoggedEntry[], taken: () => void): void;
  /** The activations that these data breakpoints were of have returned. */
  watchesEnded?(ids: readonly string[]): void;
  /** What the host has to say. */
  told?(value: unknown): void;
  /** The program waits for a line of input, or no longer does. */
  waiting?(waiting: boolean): void;
  outcome(outcome: RunOutcome): void;
  /** The thread is gone before the program was over: killed, out of memory, or by a mistake of ours. */
  lost(failure: Failure): void;
}

export interface RunOptions {
  /** Of the thread's own heap; memory of the program is not in it. */
  readonly heapMegabytes?: number;
  /** For the calls of the program. A second run of one that overflowed them has three times as much. */
  readonly stackMegabytes?: number;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export class WasmRun {
  /** Offsets of the probes that could be placed. */
  placed: readonly number[] = [];
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #control = new Int32Array(new SharedArrayBuffer(4 * word.count));
  readonly #waiting = new Map<number, Waiting>();
  readonly #ready: Promise<void>;
  readonly #gone: Promise<void>;
  #failure: Failure | undefined;
  #last = 0;
  #over = false;
  #ended = false;

  private constructor(
    setup: RunSetup,
    private readonly listener: RunListener,
    { heapMegabytes = 1024, stackMegabytes = 4 }: RunOptions,
  ) {
    const stackReserve = 2 * stackMegabytes * 1024 * 1024;
    const started: ThreadSetup = { ...setup, stackReserve };
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker = new Worker(new URL('./worker/main.js', import.meta.url), {
      workerData: { setup: started, port: port2, control: this.#control },
      transferList: [port2],
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, stackSizeMb: 3 * stackMegabytes },
      stdin: false,
    });
    this.#worker.on('error', (error: unknown) => (this.#failure ??= threadFailure(error)));
    this.#gone = new Promise<void>(resolve => {
      this.#worker.once('exit', () => {
        this.#closed();
        resolve();
      });
    });
    this.#ready = new Promise((resolve, reject) => {
      port1.on('message', (message: FromWorker) => this.#hear(message, resolve));
      void this.#gone.then(() => reject(this.#failure ?? programOver()));
    });
    this.#ready.catch(() => undefined);
  }

  /** Answers when the program stands before its first instruction; rejects with a Failure when it cannot be run. */
  static async start(setup: RunSetup, listener: RunListener, options: RunOptions = {}): Promise<WasmRun> {
    const run = new WasmRun(setup, listener, options);
    await run.#ready;
    return run;
  }

  /** All offsets that are to be stopped at; where there is a handler, only when that says so. */
  arm(addresses: readonly number[], handlers?: ReadonlyMap<number, ProbeHandler>): Promise<void> {
    return this.ask('arm', { addresses, ...(handlers === undefined ? {} : { handlers }) });
  }

  /** Answers when it goes on; the listener hears what comes of it. */
  move(motion: RunMotion): Promise<void> {
    return this.ask('move', { motion });
  }

  halt(): Promise<void> {
    return this.ask('halt', {});
  }

  input(text: string | undefined): void {
    this.#tell({ tell: 'input', text });
  }

  ask<Name extends QuestionName>(
    name: Name,
    question: Questions[Name]['ask'],
  ): Promise<Questions[Name]['answer']> {
    if (this.#over) return Promise.reject(programOver());
    const number = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      // The name and its question belong together by the signature; the union cannot be told so.
      this.#tell({ tell: 'question', number, question: { name, ...question } as never });
    });
  }

  /** Ends the thread, whatever it does. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#worker.terminate();
    await this.#gone;
  }

  #tell(message: ToWorker): void {
    this.#port.postMessage(message);
    this.#ring();
  }

  #ring(): void {
    Atomics.add(this.#control, word.bell, 1);
    Atomics.notify(this.#control, word.bell);
  }

  #taken(size: number): void {
    Atomics.sub(this.#control, word.output, size);
    this.#ring();
  }

  #hear(message: FromWorker, ready: () => void): void {
    switch (message.say) {
      case 'ready':
        this.placed = message.placed;
        return ready();
      case 'answer':
        this.#waiting.get(message.number)?.resolve(message.value);
        this.#waiting.delete(message.number);
        return;
      case 'refusal':
        this.#waiting.get(message.number)?.reject(failureOf(message.failure));
        this.#waiting.delete(message.number);
        return;
      case 'outcome':
        if (message.outcome.kind === 'exited') this.#ended = true;
        return this.listener.outcome(message.outcome);
      case 'output':
        this.#taken(message.text.length);
        return this.listener.output(message.stream, message.text);
      case 'logged': {
        const taken = (): void => this.#taken(message.size);
        return this.listener.logged === undefined ? taken() : this.listener.logged(message.entries, taken);
      }
      case 'watchesEnded':
        return this.listener.watchesEnded?.(message.ids);
      case 'told':
        return this.listener.told?.(message.value);
      case 'waiting':
        return this.listener.waiting?.(message.waiting);
      case 'crashed':
        this.#failure = failureOf(message.failure);
    }
  }

  #closed(): void {
    // What the thread said before it ended may not have been delivered yet.
    for (;;) {
      const last: { readonly message: FromWorker } | undefined = receiveMessageOnPort(this.#port);
      if (last === undefined) break;
      this.#hear(last.message, () => undefined);
    }
    this.#over = true;
    this.#port.close();
    for (const waiting of this.#waiting.values()) waiting.reject(this.#failure ?? programOver());
    this.#waiting.clear();
    if (!this.#ended) this.listener.lost(this.#failure ?? programOver());
  }
}

const failureOf = ({ code, blame, message, next }: FailureData): Failure =>
  new Failure(code, blame, message, next);

const programOver = (): Failure => new Failure('wrong-state', 'user', 'the program is over.');

function threadFailure(error: unknown): Failure {
  const code = (error as { readonly code?: unknown }).code;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new Failure('no-resources', 'program', 'the thread of the program is out of memory.');
  return asFailure(error);
}
