// The private socket to the launcher in the user's terminal, from the terminal's opening to the program's end.

import { rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { cancelled, Failure, makeTemporaryFolder, type ExitStatus } from '@sonde/engine';
import { encodeFrame, FrameReader } from './framing.js';
import type { FromLauncher, ToLauncher } from './launcher-messages.js';

const startMs = 30_000;

export class LauncherLink {
  /** The program's process; rejected with why it could not be started. */
  readonly started: Promise<number>;
  /** Undefined when the launcher is gone and cannot tell. */
  readonly exited: Promise<ExitStatus | undefined>;
  readonly #closed: Promise<void>;
  readonly #socket: Socket;
  readonly #frames = new FrameReader();
  #onStarted: (id: number) => void = () => undefined;
  #onFailed: (why: Error) => void = () => undefined;
  #onExited: (status: ExitStatus | undefined) => void = () => undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.started = new Promise((resolve, reject) => ([this.#onStarted, this.#onFailed] = [resolve, reject]));
    // Whether anybody waits for it or not.
    this.started.catch(() => undefined);
    this.exited = new Promise(resolve => (this.#onExited = resolve));
    this.#closed = new Promise(resolve => {
      socket.once('close', () => resolve());
    });
    socket.on('data', chunk => this.#received(chunk));
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.#onFailed(new Error('the launcher in the terminal ended'));
      this.#onExited(undefined);
    });
  }

  /** `run` starts the launcher with the path of the socket; waits until it has called. */
  static async open(run: (path: string) => Promise<unknown>, signal: AbortSignal): Promise<LauncherLink> {
    if (signal.aborted) throw cancelled();
    // Nobody but this user can enter the folder.
    const directory = await makeTemporaryFolder('terminal');
    const path = join(directory, 'socket');
    const server = createServer();
    const giveUp = new AbortController();
    const call = firstCall(server, AbortSignal.any([signal, giveUp.signal]));
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(path, resolve);
      });
      const [link] = await Promise.all([call, run(path)]);
      return link;
    } catch (error) {
      giveUp.abort();
      // A launcher that did call must not run the program for nobody.
      await call.then(
        link => link.close(),
        () => undefined,
      );
      throw error;
    } finally {
      server.close();
      await rm(directory, { recursive: true, force: true });
    }
  }

  say(message: ToLauncher): void {
    if (this.#socket.writable) this.#socket.write(encodeFrame(message));
  }

  /** What was said before is still sent. */
  async close(): Promise<void> {
    this.#socket.end(() => this.#socket.destroy());
    await this.#closed;
  }

  #received(chunk: Buffer): void {
    try {
      for (const message of this.#frames.push(chunk) as FromLauncher[]) {
        if ('started' in message) this.#onStarted(message.started);
        else if ('failed' in message) this.#onFailed(new Error(message.failed));
        else this.#onExited(message.exited);
      }
    } catch {
      this.#socket.destroy();
    }
  }
}

/** The launcher's call. Any later one, and one that nobody waits for any more, is hung up on. */
function firstCall(server: Server, signal: AbortSignal): Promise<LauncherLink> {
  const called = new Promise<LauncherLink>((resolve, reject) => {
    const late = `nothing ran in the terminal within ${startMs / 1000} seconds.`;
    const timer = setTimeout(() => reject(new Failure('deadline', 'environment', late)), startMs);
    const abort = (): void => (clearTimeout(timer), reject(cancelled()));
    signal.addEventListener('abort', abort, { once: true });
    let isFirst = true;
    server.on('connection', socket => {
      if (signal.aborted || !isFirst) return socket.destroy();
      isFirst = false;
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      return resolve(new LauncherLink(socket));
    });
  });
  // Whoever waits hears of it; until somebody does, it is no error of the process.
  called.catch(() => undefined);
  return called;
}
