// The standard streams as the world of a program that is traced: no output is lost, no input is read too early.

import type { Readable, Writable } from 'node:stream';
import { programFiles } from '@sonde/engine-vm';
import type { DebugHost } from './debug-host.js';

export interface ProgramStreams {
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
}

/** As much as the VM engine gives a program that does not say. */
const memoryLimit = 512 * 1024 * 1024;

export class StreamHost implements DebugHost {
  readonly executable = process.execPath;
  readonly memoryLimit = memoryLimit;
  readonly files = programFiles(process.cwd());
  readonly watching = false;
  readonly debugged = true;
  readonly #began = performance.now();
  readonly #closed = (): void => {
    this.#gone = true;
    this.onClosed();
  };
  #gone = false;
  #input: InputLines | undefined;

  /** `errorData` turns what the program writes to standard error into what is written there. */
  constructor(
    private readonly streams: ProgramStreams,
    readonly args: readonly string[],
    private readonly errorData: (data: string | Uint8Array) => string | Uint8Array = data => data,
  ) {
    for (const stream of this.#outputs) stream.on('error', this.#closed).on('close', this.#closed);
  }

  /** Nobody reads the output any more. */
  onClosed: () => void = () => undefined;

  get gone(): boolean {
    return this.#gone;
  }

  write(stream: string, text: string): boolean {
    return this.#put(stream, text);
  }

  writeBytes(stream: string, bytes: Uint8Array): boolean {
    return this.#put(stream, bytes);
  }

  readLine(): string | null | undefined {
    this.#input ??= new InputLines(this.streams.input);
    return this.#input.next();
  }

  async ready(what: 'input' | 'output'): Promise<void> {
    if (what === 'input') return this.#input?.more();
    await Promise.all(this.#outputs.map(stream => this.#drained(stream)));
  }

  now(): number {
    return performance.now() - this.#began;
  }

  random(): number {
    return Math.random();
  }

  startChild(): void {
    // The language has no way to start another program.
  }

  touched(): boolean {
    return false;
  }

  dispose(): void {
    this.#input?.dispose();
    for (const stream of this.#outputs) stream.off('error', this.#closed).off('close', this.#closed);
  }

  get #outputs(): readonly Writable[] {
    return [this.streams.output, this.streams.errors];
  }

  #put(stream: string, data: string | Uint8Array): boolean {
    if (this.#gone) return true;
    const target = stream === 'stderr' ? this.streams.errors : this.streams.output;
    if (target.writableNeedDrain) return false;
    target.write(stream === 'stderr' ? this.errorData(data) : data);
    return true;
  }

  #drained(stream: Writable): Promise<void> {
    if (this.#gone || !stream.writableNeedDrain) return Promise.resolve();
    return new Promise(resolve => {
      const events = ['drain', 'error', 'close'] as const;
      const done = (): void => {
        for (const event of events) stream.off(event, done);
        resolve();
      };
      for (const event of events) stream.on(event, done);
    });
  }
}

/** Lines of a stream that is read only while somebody waits for one. */
class InputLines {
  #text = '';
  #ended = false;
  #waiting: (() => void) | undefined;
  readonly #data = (text: string): void => {
    this.#text += text;
    this.stream.pause();
    this.#wake();
  };
  readonly #end = (): void => {
    this.#ended = true;
    this.#wake();
  };

  constructor(private readonly stream: Readable) {
    stream.setEncoding('utf8');
    stream.pause();
    stream.on('data', this.#data).on('end', this.#end).on('error', this.#end).on('close', this.#end);
  }

  /** Undefined when none is there yet, null when none will come. */
  next(): string | null | undefined {
    const end = this.#text.indexOf('\n');
    if (end < 0 && !this.#ended) return undefined;
    if (end < 0 && this.#text === '') return null;
    const line = end < 0 ? this.#text : this.#text.slice(0, end);
    this.#text = end < 0 ? '' : this.#text.slice(end + 1);
    return end >= 0 && line.endsWith('\r') ? line.slice(0, -1) : line;
  }

  more(): Promise<void> {
    if (this.#ended) return Promise.resolve();
    return new Promise(resolve => {
      this.#waiting = resolve;
      this.stream.resume();
    });
  }

  /** Reading on would keep the process alive. */
  dispose(): void {
    this.stream.off('data', this.#data).off('end', this.#end).off('close', this.#end);
    this.stream.destroy();
  }

  #wake(): void {
    this.#waiting?.();
    this.#waiting = undefined;
  }
}
