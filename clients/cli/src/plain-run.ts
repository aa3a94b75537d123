// Runs a built program on its engine without debugging: streams through, signals through, exit code back.

import { rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import {
  notSupported,
  type Engine,
  type EngineEvent,
  type EngineHost,
  type ExitStatus,
  type LaunchSettings,
  type Stop,
  type Target,
} from '@sonde/engine';
import type { Language, StreamStyle } from '@sonde/language';
import type { Streams } from './command.js';
import { failureText } from './failure-text.js';
import { OtherStreams, type Outgoing } from './other-streams.js';
import { signalCode, type SignalWatch } from './signals.js';

type Ended = Extract<EngineEvent, { kind: 'ended' }>;

export interface BuiltProgram {
  readonly language: Language;
  readonly target: Target;
  readonly settings: LaunchSettings;
}

/** `finish` is begun in the event of the program's end, for which its engine waits; before a signal of ours ends the program. */
export async function runWithoutDebugger(
  { language, target, settings }: BuiltProgram,
  streams: Streams,
  signals: SignalWatch,
  finish?: (engine: Engine) => Promise<void>,
): Promise<number> {
  const program = new PlainRun(streams, language.streams?.output ?? {}, finish);
  signals.onSignal = signal => program.signalled(signal);
  try {
    signals.aborted.throwIfAborted();
    const engine = await language.engine.start(target, settings, program.host, signals.aborted);
    program.engine = engine;
    try {
      // A signal that came while the program was being loaded was meant for it.
      signals.aborted.throwIfAborted();
      await engine.begin();
      program.feed();
      const code = await program.result;
      await program.finished;
      return code;
    } finally {
      await engine.dispose();
    }
  } finally {
    signals.onSignal = undefined;
    program.close();
    // Reading on would keep the process alive.
    streams.input.destroy();
    await Promise.all(target.temporary.map(path => rm(path, { recursive: true, force: true })));
  }
}

class PlainRun {
  engine: Engine | undefined;
  readonly result: Promise<number>;
  #finish!: (code: number) => void;
  #status: ExitStatus | undefined;
  #signal: NodeJS.Signals | undefined;
  #writing: Promise<void> = Promise.resolve();
  #unwritten = false;
  #begun: Promise<void> | undefined;
  #signals = 0;

  readonly #others: OtherStreams;

  constructor(
    private readonly streams: Streams,
    styles: Readonly<Record<string, StreamStyle>>,
    private readonly finish: ((engine: Engine) => Promise<void>) | undefined,
  ) {
    this.#others = new OtherStreams(styles, streams.errors);
    this.result = new Promise(resolve => (this.#finish = resolve));
  }

  get finished(): Promise<void> | undefined {
    return this.#begun;
  }

  close(): void {
    this.#others.close();
  }

  readonly host: EngineHost = {
    event: event => this.#event(event),
    // Without breakpoints there is nothing to compile or to decide.
    compileCondition: () => {
      throw notSupported('a condition', 'the program runs without a debugger');
    },
    compileLog: () => {
      throw notSupported('a log message', 'the program runs without a debugger');
    },
    decide: () => Promise.resolve({ stop: false }),
  };

  /** What comes in on our standard input goes to the program, no faster than it takes it. */
  feed(): void {
    const pass = async (): Promise<void> => {
      this.streams.input.setEncoding('utf8');
      for await (const text of this.streams.input as AsyncIterable<string>) await this.engine?.input(text);
      await this.engine?.input(undefined);
    };
    // A program that has ended takes no more input; that is no failure.
    pass().catch(() => undefined);
  }

  /** A program with a process of its own decides itself what a signal means; one inside ours is ended. */
  signalled(signal: NodeJS.Signals): void {
    this.#signal ??= signal;
    const { engine } = this;
    if (engine === undefined) return;
    const pid = engine.process.id;
    if (pid === undefined) return this.#interrupt(engine);
    try {
      process.kill(pid, signal);
    } catch {
      // It is gone already, and its end is on the way.
    }
  }

  #event(event: EngineEvent): void {
    switch (event.kind) {
      case 'output': {
        const { to, data } = this.#wayOf(event.stream, event.data);
        this.#writing = this.#writing
          .then(() => write(to, data))
          .then(error => this.#lost(error))
          .finally(() => event.taken?.());
        return;
      }
      case 'notice':
        if (event.important) this.#say(event.message);
        return;
      case 'child':
        event.child.leaveAlone().catch((error: unknown) => this.#say(failureText(error)));
        return;
      case 'stopped':
        this.#goOn(event.stop);
        return;
      case 'exited':
        this.#status = event.status;
        if (this.engine !== undefined) void this.#finishOnce(this.engine);
        return;
      case 'ended':
        void this.#writing
          .then(() => write(this.streams.errors, this.#others.rest()))
          .then(() => this.#finish(this.#exitCode(event)));
        return;
      case 'continued':
      case 'thread':
      case 'module':
      case 'source':
      case 'breakpoints':
      case 'waiting-for-input':
        return;
    }
  }

  #wayOf(stream: string, data: string | Uint8Array): Outgoing {
    if (stream === 'stdout') return { to: this.streams.output, data };
    return this.#others.way(stream, data) ?? { to: this.streams.errors, data };
  }

  /** Resolves when it is over, in whatever way: who waits for `finished` hears of a failure. */
  async #finishOnce(engine: Engine): Promise<void> {
    this.#begun ??= this.finish?.(engine);
    await this.#begun?.catch(() => undefined);
  }

  /**
   * Ends a program inside our process; one that has to be finished first comes to a stop for that. A terminal and npm may
   * both send a signal for one key, so only the third one does not wait.
   */
  #interrupt(engine: Engine): void {
    this.#signals++;
    if (this.finish === undefined || this.#signals > 2) this.#terminate(engine);
    else if (this.#signals === 1) engine.pause().catch(() => this.#terminate(engine));
  }

  /** Nobody asked for stops, but for the one before the end; one that cannot be left is the end, too. */
  #goOn({ id, focus }: Stop): void {
    const { engine } = this;
    if (this.#signals > 0 && engine !== undefined)
      return void this.#finishOnce(engine).then(() => this.#terminate(engine));
    this.engine
      ?.resume({
        stop: id,
        thread: focus,
        scope: 'all',
        direction: 'forward',
        motion: { kind: 'continue' },
      })
      .catch((error: unknown) => {
        this.#say(failureText(error));
        this.#finish(1);
      });
  }

  /** What the program prints is not taken any more, so it ends: nobody shall believe that all of it is there. */
  #lost(error: Error | null | undefined): void {
    if (error === null || error === undefined || this.#signal !== undefined || this.#unwritten) return;
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || readerGone.has(code)) {
      // Without us in between, the system would have sent it this.
      this.signalled('SIGPIPE');
      return;
    }
    this.#unwritten = true;
    this.#say(`cannot write what the program prints: ${error.message}.`);
    if (this.engine !== undefined) this.#interrupt(this.engine);
  }

  #terminate(engine: Engine): void {
    engine.terminate().catch((error: unknown) => this.#say(failureText(error)));
  }

  #exitCode({ trouble }: Ended): number {
    if (trouble?.trace !== undefined) this.#say(trouble.trace);
    if (trouble !== undefined) this.#say(`${trouble.message} ${trouble.next ?? ''}`.trimEnd());
    // What our own signal ended has no status of its own inside this process.
    if (this.#signal !== undefined && this.engine?.process.id === undefined) return signalCode(this.#signal);
    if (this.#status === undefined || this.#unwritten) return 1;
    return 'code' in this.#status ? this.#status.code : signalCode(this.#status.signal);
  }

  #say(message: string): void {
    this.streams.errors.write(`sonde: ${message}\n`);
  }
}

/** As behind `| head`. */
const readerGone: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED']);

/** Resolves when it was taken, or with the reason why not. */
const write = (stream: Writable, data: string | Uint8Array): Promise<Error | null | undefined> =>
  new Promise(resolve => {
    stream.write(data, resolve);
  });
