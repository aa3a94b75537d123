// Runs the command `sonde` as users do: as a process of its own, in a folder of its own, with a register of its own.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export const sondeScript = fileURLToPath(new URL('../../bin/sonde.js', import.meta.url));

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process whose output can be waited for. */
export class Running {
  #stdout = '';
  #stderr = '';
  #listeners = new Set<() => void>();
  readonly #finished: Promise<Finished>;

  constructor(readonly child: ChildProcess) {
    child.stdout?.on('data', data => this.#heard(() => (this.#stdout += String(data))));
    child.stderr?.on('data', data => this.#heard(() => (this.#stderr += String(data))));
    this.#finished = once(child, 'close').then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
      stdout: this.#stdout,
      stderr: this.#stderr,
    }));
    void this.#finished.then(() => this.#heard(() => undefined));
  }

  get stdout(): string {
    return this.#stdout;
  }

  write(text: string): void {
    this.child.stdin?.write(text);
  }

  /** Resolves when stdout has the text somewhere behind what was waited for before. Rejects when the process ends. */
  async sees(text: string, from = 0): Promise<number> {
    for (;;) {
      const found = this.#stdout.indexOf(text, from);
      if (found >= 0) return found + text.length;
      const ended = this.child.exitCode !== null || this.child.signalCode !== null;
      if (ended)
        throw new Error(
          `the process ended without saying ${JSON.stringify(text)}:\n${this.#stdout}${this.#stderr}`,
        );
      await new Promise<void>(resolve => {
        const listener = (): void => {
          this.#listeners.delete(listener);
          resolve();
        };
        this.#listeners.add(listener);
      });
    }
  }

  finished(): Promise<Finished> {
    return this.#finished;
  }

  #heard(change: () => void): void {
    change();
    for (const listener of [...this.#listeners]) listener();
  }
}

/** A folder with programs, and the processes started in it; both end with `close`. */
export class Workbench {
  readonly folder = mkdtempSync(join(tmpdir(), 'sonde-cli-'));
  readonly #running: Running[] = [];
  readonly #unread: ChildProcess[] = [];

  file(name: string, text: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    return path;
  }

  /** `output` is an open file for its standard output, which is then not heard. */
  start(args: readonly string[], env: Readonly<Record<string, string>> = {}, output?: number): Running {
    return this.#spawn(process.execPath, [sondeScript, ...args], env, output);
  }

  /** Another command than this one. */
  startOther(command: string, args: readonly string[]): Running {
    return this.#spawn(command, args, {});
  }

  /** Under script(1), which gives it a terminal. */
  startInTerminal(args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
    return this.startNodeInTerminal([sondeScript, ...args], env);
  }

  /** Another program of Node under script(1). */
  startNodeInTerminal(args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
    const command = [process.execPath, ...args].map(word => `'${word}'`).join(' ');
    // A shell that does not become its last command would stand between script(1) and the program and take the signals.
    return this.#spawn('script', ['-qefc', `exec ${command}`, '/dev/null'], { ...env, SHELL: '/bin/sh' });
  }

  /** From a shell that redirects descriptors as it is told: `3> file`. */
  startInShell(redirections: string, args: readonly string[]): Running {
    return this.#spawn(
      '/bin/sh',
      ['-c', `exec "$@" ${redirections}`, 'sh', process.execPath, sondeScript, ...args],
      {},
    );
  }

  /** A process whose standard output is held and never read. */
  startUnread(args: readonly string[]): {
    readonly stdin: Writable;
    readonly exited: Promise<number | null>;
  } {
    const child = spawn(process.execPath, [sondeScript, ...args], {
      cwd: this.folder,
      env: this.#environment(),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdin.on('error', () => undefined);
    this.#unread.push(child);
    return {
      stdin: child.stdin,
      exited: once(child, 'exit').then(([code]) => code as number | null),
    };
  }

  #environment(changes: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
    return {
      ...process.env,
      XDG_RUNTIME_DIR: this.folder,
      XDG_STATE_HOME: this.folder,
      NO_COLOR: '1',
      ...changes,
    };
  }

  #spawn(
    command: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    output: number | 'pipe' = 'pipe',
  ): Running {
    const child = spawn(command, args, {
      cwd: this.folder,
      env: this.#environment(env),
      stdio: ['pipe', output, 'pipe'],
    });
    // A process that ends early takes no more input; its exit code tells the rest.
    child.stdin?.on('error', () => undefined);
    const running = new Running(child);
    this.#running.push(running);
    return running;
  }

  /** Runs to the end, with this input. */
  async run(args: readonly string[], input = ''): Promise<Finished> {
    const running = this.start(args);
    running.child.stdin?.end(input);
    return running.finished();
  }

  async close(): Promise<void> {
    for (const child of this.#unread.splice(0)) child.kill('SIGKILL');
    for (const running of this.#running.splice(0)) {
      running.child.kill('SIGKILL');
      await running.finished();
    }
    rmSync(this.folder, { recursive: true });
  }
}
