// The timeline: every message of one connection, both ways, numbered in the order in which it was seen.
import type { EventBody, EventName, WireMessage } from '@sonde/dap';
import { describeEntry } from './timeline-text.js';

export type Direction = 'sent' | 'received';

export interface MessageEntry {
  readonly kind: 'message';
  readonly number: number;
  readonly direction: Direction;
  readonly message: WireMessage;
}

/** Something that is not a message but explains the messages around it, such as the end of the connection. */
export interface NoteEntry {
  readonly kind: 'note';
  readonly number: number;
  readonly text: string;
}

export type Entry = MessageEntry | NoteEntry;

/** A received event, with its body typed. */
export interface EventEntry<Name extends EventName> {
  readonly number: number;
  readonly body: EventBody<Name>;
}

/** A place in the timeline: anything that has a number. `after: start` means "from the beginning". */
export interface Position {
  readonly number: number;
}

export const start: Position = { number: 0 };

export interface EventSearch<Name extends EventName> {
  readonly after?: Position;
  readonly before?: Position;
  readonly where?: (body: EventBody<Name>) => boolean;
}

/** A wait that cannot succeed any more, or a broken promise of the adapter; shows what was said before. */
export class TimelineFailure extends Error {
  override readonly name = 'TimelineFailure';

  constructor(problem: string, timeline: Timeline, options?: ErrorOptions) {
    const footer = timeline.footer();
    super([problem, timeline.tail(), ...(footer === '' ? [] : [footer])].join('\n'), options);
  }
}

interface Watcher {
  readonly see: (entry: Entry) => void;
  readonly ended: () => void;
}

const shownEntries = 30;

export class Timeline {
  /** Further lines under every failure, such as what a process wrote to stderr. */
  footer: () => string = () => '';
  readonly #entries: Entry[] = [];
  readonly #watchers = new Set<Watcher>();
  #endReason: string | undefined;

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** The newest entry; `after: timeline.now` means "whatever comes from here on". */
  get now(): Position {
    return this.#entries.at(-1) ?? start;
  }

  /** The next entry, to be looked at before `append` shows it to those who wait. */
  prepare(direction: Direction, message: WireMessage): MessageEntry {
    return { kind: 'message', number: this.#entries.length + 1, direction, message };
  }

  append(entry: Entry): void {
    this.#entries.push(entry);
    for (const watcher of [...this.#watchers]) watcher.see(entry);
  }

  note(text: string): void {
    this.append({ kind: 'note', number: this.#entries.length + 1, text });
  }

  /** Nothing will be added any more: whoever still waits is told so. */
  end(reason: string): void {
    if (this.#endReason !== undefined) return;
    this.#endReason = reason;
    this.note(reason);
    for (const watcher of [...this.#watchers]) watcher.ended();
  }

  between(after: Position = start, before?: Position): readonly Entry[] {
    return this.#entries.slice(after.number, before === undefined ? undefined : before.number - 1);
  }

  /** Events of one kind, oldest first. */
  events<Name extends EventName>(name: Name, search: EventSearch<Name> = {}): readonly EventEntry<Name>[] {
    return this.between(search.after, search.before).flatMap(entry => {
      const event = asEvent(entry, name);
      return event !== undefined && (search.where?.(event.body) ?? true) ? [event] : [];
    });
  }

  /**
   * The first thing that `match` makes of an entry after the given position, whether that entry is there already or is
   * still to come. `match` sees every entry once, in order, so that it may add up what it sees.
   */
  async waitFor<T>(
    what: string,
    options: { readonly after?: Position; readonly timeoutMs: number },
    match: (entry: Entry) => T | undefined,
  ): Promise<T> {
    for (const entry of this.between(options.after)) {
      const found = match(entry);
      if (found !== undefined) return found;
    }
    if (this.#endReason !== undefined) throw this.#failure(`${what} never came`, options.after);
    return this.#watch(what, options, match);
  }

  /** The last entries, one line each, for people who look for what went wrong. */
  tail(count = shownEntries): string {
    const hidden = Math.max(0, this.#entries.length - count);
    const lines = this.#entries.slice(hidden).map(describeEntry);
    if (hidden > 0) lines.unshift(`… ${hidden} earlier entries`);
    return ['timeline (→ sent, ← received):', ...lines].map(line => `  ${line}`).join('\n');
  }

  #watch<T>(
    what: string,
    { after, timeoutMs }: { readonly after?: Position; readonly timeoutMs: number },
    match: (entry: Entry) => T | undefined,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = (action: () => void): void => {
        this.#watchers.delete(watcher);
        clearTimeout(timer);
        action();
      };
      const watcher: Watcher = {
        see: entry => {
          try {
            const found = match(entry);
            if (found !== undefined) settle(() => resolve(found));
          } catch (error) {
            settle(() => reject(error instanceof Error ? error : new Error(String(error))));
          }
        },
        ended: () => settle(() => reject(this.#failure(`${what} never came`, after))),
      };
      const timer = setTimeout(
        () => settle(() => reject(this.#failure(`${what} did not come within ${timeoutMs} ms`, after))),
        timeoutMs,
      );
      this.#watchers.add(watcher);
    });
  }

  #failure(problem: string, after: Position | undefined): TimelineFailure {
    const since = after === undefined || after.number === 0 ? '' : ` after entry ${after.number}`;
    const reason = this.#endReason === undefined ? '' : `: ${this.#endReason}`;
    return new TimelineFailure(`${problem}${since}${reason}`, this);
  }
}

/** The entry as an event of that name, if it is one that was received. */
export function asEvent<Name extends EventName>(entry: Entry, name: Name): EventEntry<Name> | undefined {
  if (entry.kind !== 'message' || entry.direction !== 'received') return undefined;
  if (entry.message.type !== 'event' || entry.message.event !== name) return undefined;
  return { number: entry.number, body: entry.message.body as EventBody<Name> };
}
