// A native program without a debugger: started, its streams passed on, its end told. Nothing else is possible.

import { spawn, type ChildProcess } from 'node:child_process';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import {
  Failure,
  nameScope,
  TypeTable,
  type Engine,
  type EngineHost,
  type EngineTraits,
  type LaunchSettings,
  type Thread,
} from '@sonde/engine';
import { checkLaunch, environment } from './launch-check.js';
import { nativeTraits } from './traits.js';

const killMs = 3_000;

const noDebugger = async (): Promise<never> => {
  throw new Failure(
    'wrong-state',
    'user',
    'the program runs without a debugger;',
    'start it with debugging.',
  );
};

export class PlainProcess implements Engine {
  readonly traits: EngineTraits = nativeTraits;
  readonly types = new TypeTable();
  readonly process: Engine['process'];
  readonly #ended: Promise<void>;

  private constructor(
    private readonly child: ChildProcess,
    program: string,
    private readonly host: EngineHost,
  ) {
    this.process = {
      name: basename(program),
      ...(child.pid === undefined ? {} : { id: child.pid }),
      pointerSize: 8,
      isLocal: true,
    };
    child.stdin?.on('error', () => undefined);
    this.#ended = this.#watchEnd();
  }

  /** A process cannot be held before its first instruction without a debugger: it runs from the start. */
  static async start(program: string, settings: LaunchSettings, host: EngineHost): Promise<PlainProcess> {
    await checkLaunch(program, settings);
    const child = spawn(program, [...settings.args], {
      cwd: settings.cwd,
      env: environment(settings.env),
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own, so that what it started ends with it.
      detached: true,
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', error => {
        reject(
          new Failure('bad-arguments', 'user', `${program} cannot be started: ${error.message}.`, undefined, {
            cause: error,
          }),
        );
      });
    });
    const engine = new PlainProcess(child, program, host);
    if (settings.stdin.text !== '') await engine.input(settings.stdin.text);
    if (settings.stdin.closed) await engine.input(undefined);
    return engine;
  }

  /** Its output is listened to from here on; the kernel holds what came before. */
  async begin(): Promise<void> {
    this.#pass('stdout', this.child.stdout);
    this.#pass('stderr', this.child.stderr);
  }

  async threads(): Promise<readonly Thread[]> {
    return [];
  }

  readonly resume = noDebugger;
  readonly pause = noDebugger;
  readonly stack = noDebugger;
  readonly scopes = noDebugger;
  readonly readMemory = noDebugger;
  readonly readObjects = noDebugger;
  readonly readPlaces = noDebugger;
  readonly write = noDebugger;
  readonly writeMemory = noDebugger;
  readonly evaluateText = noDebugger;
  readonly breakpointLocations = async () => [];
  readonly names = async () => nameScope([]);

  changeBreakpoints: Engine['changeBreakpoints'] = async set =>
    set.map(({ id }) => ({
      id,
      state: 'unresolved' as const,
      sites: [],
      message: 'The program runs without a debugger.',
    }));

  async input(text: string | undefined): Promise<void> {
    if (text === undefined) this.child.stdin?.end();
    else this.child.stdin?.write(text);
  }

  async terminate(): Promise<void> {
    this.#signal('SIGTERM');
    const timer = setTimeout(() => this.#signal('SIGKILL'), killMs);
    timer.unref();
    void this.#ended.then(() => clearTimeout(timer));
  }

  detach(): Promise<void> {
    return this.terminate();
  }

  async dispose(): Promise<void> {
    this.#signal('SIGKILL');
    this.child.stdin?.destroy();
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
    await this.#ended;
  }

  #pass(name: 'stdout' | 'stderr', stream: Readable | null): void {
    stream?.on('data', (data: Buffer) => {
      // Nothing more is read until this was taken: the program then waits in its write.
      stream.pause();
      this.host.event({ kind: 'output', stream: name, data, taken: () => void stream.resume() });
    });
  }

  /** 'close' comes after the streams have ended, so that no output follows the end. */
  async #watchEnd(): Promise<void> {
    const status = await new Promise<{ readonly code: number } | { readonly signal: string }>(resolve => {
      this.child.once('close', (code, killer) =>
        resolve(killer === null ? { code: code ?? 0 } : { signal: killer }),
      );
    });
    this.host.event({ kind: 'exited', status });
    this.host.event({ kind: 'ended' });
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.child.pid === undefined || this.child.exitCode !== null || this.child.signalCode !== null)
      return;
    try {
      process.kill(-this.child.pid, signal);
    } catch {
      // Gone in the meantime.
    }
  }
}
