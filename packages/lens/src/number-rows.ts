// Rows of numbers as they go to a client: the texts of each, and nothing else until somebody wants it.
//
// Lists of thousands of numbers are looked at far more often than one of the numbers is changed or followed. What a
// client is sent of an element is written from the bytes; the value that it is takes ten times as long to make.

import { formatAddresses } from '@sonde/engine';
import type { NumberPage } from './defaults/number-page.js';
import { oneLine } from './scalar-text.js';
import type { Shown } from './view.js';

/** Digits, and a sign. */
const longestInteger = 21;

export class NumberRows {
  constructor(
    private readonly page: NumberPage,
    /** What the first of them counts as in its array. */
    readonly first: number,
    /** The name of the type of all of them. */
    readonly type: string,
    private readonly limit: number,
    private readonly pathTo: (index: number) => string | undefined,
  ) {}

  get count(): number {
    return this.page.count;
  }

  name(nth: number): string {
    return `[${this.first + nth}]`;
  }

  text(nth: number): string {
    const text = this.page.text(nth);
    return text.length > this.limit ? oneLine(text, this.limit) : text;
  }

  /** The whole number that one is, where its digits are all that is shown of it. */
  integer(nth: number): number | undefined {
    return this.limit < longestInteger ? undefined : this.page.integer(nth);
  }

  /** Where the first is in ordinary memory, as a number that is exact for all of them. */
  get firstAddress(): number | undefined {
    const { start, stride, count } = this.page;
    const end = start.offset + BigInt(stride * count);
    if (start.space !== '' || start.offset < 0n || end > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
    return Number(start.offset);
  }

  get stride(): number {
    return this.page.stride;
  }

  /** References to the memory of each, as they go over the wire. */
  memoryReferences(): (nth: number) => string {
    return formatAddresses(this.page.start, this.page.stride);
  }

  path(nth: number): string | undefined {
    return this.pathTo(this.first + nth);
  }

  /** The same as what other children are shown as. */
  shown(): readonly Shown[] {
    return Array.from({ length: this.count }, (_, nth): Shown => {
      const path = this.path(nth);
      return {
        name: this.name(nth),
        text: this.text(nth),
        type: this.type,
        memory: this.page.address(nth),
        raw: this.page.value(nth),
        ...(path === undefined ? {} : { path }),
      };
    });
  }
}
