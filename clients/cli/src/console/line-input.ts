// Where commands come from: a script, a pipe, or a person at a terminal.

import { createInterface, cursorTo, clearLine, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Editor } from './screen.js';

export interface LineInput {
  /** Whether a person types: then there is a prompt, and lines may come at any time. */
  readonly interactive: boolean;
  /** Whether an empty line means "again", as it does for what is typed. */
  readonly repeatsOnEmpty: boolean;
  /** The next line; undefined at the end. */
  next(): Promise<string | undefined>;
  close(): void;
}

export function scriptInput(text: string): LineInput {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const remaining = lines[Symbol.iterator]();
  return {
    interactive: false,
    repeatsOnEmpty: false,
    next: () => {
      const step = remaining.next();
      return Promise.resolve(step.done === true ? undefined : step.value);
    },
    close: () => undefined,
  };
}

/** Lines that came and were not asked for yet, or a reader that waits for one. */
class LineQueue {
  readonly #lines: string[] = [];
  #waiting: ((line: string | undefined) => void) | undefined;
  #ended = false;

  get hasLine(): boolean {
    return this.#lines.length > 0;
  }

  push(line: string): void {
    if (this.#waiting === undefined) {
      this.#lines.push(line);
      return;
    }
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting(line);
  }

  end(): void {
    this.#ended = true;
    this.#waiting?.(undefined);
    this.#waiting = undefined;
  }

  next(): Promise<string | undefined> {
    const line = this.#lines.shift();
    if (line !== undefined) return Promise.resolve(line);
    if (this.#ended) return Promise.resolve(undefined);
    return new Promise(resolve => (this.#waiting = resolve));
  }
}

export function pipedInput(input: Readable): LineInput {
  const queue = new LineQueue();
  const reader = createInterface({ input, crlfDelay: Infinity });
  reader.on('line', line => queue.push(line));
  reader.on('close', () => queue.end());
  return { interactive: false, repeatsOnEmpty: true, next: () => queue.next(), close: () => reader.close() };
}

export type Completer = (line: string) => Promise<readonly [readonly string[], string]>;

/** A terminal with line editing, history and completion. */
export class TerminalInput implements LineInput, Editor {
  readonly interactive = true;
  readonly repeatsOnEmpty = true;
  readonly #queue = new LineQueue();
  readonly #reader: Interface;
  #prompting = false;

  constructor(
    input: Readable,
    private readonly output: Writable,
    complete: Completer,
    handlers: { readonly typed: () => void; readonly interrupted: () => void },
  ) {
    this.#reader = createInterface({
      input,
      output,
      terminal: true,
      historySize: 500,
      completer: (line: string, done: (error: null, result: [string[], string]) => void) => {
        void complete(line).then(
          ([hits, part]) => done(null, [[...hits], part]),
          () => done(null, [[], line]),
        );
      },
    });
    this.#reader.on('line', line => {
      this.#prompting = false;
      handlers.typed();
      this.#queue.push(line);
    });
    this.#reader.on('SIGINT', () => handlers.interrupted());
    this.#reader.on('close', () => this.#queue.end());
  }

  async next(): Promise<string | undefined> {
    const typedAhead = this.#queue.hasLine;
    const line = await this.#queue.next();
    // A line from before the prompt belongs behind it, as if it had just been typed.
    if (typedAhead && this.#prompting) this.output.write(`${line ?? ''}\n`);
    this.#prompting = false;
    return line;
  }

  /** Asks for a command; with an empty text, what is typed is for the program and nothing is asked. */
  prompt(text: string): void {
    this.#reader.setPrompt(text);
    this.#prompting = text !== '';
    if (this.#prompting) this.#reader.prompt(true);
  }

  /** Throws away what was being typed. */
  discardLine(): void {
    this.#reader.write(null, { ctrl: true, name: 'e' });
    this.#reader.write(null, { ctrl: true, name: 'u' });
  }

  get isEmpty(): boolean {
    return this.#reader.line === '';
  }

  hide(): void {
    if (!this.#prompting) return;
    cursorTo(this.output, 0);
    clearLine(this.output, 0);
  }

  show(): void {
    if (this.#prompting) this.#reader.prompt(true);
  }

  close(): void {
    this.#reader.close();
  }
}
