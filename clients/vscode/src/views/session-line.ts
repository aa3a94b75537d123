// A line to a debug adapter of its own, by which a webview joins the session that the editor holds: whole messages as texts.

import { spawn, type ChildProcess } from 'node:child_process';
import { FrameSplitter } from '@sonde/dap';
import type { SondeCommand } from '../adapter.js';

export interface LineListener {
  text(text: string): void;
  /** Called once, last. */
  closed(reason?: string): void;
}

/** How long the adapter may take to end by itself when its input has ended. */
const graceMs = 3_000;

const decoder = new TextDecoder();

export class SessionLine {
  readonly #child: ChildProcess;
  readonly #splitter = new FrameSplitter();
  #forced: ReturnType<typeof setTimeout> | undefined;
  #closing = false;
  #trouble = '';

  constructor(
    { command, args, env }: SondeCommand,
    private readonly listener: LineListener,
  ) {
    this.#child = spawn(command, [...args, 'dap'], {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    this.#child.stdout?.on('data', (bytes: Buffer) => this.#receive(bytes));
    this.#child.stderr?.on('data', (bytes: Buffer) => (this.#trouble = bytes.toString('utf8').slice(-500)));
    this.#child.stdin?.on('error', () => undefined);
    this.#child.once('error', error => this.#end(error.message));
    this.#child.once('close', code => this.#end(code === 0 ? undefined : this.#trouble.trim()));
  }

  send(text: string): void {
    if (this.#closing) return;
    const body = Buffer.from(text, 'utf8');
    this.#child.stdin?.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.#child.stdin?.write(body);
  }

  /** The adapter leaves the session when its input ends; one that does not is ended. */
  close(): void {
    if (this.#closing) return;
    this.#closing = true;
    this.#child.stdin?.end();
    this.#forced = setTimeout(() => this.#child.kill('SIGKILL'), graceMs);
  }

  #receive(bytes: Uint8Array): void {
    for (const frame of this.#splitter.push(bytes)) {
      if (this.#closing) return;
      if (frame.ok) this.listener.text(decoder.decode(frame.body));
      else return this.close();
    }
  }

  #ended = false;

  #end(reason: string | undefined): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#closing = true;
    clearTimeout(this.#forced);
    this.listener.closed(reason);
  }
}
