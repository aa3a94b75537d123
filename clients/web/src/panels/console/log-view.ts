// The lines of the log that pass the filters, kept up line by line: a flood of output costs what is new.
import { hasEscapes, parseAnsi, plainStyle, withoutAnsi, type LogLine, type AnsiStyle } from '@sonde/client';

export interface LogFilter {
  /** Streams that are not wanted, by `streamOf`. */
  readonly hidden: ReadonlySet<string>;
  readonly text: string;
}

export const noFilter: LogFilter = { hidden: new Set(), text: '' };

/** What a line is filtered by: the program's stream, or ours. */
export const streamOf = ({ kind, stream }: LogLine): string => {
  if (kind === 'output') return stream;
  return kind === 'input' ? 'stdin' : kind === 'notice' ? 'notes' : 'console';
};

/** In the fixed column in front of the line; the colour says the same. */
export function labelOf({ kind, stream }: LogLine): string {
  switch (kind) {
    case 'output':
      return stream.startsWith('std') && stream.length > 3 ? stream.slice(3) : stream;
    case 'input':
      return 'in';
    case 'notice':
      return 'note';
    case 'problem':
      return '!';
    case 'question':
      return '>';
    case 'answer':
      return '=';
  }
}

/** For those who hear the page. */
export function spokenLabelOf({ kind, stream }: LogLine): string {
  switch (kind) {
    case 'output':
      return stream;
    case 'input':
      return 'input';
    case 'notice':
      return 'note';
    case 'problem':
      return 'problem';
    case 'question':
      return 'asked';
    case 'answer':
      return 'answer';
  }
}

export class LogView {
  #filter = noFilter;
  #shown: LogLine[] = [];
  /** Number of the last line that was looked at: for the filter, and for colours. */
  #filtered = 0;
  #begun = 0;
  readonly #streams = new Set<string>();
  /** How lines begin that do not begin plain, by number: a colour goes on until it is taken back. */
  readonly #begins = new Map<number, AnsiStyle>();
  readonly #ends = new Map<string, AnsiStyle>();

  /** Streams that said something since the log was cleared. */
  get streams(): readonly string[] {
    return [...this.#streams];
  }

  /** Lines to show now. The same array may be given again when more was put into it. */
  update(lines: readonly LogLine[], filter: LogFilter): readonly LogLine[] {
    const first = lines[0]?.number;
    const last = lines.at(-1)?.number ?? 0;
    // The log drops its oldest lines, but never all: when none is left it was cleared, by us or for another session.
    if (first === undefined || first > this.#begun || last < this.#begun) this.#forget();
    if (first === undefined) return this.#shown;
    if (filter !== this.#filter) {
      this.#shown = [];
      this.#filtered = 0;
      this.#filter = filter;
    }
    this.#dropBefore(first);
    for (let index = Math.max(0, this.#begun + 1 - first); index < lines.length; index++)
      this.#begin(lines[index]!, lines[index - 1]);
    this.#begun = last;
    const passes = passing(filter);
    // The last line may have grown since: it is looked at again.
    const from = Math.max(first, this.#filtered);
    if ((this.#shown.at(-1)?.number ?? 0) >= from) this.#shown.pop();
    for (let index = from - first; index < lines.length; index++)
      if (passes(lines[index]!)) this.#shown.push(lines[index]!);
    this.#filtered = last;
    return this.#shown;
  }

  /** How a line of output begins. */
  beginOf({ number }: LogLine): AnsiStyle {
    return this.#begins.get(number) ?? plainStyle;
  }

  #forget(): void {
    this.#shown = [];
    this.#filtered = 0;
    this.#begun = 0;
    this.#streams.clear();
    this.#begins.clear();
    this.#ends.clear();
  }

  #dropBefore(first: number): void {
    if ((this.#shown[0]?.number ?? first) >= first) return;
    this.#shown = this.#shown.filter(({ number }) => number >= first);
    for (const number of this.#begins.keys()) if (number < first) this.#begins.delete(number);
  }

  #begin(line: LogLine, before: LogLine | undefined): void {
    this.#streams.add(streamOf(line));
    // The line before is whole now.
    if (before?.kind === 'output') {
      const begin = this.beginOf(before);
      if (begin !== plainStyle || hasEscapes(before.text))
        this.#ends.set(before.stream, parseAnsi(before.text, begin).end);
    }
    const begin = line.kind === 'output' ? this.#ends.get(line.stream) : undefined;
    if (begin !== undefined && begin !== plainStyle) this.#begins.set(line.number, begin);
  }
}

function passing({ hidden, text }: LogFilter): (line: LogLine) => boolean {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return hidden.size === 0 ? () => true : line => !hidden.has(streamOf(line));
  return line => !hidden.has(streamOf(line)) && withoutAnsi(line.text).toLowerCase().includes(wanted);
}

/** A line that is longer is cut in the view; a copy has all of it. */
export const longestShown = 4_000;

export const copyOf = (lines: readonly LogLine[]): string =>
  lines.map(({ kind, text }) => (kind === 'question' ? `> ${text}` : withoutAnsi(text))).join('\n');
