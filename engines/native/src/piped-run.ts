// A process of ours whose streams are pipes.

import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { EngineEvent, EngineHost, ExitStatus, LaunchSettings } from '@sonde/engine';
import { cannotStart, environment } from './launch-check.js';
import type { PlainRun } from './plain-run.js';

export class PipedRun implements PlainRun {
  readonly ended: Promise<ExitStatus>;
  /** What was printed before anybody listened. */
  #held: EngineEvent[] | undefined = [];

  private constructor(
    private readonly child: ChildProcess,
    private readonly host: EngineHost,
  ) {
    child.stdin?.on('error', () => undefined);
    // From the start: Node throws away what nobody reads when the process ends.
    this.#pass('stdout', child.stdout);
    this.#pass('stderr', child.stderr);
    this.ended = new Promise(resolve => {
      child.once('close', (code, killer) =>
        resolve(killer === null ? { code: code ?? 0 } : { signal: killer }),
      );
    });
  }

  static async start(program: string, settings: LaunchSettings, host: EngineHost): Promise<PipedRun> {
    const child = spawn(program, [...settings.args], {
      cwd: settings.cwd,
      env: environment(settings.env),
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own, so that what it started ends with it.
      detached: true,
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', error => reject(cannotStart(program, error)));
    });
    const run = new PipedRun(child, host);
    if (settings.stdin.text !== '') run.input(settings.stdin.text);
    if (settings.stdin.closed) run.input(undefined);
    return run;
  }

  get processId(): number | undefined {
    return this.child.pid;
  }

  listen(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const event of held) this.host.event(event);
  }

  input(text: string | undefined): void {
    if (text === undefined) this.child.stdin?.end();
    else this.child.stdin?.write(text);
  }

  async signal(name: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (this.child.pid === undefined || this.child.exitCode !== null || this.child.signalCode !== null)
      return;
    try {
      process.kill(-this.child.pid, name);
    } catch {
      // Gone in the meantime.
    }
  }

  /** Its streams end with us, and so does it. */
  async leave(): Promise<boolean> {
    return false;
  }

  async release(): Promise<void> {
    await this.signal('SIGKILL');
    this.child.stdin?.destroy();
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
    await this.ended;
  }

  #pass(name: 'stdout' | 'stderr', stream: Readable | null): void {
    stream?.on('data', (data: Buffer) => {
      // Nothing more is read until this was taken: the program then waits in its write.
      stream.pause();
      const event = { kind: 'output', stream: name, data, taken: () => void stream.resume() } as const;
      if (this.#held === undefined) this.host.event(event);
      else this.#held.push(event);
    });
  }
}
