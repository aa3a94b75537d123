// A process of ours whose streams are pipes.

import { spawn, type ChildProcess } from 'node:child_process';
import { openGivenFile } from './given-file.js';
import { basename } from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import type { EngineEvent, EngineHost, ExitStatus, LaunchSettings } from '@sonde/engine';
import type { PreparedDescriptor } from './descriptors.js';
import { cannotStart, environment } from './launch-check.js';
import { drain, goesOnText } from './left-program.js';
import type { PlainRun } from './plain-run.js';

export class PipedRun implements PlainRun {
  readonly ended: Promise<ExitStatus | undefined>;
  /** What was printed before anybody listened. */
  #held: EngineEvent[] | undefined = [];
  #left = false;
  #onLeft: (() => void) | undefined;

  private constructor(
    private readonly child: ChildProcess,
    descriptors: readonly PreparedDescriptor[],
    private readonly host: EngineHost,
  ) {
    child.stdin?.on('error', () => undefined);
    // From the start: Node throws away what nobody reads when the process ends.
    this.#pass('stdout', child.stdout);
    this.#pass('stderr', child.stderr);
    for (const descriptor of descriptors) this.#connect(descriptor);
    this.ended = new Promise(resolve => {
      this.#onLeft = () => resolve(undefined);
      child.once('close', (code, killer) =>
        resolve(killer === null ? { code: code ?? 0 } : { signal: killer }),
      );
    });
  }

  static async start(
    program: string,
    settings: LaunchSettings,
    descriptors: readonly PreparedDescriptor[],
    host: EngineHost,
  ): Promise<PipedRun> {
    const child = spawn(program, [...settings.args], {
      cwd: settings.cwd,
      env: environment(settings.env),
      stdio: stdioFor(descriptors),
      // A group of its own, so that what it started ends with it.
      detached: true,
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', error => reject(cannotStart(program, error)));
    });
    const run = new PipedRun(child, descriptors, host);
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
    if (this.child.pid === undefined || this.#hasEnded()) return;
    try {
      process.kill(-this.child.pid, name);
    } catch {
      // Gone in the meantime.
    }
  }

  async leave(): Promise<boolean> {
    const { pid, stdout, stderr, spawnfile } = this.child;
    if (pid === undefined || stdout === null || stderr === null || this.#hasEnded()) return false;
    // From here on what it prints is not ours to read.
    this.#left = true;
    for (const stream of [stdout, stderr]) {
      stream.pause();
      await drain(stream);
      stream.destroy();
    }
    this.child.stdin?.destroy();
    this.host.event({ kind: 'notice', message: goesOnText(basename(spawnfile), pid), important: false });
    this.child.unref();
    this.#onLeft?.();
    return true;
  }

  async release(): Promise<void> {
    if (!this.#left) await this.signal('SIGKILL');
    this.child.stdin?.destroy();
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
    await this.ended;
  }

  #hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  #readOn(stream: Readable): void {
    if (!this.#left) stream.resume();
  }

  #connect({ fd, direction, stream, input }: PreparedDescriptor): void {
    // Asked for as pipes, which can be read and written.
    const end = this.child.stdio[fd] as Duplex;
    end.on('error', () => undefined);
    if (direction === 'out') return this.#pass(stream, end);
    if ('file' in input) {
      // One that cannot be read any more ends there, as for `program < file`.
      openGivenFile(input.file)
        .on('error', () => end.end())
        .pipe(end);
    } else {
      end.write(input.data);
      if (input.closed) end.end();
    }
    // Nothing comes back; without a reader its end would not be seen.
    end.resume();
  }

  #pass(name: string, stream: Readable | null): void {
    stream?.on('data', (data: Buffer) => {
      // Nothing more is read until this was taken: the program then waits in its write.
      stream.pause();
      const event = { kind: 'output', stream: name, data, taken: () => this.#readOn(stream) } as const;
      if (this.#held === undefined) this.host.event(event);
      else this.#held.push(event);
    });
  }
}

/** Pipes where there is a descriptor, and nothing between them. */
function stdioFor(descriptors: readonly PreparedDescriptor[]): ('pipe' | 'ignore')[] {
  const last = Math.max(2, ...descriptors.map(({ fd }) => fd));
  return Array.from({ length: last + 1 }, (_, fd) =>
    fd < 3 || descriptors.some(descriptor => descriptor.fd === fd) ? 'pipe' : 'ignore',
  );
}
