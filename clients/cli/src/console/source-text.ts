// The text of sources: from the file where it is, else from the adapter; and how lines of it are shown.

import type { DapClient, Source } from '@sonde/dap';
import { readOrdinary } from '@sonde/engine';
import { escaped } from '@sonde/language';
import type { Style } from '../style.js';

export class SourceTexts {
  readonly #lines = new Map<string, readonly string[] | undefined>();

  /** Undefined when nobody has the text. */
  async linesOf(client: DapClient, source: Source): Promise<readonly string[] | undefined> {
    const reference = source.sourceReference ?? 0;
    const key = reference > 0 ? `reference ${reference}` : (source.path ?? '');
    if (this.#lines.has(key)) return this.#lines.get(key);
    const text = await this.#read(client, source, reference);
    const lines = text?.replace(/\r?\n$/, '').split(/\r?\n/);
    this.#lines.set(key, lines);
    return lines;
  }

  /** A new run may be of new text. */
  forget(): void {
    this.#lines.clear();
  }

  async #read(client: DapClient, source: Source, reference: number): Promise<string | undefined> {
    if (reference === 0 && source.path !== undefined) {
      try {
        return (await readOrdinary(source.path)).toString('utf8');
      } catch {
        // The adapter may still have it.
      }
    }
    try {
      return (await client.request('source', { source, sourceReference: reference })).content;
    } catch {
      return undefined;
    }
  }
}

export interface Listing {
  readonly lines: readonly string[];
  /** Counted from 1. */
  readonly first: number;
  readonly last: number;
  /** Where the program stands, if in view. */
  readonly current?: number;
  /** Lines with a breakpoint. */
  readonly breakpoints?: ReadonlySet<number>;
}

/** Lines with their numbers, `>` before the current one and `*` at breakpoints. */
export function formatListing(listing: Listing, style: Style): string {
  const { lines, current, breakpoints } = listing;
  const first = Math.max(1, listing.first);
  const last = Math.min(lines.length, listing.last);
  const width = String(last).length;
  const rows: string[] = [];
  for (let number = first; number <= last; number++) {
    const mark = `${breakpoints?.has(number) === true ? style.red('*') : ' '}${number === current ? style.green('>') : ' '}`;
    // A source could otherwise move the cursor, or turn its own text around.
    const text = escaped((lines[number - 1] ?? '').replaceAll('\t', '    '));
    const row = `${style.dim(String(number).padStart(width))}  ${number === current ? style.bold(text) : text}`;
    rows.push(`${mark} ${row}`.trimEnd());
  }
  return rows.join('\n');
}
