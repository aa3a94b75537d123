// A child process with one owner, who ends it: politely first, by force after a deadline, and at exit in any case.
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { OutputText } from './output-text.js';

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ProcessOptions {
  readonly cwd?: string;
  /** Added to this process's environment; null removes a variable. */
  readonly env?: Readonly<Record<string, string | null>>;
  readonly shell?: boolean;
}

/** Whatever happens to this process, its children do not outlive it. */
const alive = new Set<ChildProcessWithoutNullStreams>();
let exitHookInstalled = false;

export class OwnedProcess {
  readonly commandLine: string;
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly errors = new OutputText();
  readonly exited: Promise<ProcessExit>;
  readonly #child: ChildProcessWithoutNullStreams;
  #exit: ProcessExit | undefined;

  private constructor(child: ChildProcessWithoutNullStreams, pid: number, commandLine: string) {
    this.#child = child;
    this.commandLine = commandLine;
    this.pid = pid;
    this.stdin = child.stdin;
    this.stdout = child.stdout;
    // Writing to a process that has gone is no error of its owner.
    child.stdin.on('error', () => undefined);
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.errors.append(text));
    child.stderr.on('close', () => this.errors.end());
    this.exited = new Promise(resolve => {
      child.once('exit', (code, signal) => {
        alive.delete(child);
        this.#exit = { code, signal };
        resolve(this.#exit);
      });
    });
  }

  static start(
    command: string,
    args: readonly string[] = [],
    options: ProcessOptions = {},
  ): Promise<OwnedProcess> {
    const { cwd, env, shell } = options;
    const commandLine = [command, ...args].join(' ');
    const child = spawn(command, args, {
      stdio: 'pipe',
      env: mergeEnvironment(env ?? {}),
      ...(cwd === undefined || cwd === '' ? {} : { cwd }),
      ...(shell === undefined ? {} : { shell }),
    });
    return new Promise((resolve, reject) => {
      child.once('error', error => {
        reject(new Error(`${commandLine} could not be started: ${error.message}`, { cause: error }));
      });
      child.once('spawn', () => {
        killAtExit(child);
        resolve(new OwnedProcess(child, child.pid!, commandLine));
      });
    });
  }

  get hasExited(): boolean {
    return this.#exit !== undefined;
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): void {
    if (!this.hasExited) this.#child.kill(signal);
  }

  /** How it ended; undefined if it has not after so long. */
  exitWithin(timeoutMs: number): Promise<ProcessExit | undefined> {
    return new Promise(resolve => {
      const timer = setTimeout(() => resolve(undefined), timeoutMs);
      void this.exited.then(exit => {
        clearTimeout(timer);
        resolve(exit);
      });
    });
  }

  /** Waits for the process to end by itself; after the deadline kills it and says so. */
  async end(deadlineMs: number): Promise<ProcessExit & { readonly forced: boolean }> {
    this.stdin.end();
    // Someone must read, or a process that writes a lot never gets to its end.
    this.stdout.resume();
    let forced = false;
    const timer = setTimeout(() => {
      forced = true;
      this.kill('SIGKILL');
    }, deadlineMs);
    const exit = await this.exited;
    clearTimeout(timer);
    return { ...exit, forced };
  }
}

function killAtExit(child: ChildProcessWithoutNullStreams): void {
  alive.add(child);
  if (exitHookInstalled) return;
  exitHookInstalled = true;
  process.once('exit', () => {
    for (const survivor of alive) survivor.kill('SIGKILL');
  });
}

function mergeEnvironment(changes: Readonly<Record<string, string | null>>): NodeJS.ProcessEnv {
  const merged: NodeJS.ProcessEnv = { ...process.env };
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) Reflect.deleteProperty(merged, name);
    else merged[name] = value;
  }
  return merged;
}
