// A server that the debugger starts itself and talks to through its standard input and output.

import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { cancelled, Failure } from '@sonde/engine';
import type { ChannelEnds } from './json-lines-channel.js';

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | null>>;
}

/** How long a server may take to end by itself before it is killed. */
const graceMs = 1_000;

/** Between the end of its output and its own. */
const momentMs = 300;

export class ServerProcess {
  readonly ends: ChannelEnds;
  readonly #gone: Promise<string>;

  private constructor(
    private readonly child: ChildProcess,
    complain: (text: string) => void,
  ) {
    const { stdin, stdout, stderr } = child;
    if (stdin === null || stdout === null || stderr === null) throw new TypeError('a server without pipes');
    this.ends = { input: stdout, output: stdin, destroy: () => stdin.destroy() };
    stderr.setEncoding('utf8').on('data', complain);
    // A write to one that has ended is told by its end.
    stdin.on('error', () => undefined);
    this.#gone = new Promise(resolve =>
      child.once('exit', (code, signal) =>
        resolve(signal === null ? `it ended with code ${code ?? '?'}` : `it was ended by ${signal}`),
      ),
    );
  }

  /** `complain` gets what the server writes to its standard error. */
  static start(
    { command, args, cwd, env }: ServerCommand,
    complain: (text: string) => void,
    signal: AbortSignal,
  ): Promise<ServerProcess> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(cancelled());
      const child = spawn(command, args, { cwd, env: environment(env), stdio: ['pipe', 'pipe', 'pipe'] });
      child.once('error', (error: NodeJS.ErrnoException) => reject(notStarted(command, error)));
      child.once('spawn', () => resolve(new ServerProcess(child, complain)));
    });
  }

  get id(): number | undefined {
    return this.child.pid;
  }

  /** Settles with the way it ended. */
  get gone(): Promise<string> {
    return this.#gone;
  }

  /** The way it ended; undefined when it still lives a moment after its line was closed. */
  async goneSoon(): Promise<string | undefined> {
    const over = new AbortController();
    const late = pause(momentMs, undefined, { signal: over.signal }).catch(() => undefined);
    try {
      return await Promise.race([this.#gone, late]);
    } finally {
      over.abort();
    }
  }

  async end(): Promise<void> {
    this.ends.output.end();
    const timer = setTimeout(() => this.child.kill('SIGKILL'), graceMs);
    await this.#gone;
    clearTimeout(timer);
    this.ends.input.destroy();
  }
}

function environment(changes: ServerCommand['env']): NodeJS.ProcessEnv {
  // What opens the debugger is none of the debuggee's business.
  const wanted: Readonly<Record<string, string | null | undefined>> = {
    ...process.env,
    SONDE_TOKEN: null,
    ...changes,
  };
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([name, value]) => (value == null ? [] : [[name, value]])),
  );
}

const notStarted = (command: string, error: NodeJS.ErrnoException): Failure =>
  error.code === 'ENOENT'
    ? new Failure(
        'tool-missing',
        'environment',
        `the server ${command} was not found.`,
        'Install it, or give its whole path.',
        { cause: error },
      )
    : new Failure(
        'tool-missing',
        'environment',
        `the server ${command} cannot be started: ${error.message}.`,
        undefined,
        {
          cause: error,
        },
      );
