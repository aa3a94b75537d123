// A transcript: what a test chooses to log, in short readable form with stable names, to be compared with a golden file.
import type { WireMessage } from '@sonde/dap';
import { StableNames } from './stable-names.js';
import type { StableNameOptions } from './stable-names.js';
import type { Entry } from './timeline.js';
import { textOr } from './timeline-text.js';

export interface TranscriptOptions extends StableNameOptions {
  /** Keys of messages that say nothing in this test; they are left out wherever they stand. */
  readonly without?: readonly string[];
}

const lineWidth = 100;

export class Transcript {
  readonly #names: StableNames;
  readonly #without: ReadonlySet<string>;
  readonly #lines: string[] = [];
  #asserted = true;

  constructor(options: TranscriptOptions = {}) {
    this.#names = new StableNames(options);
    this.#without = new Set(options.without ?? []);
  }

  /** Whether all that was logged has been compared. */
  get isAsserted(): boolean {
    return this.#asserted;
  }

  /** Says that what was logged so far has been looked at. */
  markAsserted(): void {
    this.#asserted = true;
  }

  get text(): string {
    return this.#lines.length === 0 ? '' : `${this.#lines.join('\n')}\n`;
  }

  /** Free text; ids of the protocol cannot be told from numbers here, but ports, addresses and paths are replaced. */
  line(text: string): void {
    this.#asserted = false;
    this.#lines.push(...this.#names.text(text).split('\n'));
  }

  /** Any data, under a title. */
  data(title: string, value: unknown): void {
    this.#asserted = false;
    this.#lines.push(...layOut(title, this.#prune(this.#names.value(value))));
  }

  message(direction: 'sent' | 'received', message: WireMessage): void {
    const arrow = direction === 'sent' ? '>' : '<';
    switch (message.type) {
      case 'request':
        return this.data(`${arrow} ${message.command}`, message.arguments);
      case 'event':
        return this.data(`${arrow} event ${message.event}`, message.body);
      case 'response':
        if (message.success) return this.data(`${arrow} ${message.command} answered`, message.body);
        return this.data(`${arrow} ${message.command} failed: ${textOr(message.message, '')}`, message.body);
    }
  }

  /** Entries of a timeline, all or those that the filter lets through; notes are left out. */
  entries(entries: readonly Entry[], filter: (message: WireMessage) => boolean = () => true): void {
    for (const entry of entries) {
      if (entry.kind === 'message' && filter(entry.message)) this.message(entry.direction, entry.message);
    }
  }

  #prune(value: unknown): unknown {
    if (this.#without.size === 0) return value;
    if (Array.isArray(value)) return value.map(element => this.#prune(element));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !this.#without.has(key))
        .map(([key, part]) => [key, this.#prune(part)]),
    );
  }
}

/** One line if it fits, else one line per part, indented; the same data always looks the same. */
function layOut(title: string, value: unknown): string[] {
  if (value === undefined || isEmptyObject(value)) return [title];
  const short = `${title} ${flat(value)}`;
  if (short.length <= lineWidth || typeof value !== 'object' || value === null) return [short];
  const parts = Array.isArray(value)
    ? value.flatMap(element => layOut('-', element))
    : Object.entries(value).flatMap(([key, part]) => layOut(`${key}:`, part));
  return [title, ...parts.map(line => `  ${line}`)];
}

function flat(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flat).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return scalar(value);
  const parts = Object.entries(value).map(([key, part]) => `${key}: ${flat(part)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

/** Quotes only where the text could be taken for something else; a name such as `${program}` cannot. */
function scalar(value: unknown): string {
  if (typeof value !== 'string') return String(value);
  const bare = value.replaceAll(/\$\{\w+\}/g, 'name');
  const isPlain =
    /^[A-Za-z_$<(/][^\n\r\t"{}[\],]*$/.test(bare) && !/^(?:true|false|null|undefined)$|\s$/.test(bare);
  return isPlain ? value : JSON.stringify(value);
}

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
