// The sections of debug information, and texts in them.

import { Budget } from './budget.js';
import { Cursor } from './cursor.js';

/** Longer names are cut: people do not read them. */
const longestText = 4_096;

export type SectionName =
  | '.debug_info'
  | '.debug_abbrev'
  | '.debug_line'
  | '.debug_str'
  | '.debug_line_str'
  | '.debug_str_offsets'
  | '.debug_addr'
  | '.debug_loclists'
  | '.debug_loc'
  | '.debug_rnglists'
  | '.debug_ranges';

export class Sections {
  readonly budget: Budget;
  readonly #texts = new Map<string, string>();

  constructor(private readonly contents: ReadonlyMap<string, Uint8Array>) {
    let bytes = 0;
    for (const section of contents.values()) bytes += section.length;
    this.budget = new Budget(bytes);
  }

  has(name: SectionName): boolean {
    return (this.contents.get(name)?.length ?? 0) > 0;
  }

  /** Throws where the offset lies behind its end; a section that is not there is empty. */
  at(name: SectionName, offset = 0): Cursor {
    return new Cursor(name, this.contents.get(name) ?? new Uint8Array(), offset);
  }

  text(name: SectionName, offset: number): string {
    const key = `${name}${offset}`;
    let text = this.#texts.get(key);
    if (text === undefined) {
      const cursor = this.at(name, offset);
      const end = cursor.bytes.indexOf(0, offset);
      this.budget.spend(Math.min(end < 0 ? 0 : end - offset, longestText), name, offset);
      if (end - offset > longestText) text = new Cursor(name, cut(cursor.bytes, offset)).text();
      else text = cursor.text();
      this.#texts.set(key, text);
    }
    return text;
  }
}

function cut(bytes: Uint8Array, offset: number): Uint8Array {
  const part = new Uint8Array(longestText + 1);
  part.set(bytes.subarray(offset, offset + longestText));
  return part;
}
