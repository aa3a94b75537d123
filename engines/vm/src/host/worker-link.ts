// The host thread's end of the line to one VM thread: questions with answers, news, and how the thread ended.

import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import { Failure } from '@sonde/engine';
import type { FailureData, FromWorker, QuestionName, Questions, ToWorker, WorkerSetup } from '../messages.js';
import { Cancellations } from '../shared/cancellations.js';
import { ringTheBell, sharedMemory, type SharedMemory } from '../shared/shared-memory.js';

export type News = Exclude<FromWorker, { say: 'answer' | 'refusal' }>;

export interface ThreadEnd {
  readonly outOfMemory: boolean;
  readonly error?: Error;
}

export interface LinkListener {
  news(news: News): void;
  /** The thread is gone; no news will follow. */
  gone(end: ThreadEnd): void;
}

interface Asked<Name extends QuestionName> {
  readonly answer: Promise<Questions[Name]['answer']>;
  readonly cancel: () => void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export class WorkerLink {
  readonly shared: SharedMemory;
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, Waiting>();
  readonly #gone: Promise<void>;
  readonly #cancellations: Cancellations;
  #lastNumber = 0;
  #error: Error | undefined;
  #alive = true;

  constructor(setup: WorkerSetup, heapMegabytes: number, listener: LinkListener) {
    this.shared = sharedMemory(setup.shared);
    this.#cancellations = new Cancellations(this.shared.cancelled);
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker = new Worker(new URL('../worker/main.js', import.meta.url), {
      workerData: { setup, port: port2 },
      transferList: [port2],
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
      stdin: false,
    });
    port1.on('message', (message: FromWorker) => this.#receive(message, listener));
    this.#worker.on('error', (error: unknown) => {
      this.#error = error instanceof Error ? error : new Error(String(error));
    });
    this.#gone = new Promise(resolve => {
      this.#worker.once('exit', () => {
        this.#closed(listener);
        resolve();
      });
    });
  }

  get alive(): boolean {
    return this.#alive;
  }

  tell(message: ToWorker): void {
    if (!this.#alive) return;
    this.#port.postMessage(message);
    ringTheBell(this.shared.control);
  }

  ask<Name extends QuestionName>(
    name: Name,
    question: Questions[Name]['ask'],
  ): Promise<Questions[Name]['answer']> {
    return this.askFor(name, question).answer;
  }

  /** As `ask`; `cancel` makes the thread stop working on the answer, which is then a refusal. */
  askFor<Name extends QuestionName>(name: Name, question: Questions[Name]['ask']): Asked<Name> {
    if (!this.#alive) return { answer: Promise.reject(programOver()), cancel: () => undefined };
    const number = ++this.#lastNumber;
    return { answer: this.#put(number, name, question), cancel: () => this.#cancellations.add(number) };
  }

  #put<Name extends QuestionName>(
    number: number,
    name: Name,
    question: Questions[Name]['ask'],
  ): Promise<Questions[Name]['answer']> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve: value => resolve(value as Questions[Name]['answer']), reject });
      // The name and its question belong together by the signature; the union cannot be told so.
      this.tell({ tell: 'question', number, question: { name, ...question } as never });
    });
  }

  /** Asks the thread to end and makes it, should it not come back from the machine in time. */
  async end(graceMs: number): Promise<void> {
    this.tell({ tell: 'end' });
    const timer = setTimeout(() => void this.#worker.terminate(), graceMs);
    await this.#gone;
    clearTimeout(timer);
  }

  #receive(message: FromWorker, listener: LinkListener): void {
    if (message.say !== 'answer' && message.say !== 'refusal') return listener.news(message);
    const waiting = this.#waiting.get(message.number);
    this.#waiting.delete(message.number);
    if (message.say === 'answer') waiting?.resolve(message.value);
    else waiting?.reject(asThrown(message.failure));
  }

  #closed(listener: LinkListener): void {
    // What the thread said before it ended may not have been delivered yet.
    for (;;) {
      const last: { readonly message: FromWorker } | undefined = receiveMessageOnPort(this.#port);
      if (last === undefined) break;
      this.#receive(last.message, listener);
    }
    this.#alive = false;
    this.#port.close();
    for (const waiting of this.#waiting.values()) waiting.reject(programOver());
    this.#waiting.clear();
    const code = (this.#error as { readonly code?: unknown } | undefined)?.code;
    listener.gone({
      outOfMemory: code === 'ERR_WORKER_OUT_OF_MEMORY',
      ...(this.#error === undefined ? {} : { error: this.#error }),
    });
  }
}

const asThrown = (data: FailureData): Failure => new Failure(data.code, data.blame, data.message, data.next);

const programOver = (): Failure => new Failure('wrong-state', 'user', 'the program is over.');
