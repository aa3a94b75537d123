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
  readonly #splitter = new FrameSplitter();
  #child: ChildProcess | undefined;
  /** Said before the adapter was started. */
  #early: string[] = [];
  #forced: ReturnType<typeof setTimeout> | undefined;
  #closing = false;
  #ended = false;
  #trouble = '';

  constructor(
    sonde: Promise<SondeCommand>,
    private readonly listener: LineListener,
  ) {
    sonde.then(
      command => this.#start(command),
      (error: unknown) => this.#end(error instanceof Error ? error.message : String(error)),
    );
  }

  send(text: string): void {
    if (this.#closing) return;
    if (this.#child === undefined) {
      this.#early.push(text);
      return;
    }
    const body = Buffer.from(text, 'utf8');
    this.#child.stdin?.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.#child.stdin?.write(body);
  }

  /** The adapter leaves the session when its input ends; one that does not is ended. */
  close(): void {
    if (this.#closing) return;
    this.#closing = true;
    const child = this.#child;
    if (child === undefined) return this.#end(undefined);
    child.stdin?.end();
    this.#forced = setTimeout(() => child.kill('SIGKILL'), graceMs);
  }

  #start({ command, args, env }: SondeCommand): void {
    if (this.#closing) return;
    const child = spawn(command, [...args, 'dap'], {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    this.#child = child;
    child.stdout.on('data', (bytes: Buffer) => this.#receive(bytes));
    child.stderr.on('data', (bytes: Buffer) => (this.#trouble = bytes.toString('utf8').slice(-500)));
    // It has ended, and its end is told.
    child.stdin.on('error', () => undefined);
    child.once('error', error => this.#end(error.message));
    child.once('close', code => this.#end(code === 0 ? undefined : this.#trouble.trim()));
    const early = this.#early;
    this.#early = [];
    for (const text of early) this.send(text);
  }

  #receive(bytes: Uint8Array): void {
    for (const frame of this.#splitter.push(bytes)) {
      if (this.#closing) return;
      if (!frame.ok) return this.close();
      this.listener.text(decoder.decode(frame.body));
    }
  }

  #end(reason: string | undefined): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#closing = true;
    clearTimeout(this.#forced);
    this.listener.closed(reason);
  }
}
