// Where the code of an entry is: one range, or a list of them.

import type { CodeRange } from '../debug-data.js';
import { Attribute } from '../entries/names.js';
import type { Attributes, Unit } from '../entries/unit.js';
import type { Cursor } from '../reading/cursor.js';
import type { Sections } from '../reading/sections.js';
import type { CodeSpace } from '../reading/code-space.js';

/** DW_RLE_* */
const RangeEntry = {
  endOfList: 0,
  baseAddressx: 1,
  startxEndx: 2,
  startxLength: 3,
  offsetPair: 4,
  baseAddress: 5,
  startEnd: 6,
  startLength: 7,
} as const;

export class RangeReader {
  readonly #lists = new Map<string, readonly CodeRange[]>();

  constructor(
    private readonly sections: Sections,
    private readonly code: CodeSpace,
  ) {}

  /** Sorted; empty for what has no code. */
  of(unit: Unit, attributes: Attributes): readonly CodeRange[] {
    const list = attributes.get(Attribute.ranges);
    if (list !== undefined) return this.#listed(unit, list);
    const low = unit.address(attributes, Attribute.lowPc);
    if (low === undefined) return [];
    const high = attributes.get(Attribute.highPc);
    const end =
      high?.kind === 'constant' ? low + Number(high.value) : unit.address(attributes, Attribute.highPc);
    const range = end === undefined ? undefined : this.code.range(low, end);
    return range === undefined ? [] : [range];
  }

  #listed(unit: Unit, list: NonNullable<ReturnType<Attributes['get']>>): readonly CodeRange[] {
    const at = this.#offsetOf(unit, list);
    if (at === undefined) return [];
    const key = `${unit.start}/${at}`;
    let known = this.#lists.get(key);
    if (known === undefined) {
      const pairs = unit.widths.version >= 5 ? this.#modern(unit, at) : this.#older(unit, at);
      known = pairs
        .flatMap(([from, to]) => this.code.range(from, to) ?? [])
        .sort((a, b) => a.start - b.start);
      this.#lists.set(key, known);
    }
    this.sections.budget.spend(known.length, '.debug_info', unit.start);
    return known;
  }

  #offsetOf(unit: Unit, list: NonNullable<ReturnType<Attributes['get']>>): number | undefined {
    if (list.kind === 'offset') return list.value;
    if (list.kind === 'constant') return Number(list.value);
    if (list.kind !== 'list-index') return undefined;
    const base = unit.listBase(Attribute.rnglistsBase);
    const { offsetSize } = unit.widths;
    return base + this.sections.at('.debug_rnglists', base + list.value * offsetSize).word(offsetSize);
  }

  #modern(unit: Unit, at: number): readonly (readonly [number, number])[] {
    const cursor = this.sections.at('.debug_rnglists', at);
    const { addressSize } = unit.widths;
    const found: (readonly [number, number])[] = [];
    let base = unit.address(unit.rootAttributes, Attribute.lowPc) ?? 0;
    for (;;) {
      const kind = cursor.u8();
      this.#spend(cursor);
      switch (kind) {
        case RangeEntry.endOfList:
          return found;
        case RangeEntry.baseAddressx:
          base = unit.indexedAddress(cursor.count());
          break;
        case RangeEntry.baseAddress:
          base = cursor.word(addressSize);
          break;
        case RangeEntry.startxEndx:
          found.push([unit.indexedAddress(cursor.count()), unit.indexedAddress(cursor.count())]);
          break;
        case RangeEntry.startxLength: {
          const start = unit.indexedAddress(cursor.count());
          found.push([start, start + cursor.count()]);
          break;
        }
        case RangeEntry.offsetPair:
          found.push([base + cursor.count(), base + cursor.count()]);
          break;
        case RangeEntry.startEnd:
          found.push([cursor.word(addressSize), cursor.word(addressSize)]);
          break;
        case RangeEntry.startLength: {
          const start = cursor.word(addressSize);
          found.push([start, start + cursor.count()]);
          break;
        }
        default:
          throw cursor.problem(`a list of ranges has an entry of the unknown kind ${kind}`);
      }
    }
  }

  /** Version 4 and before: pairs of addresses. */
  #older(unit: Unit, at: number): readonly (readonly [number, number])[] {
    const cursor = this.sections.at('.debug_ranges', at);
    const found: (readonly [number, number])[] = [];
    const { addressSize } = unit.widths;
    const last = addressSize === 8 ? Number.MAX_SAFE_INTEGER : 0xffff_ffff;
    let base = unit.address(unit.rootAttributes, Attribute.lowPc) ?? 0;
    for (;;) {
      const from = cursor.word(addressSize);
      const to = cursor.word(addressSize);
      this.#spend(cursor);
      if (from === 0 && to === 0) return found;
      if (from === last) base = to;
      else found.push([base + from, base + to]);
    }
  }

  #spend(cursor: Cursor): void {
    this.sections.budget.spend(1, cursor.section, cursor.offset);
  }
}
