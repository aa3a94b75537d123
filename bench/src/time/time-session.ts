// A program under `sonde dap` whose time is travelled: the requests that an editor sends, and how long until the program stands again.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { framing, type Message } from '../dap.js';
import { sonde } from '../debuggers.js';
import { Child } from '../frames.js';
import { lineOf } from '../markers.js';
import { processorMs, residentMB } from './process-tree.js';

/** Where the program stands, and what it took until the event was here. */
export interface Stand {
  readonly ms: number;
  /** Of the processor, in all threads. */
  readonly processorMs: number;
  readonly line: number;
  readonly step: number;
  readonly last: number;
}

/** A wait that takes longer has failed: the run is bounded. */
const longestMs = 900_000;

interface Position {
  readonly step: number;
}

export class TimeSession {
  #sequence = 1;
  #thread = 0;
  #opened: Stand | undefined;

  private constructor(
    private readonly child: Child,
    private readonly source: string,
  ) {}

  /** Builds the program, starts it and runs it to the marker. */
  static async open(
    source: string,
    marker: string,
    options: Readonly<Record<string, unknown>>,
  ): Promise<TimeSession> {
    const child = new Child(process.execPath, [sonde, 'dap'], framing);
    const session = new TimeSession(child, source);
    try {
      await session.#ask('initialize', {
        adapterID: 'bench',
        linesStartAt1: true,
        columnsStartAt1: true,
        pathFormat: 'path',
        supportsTimeTravel: true,
      });
      const launched = session.#ask('launch', { program: source, ...options });
      await session.#event('initialized');
      await session.breakpoints([marker]);
      await session.#ask('configurationDone', {});
      await launched;
      session.#opened = await session.#stopped(performance.now(), 0);
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  /** Where it stopped first. */
  get opened(): Stand {
    return this.#opened!;
  }

  get residentMB(): number {
    return residentMB(this.child.pid);
  }

  async breakpoints(markers: readonly string[]): Promise<void> {
    const breakpoints = markers.map(marker => ({ line: lineOf(this.source, marker) }));
    const { breakpoints: set } = await this.#ask('setBreakpoints', {
      source: { path: this.source },
      breakpoints,
    });
    for (const each of set as readonly Message[])
      if (each['verified'] === false && each['reason'] === 'failed')
        throw new Error(`a breakpoint was refused: ${String(each['message'])}`);
  }

  resume = (): Promise<Stand> => this.#move('continue', { threadId: this.#thread });
  stepBack = (): Promise<Stand> => this.#move('stepBack', { threadId: this.#thread });
  reverse = (): Promise<Stand> => this.#move('reverseContinue', { threadId: this.#thread });
  goTo = (step: number): Promise<Stand> => this.#move('sonde/gotoTime', { step });

  /** Lets it run for a while, and stops it wherever it is: a present that nobody chose. */
  async runFor(ms: number): Promise<Stand> {
    await this.#ask('continue', { threadId: this.#thread });
    await sleep(ms);
    return this.#move('pause', { threadId: this.#thread });
  }

  /** Who wrote it last. Answers with the line that did. */
  async lastWrite(expression: string): Promise<Pick<Stand, 'ms' | 'processorMs' | 'line'>> {
    const stack = await this.#ask('stackTrace', { threadId: this.#thread, startFrame: 0, levels: 1 });
    const frameId = (stack['stackFrames'] as readonly Message[])[0]!['id'];
    const before = processorMs(this.child.pid);
    const began = performance.now();
    const { values } = await this.#ask('sonde/valueHistory', { expression, frameId, limit: 1 });
    const ms = performance.now() - began;
    const line = Number((values as readonly Message[])[0]?.['line'] ?? -1);
    return { ms, processorMs: processorMs(this.child.pid) - before, line };
  }

  /** What a step of the line counts. */
  async unit(): Promise<string> {
    return String((await this.#ask('sonde/timeline', { limit: 1 }))['unit']);
  }

  async close(): Promise<void> {
    try {
      await this.#ask('disconnect', { terminateDebuggee: true });
    } finally {
      await this.child.end();
    }
  }

  async #move(command: string, args: object): Promise<Stand> {
    const before = processorMs(this.child.pid);
    const stopped = this.#stopped(performance.now(), before);
    await Promise.all([this.#ask(command, args), stopped]);
    return stopped;
  }

  async #stopped(began: number, before: number): Promise<Stand> {
    const { body } = (await this.#event('stopped')) as { readonly body: Message };
    const ms = performance.now() - began;
    const taken = processorMs(this.child.pid) - before;
    this.#thread = body['threadId'] as number;
    const { step, last } = (body['time'] ?? { step: 0, last: { step: 0 } }) as Position & { last: Position };
    const stack = await this.#ask('stackTrace', { threadId: this.#thread, startFrame: 0, levels: 1 });
    const line = Number((stack['stackFrames'] as readonly Message[])[0]?.['line'] ?? -1);
    return { ms, processorMs: taken, line, step, last: last.step };
  }

  #event(name: string): Promise<Message> {
    const ended = (said: unknown): boolean => (said as Message)['event'] === 'terminated';
    const wanted = (said: unknown): said is Message =>
      (said as Message)['type'] === 'event' && ((said as Message)['event'] === name || ended(said));
    return this.#bounded(this.child.wait(wanted), name).then(said => {
      if (ended(said)) throw new Error(`the program ended before ${name}`);
      return said;
    });
  }

  async #ask(command: string, args: unknown): Promise<Message> {
    const seq = this.#sequence++;
    const body = JSON.stringify({ seq, type: 'request', command, arguments: args });
    this.child.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    const isAnswer = (said: unknown): said is Message =>
      (said as Message)['type'] === 'response' && (said as Message)['request_seq'] === seq;
    const answer = await this.#bounded(this.child.wait(isAnswer), command);
    if (answer['success'] !== true) throw new Error(`${command}: ${String(answer['message'])}`);
    return (answer['body'] ?? {}) as Message;
  }

  async #bounded<Result>(work: Promise<Result>, what: string): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${what}: no answer in ${longestMs / 1000} s`)), longestMs);
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
