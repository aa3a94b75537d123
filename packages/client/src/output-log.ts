// What the program and the debugger said, line by line: bounded, appended to, never rewritten.
import type { Source } from '@sonde/dap';
import { Store } from './store.js';
import type { TimePosition } from './time/time-requests.js';
import type { ShownVariable } from './value.js';

export type LineKind = 'output' | 'notice' | 'problem' | 'question' | 'answer' | 'input';

export interface LogLine {
  /** Counts up over the whole life of the log. */
  readonly number: number;
  readonly kind: LineKind;
  /** `stdout`, `stderr`, or what the language calls a stream of its own; empty for what we say. */
  readonly stream: string;
  readonly text: string;
  /** The line that printed it. */
  readonly source?: Source;
  readonly line?: number;
  /** When it was printed, where one can go back in time. */
  readonly time?: TimePosition;
  /** The value of an answer, to be opened. */
  readonly reference?: number;
  readonly type?: string;
  /** All of that value, for an answer that can be opened or drawn. */
  readonly value?: ShownVariable;
}

export type NewLine = Omit<LogLine, 'number'>;

const mostLines = 100_000;
/** One that is longer goes on in the next: whoever shows it works on all of it whenever more comes. */
const longestLine = 1 << 16;
/** Dropped at a time, so that a flood does not move the whole list for each line. */
const dropped = 10_000;

export class OutputLog {
  /** Counts up with every change. */
  readonly version = new Store(0);
  #lines: LogLine[] = [];
  #next = 1;
  #lost = 0;
  /** Streams whose last line has no end yet: more of it may come. */
  readonly #open = new Map<string, LogLine>();
  #told = false;

  get lines(): readonly LogLine[] {
    return this.#lines;
  }

  /** Lines that were dropped from the beginning. */
  get lost(): number {
    return this.#lost;
  }

  /** Text of a stream as it came, in whatever pieces. */
  append(text: string, about: Omit<NewLine, 'text'>): void {
    const pieces = text.split('\n');
    const last = pieces.pop()!;
    for (const piece of pieces) this.#put(piece, about, true);
    if (last !== '') this.#put(last, about, false);
    this.#trim();
    this.#tell();
  }

  add(line: NewLine): void {
    this.#lines.push({ ...line, number: this.#next++ });
    this.#trim();
    this.#tell();
  }

  clear(): void {
    this.#lines = [];
    this.#lost = 0;
    this.#open.clear();
    this.#tell();
  }

  #put(text: string, about: Omit<NewLine, 'text'>, ends: boolean): void {
    const open = this.#open.get(about.stream);
    const goesOn = open !== undefined && this.#lines.at(-1) === open;
    const parts = piecesOf((goesOn ? open.text : '') + text);
    const last = parts.length - 1;
    if (ends) parts[last] = withoutReturn(parts[last]!);
    for (const [index, part] of parts.entries()) {
      if (index === 0 && goesOn) this.#lines[this.#lines.length - 1] = { ...open, text: part };
      else this.#lines.push({ ...about, text: part, number: this.#next++ });
    }
    if (ends) this.#open.delete(about.stream);
    else this.#open.set(about.stream, this.#lines.at(-1)!);
  }

  #trim(): void {
    if (this.#lines.length <= mostLines + dropped) return;
    const surplus = this.#lines.length - mostLines;
    this.#lines = this.#lines.slice(surplus);
    this.#lost += surplus;
  }

  /** Once per turn: a flood of lines is one change of the page. */
  #tell(): void {
    if (this.#told) return;
    this.#told = true;
    setTimeout(() => {
      this.#told = false;
      this.version.update(count => count + 1);
    }, 16);
  }
}

/** Never empty; none is longer than a line may be, and no letter is cut. */
function piecesOf(text: string): string[] {
  if (text.length <= longestLine) return [text];
  // What stands before a return was written over; the return at the end may be that of the line's end.
  const written = text.lastIndexOf('\r', text.length - 2) + 1;
  if (written > 0) return piecesOf(text.slice(written));
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const to = from + longestLine;
    const cuts = to < text.length && isHighSurrogate(text.charCodeAt(to - 1));
    pieces.push(text.slice(from, cuts ? to - 1 : to));
    from = cuts ? to - 1 : to;
  }
  return pieces;
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

const withoutReturn = (text: string): string => (text.endsWith('\r') ? text.slice(0, -1) : text);
