// Programs that the program starts: offered to the session, and run here without a debugger when nobody takes them.

import { basename, dirname, resolve } from 'node:path';
import {
  asFailure,
  Failure,
  type ChildTarget,
  type Engine,
  type EngineEvent,
  type EngineHost,
  type LaunchSettings,
  type Target,
} from '@sonde/engine';

export interface ChildMaker {
  readonly build: (program: string, cwd: string) => Promise<Target>;
  readonly start: (target: Target, settings: LaunchSettings, host: EngineHost) => Promise<Engine>;
}

/** Of a launch the user knows which program it is; of a child the message has to say so. */
function naming(program: string, error: unknown): Failure {
  const failure = asFailure(error);
  if (failure.message.includes(basename(program))) return failure;
  const { code, blame, message, next } = failure;
  return new Failure(code, blame, `${program}: ${message}`, next, { cause: error });
}

export class Children {
  readonly #running = new Set<Promise<void>>();
  readonly #engines = new Set<Engine>();
  #closed = false;

  constructor(
    private readonly parent: { readonly program: string; readonly settings: LaunchSettings },
    private readonly maker: ChildMaker | undefined,
    private readonly emit: (event: EngineEvent) => void,
  ) {}

  /** `program` counts from the folder of the program that starts it. */
  offer(program: string, args: readonly string[]): ChildTarget {
    const path = resolve(dirname(this.parent.program), program);
    const { cwd } = this.parent.settings;
    return {
      name: basename(path),
      request: 'launch',
      configuration: { program: path, args, cwd },
      leaveAlone: () => this.#track(this.#runAlone(path, args)),
    };
  }

  /** Answers when those that were left alone have ended. */
  async finished(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  get idle(): boolean {
    return this.#running.size === 0;
  }

  async end(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#engines].map(engine => engine.terminate()));
    await this.finished();
  }

  /** Answers once the child runs; its end is waited for by `finished`. */
  async #track(started: Promise<{ readonly ended: Promise<void> }>): Promise<void> {
    const whole = started.then(child => child.ended);
    this.#running.add(whole);
    const done = (): void => void this.#running.delete(whole);
    whole.then(done, done);
    await started;
  }

  async #runAlone(program: string, args: readonly string[]): Promise<{ readonly ended: Promise<void> }> {
    if (this.#closed) throw new Failure('wrong-state', 'user', 'the program that started it is over.');
    if (this.maker === undefined)
      throw new Failure('not-supported', 'sonde', 'this engine cannot build children.');
    const { cwd, env } = this.parent.settings;
    const target = await this.maker.build(program, cwd).catch((error: unknown) => {
      throw naming(program, error);
    });
    let end: (() => void) | undefined;
    const ended = new Promise<void>(settle => (end = settle));
    const host: EngineHost = {
      event: event => {
        if (event.kind === 'output') this.emit(event);
        else if (event.kind === 'child')
          void event.child.leaveAlone().catch((error: unknown) => this.#failed(error));
        else if (event.kind === 'ended') end?.();
      },
      decide: async () => ({ stop: false }),
      compileCondition: refuse,
      compileLog: refuse,
    };
    const settings: LaunchSettings = {
      program,
      args,
      cwd,
      env,
      stopOnEntry: false,
      noDebug: true,
      stdin: { text: '', closed: true },
      console: 'internalConsole',
      extra: {},
    };
    const engine = await this.maker.start(target, settings, host);
    this.#engines.add(engine);
    await engine.begin();
    const disposed = ended.then(async () => {
      this.#engines.delete(engine);
      await engine.dispose();
    });
    return { ended: disposed };
  }

  #failed(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.emit({
      kind: 'notice',
      message: `A child program could not be started: ${message}`,
      important: true,
    });
  }
}

const refuse = (): never => {
  throw new Failure('internal', 'sonde', 'a program without a debugger has no breakpoints.');
};
