// The program's console in the user's terminal: a proxy of ours runs there and is reached over a private socket.

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure, makeTemporaryFolder, type TerminalRequest, nodeEnvironment } from '@sonde/engine';
import { LineSplitter, type FromTerminal, type ToTerminal } from '../terminal-messages.js';

/** How long the client may take until the proxy runs in its terminal. */
const connectMs = 15_000;
const longestLine = 16 * 1024 * 1024;
const proxy = fileURLToPath(new URL('../terminal-proxy.js', import.meta.url));

export interface TerminalListener {
  /** Undefined: no more will come. */
  input(text: string | undefined): void;
  /** Ctrl+C. */
  interrupt(): void;
}

type RunInTerminal = (request: TerminalRequest) => Promise<unknown>;

export class Terminal {
  #socket: Socket | undefined;
  readonly #untaken: (() => void)[] = [];

  private constructor(
    private readonly directory: string,
    private readonly server: Server,
    private readonly listener: TerminalListener,
  ) {}

  /** Has the client start the proxy and waits until it has called. */
  static async open(
    run: RunInTerminal,
    request: Pick<TerminalRequest, 'kind' | 'title' | 'cwd'>,
    listener: TerminalListener,
    signal: AbortSignal,
  ): Promise<Terminal> {
    // Only this user can enter the folder, and only who knows the token is listened to.
    const directory = await makeTemporaryFolder('terminal');
    const path = join(directory, 'socket');
    const token = randomBytes(32).toString('hex');
    const server = createServer();
    const terminal = new Terminal(directory, server, listener);
    const giveUp = new AbortController();
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(path, resolve);
      });
      await chmod(path, 0o600);
      const called = terminal.#awaitCall(token, AbortSignal.any([signal, giveUp.signal]));
      const args = [process.execPath, proxy, path];
      await Promise.all([
        run({ ...request, args, env: { SONDE_TERMINAL_TOKEN: token, ...nodeEnvironment } }),
        called,
      ]);
      return terminal;
    } catch (error) {
      giveUp.abort();
      await terminal.close(1);
      throw error;
    }
  }

  get isOpen(): boolean {
    return this.#socket !== undefined;
  }

  write(out: 'stdout' | 'stderr', data: string | Uint8Array, taken: () => void): void {
    this.#untaken.push(taken);
    if (typeof data === 'string') this.#say({ out, text: data });
    else this.#say({ out, bytes: Buffer.from(data).toString('base64') });
  }

  /** Ends the proxy, with this exit code, and removes the socket. */
  async close(exitCode: number): Promise<void> {
    const socket = this.#socket;
    if (socket !== undefined) {
      this.#say({ exit: exitCode });
      await new Promise<void>(resolve => socket.end(resolve));
    }
    this.#lost();
    await new Promise<void>(resolve => {
      this.server.close(() => resolve());
    });
    await rm(this.directory, { recursive: true, force: true });
  }

  #awaitCall(token: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = (): void => {
        signal.removeEventListener('abort', cancel);
        reject(
          new Failure('deadline', 'environment', 'the terminal of the client did not start the program.'),
        );
      };
      const timer = setTimeout(late, connectMs);
      // The client has given the launch up, which is no fault of its terminal.
      const cancel = (): void => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', cancel, { once: true });
      this.server.on('connection', socket => {
        this.#receive(socket, token, () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', cancel);
          resolve();
        });
      });
    });
  }

  #receive(socket: Socket, token: string, accepted: () => void): void {
    const lines = new LineSplitter(longestLine);
    let known = false;
    socket.setEncoding('utf8');
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      if (known) this.#lost();
    });
    socket.on('data', (text: string) => {
      try {
        for (const line of lines.add(text)) {
          const message = JSON.parse(line) as FromTerminal;
          if (known) this.#hear(message);
          else if (this.#socket === undefined && 'token' in message && sameToken(message.token, token)) {
            known = true;
            this.#socket = socket;
            accepted();
          } else socket.destroy();
        }
      } catch {
        socket.destroy();
      }
    });
  }

  #hear(message: FromTerminal): void {
    if ('took' in message) this.#untaken.shift()?.();
    else if ('input' in message) this.listener.input(message.input);
    else if ('inputEnded' in message) this.listener.input(undefined);
    else if ('interrupt' in message) this.listener.interrupt();
  }

  /** The terminal was closed: nothing comes from there any more, and nothing waits for it. */
  #lost(): void {
    if (this.#socket === undefined) return;
    this.#socket = undefined;
    for (const taken of this.#untaken.splice(0)) taken();
    this.listener.input(undefined);
  }

  #say(message: ToTerminal): void {
    this.#socket?.write(`${JSON.stringify(message)}\n`);
  }
}

function sameToken(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
