// A unit of .debug_info: one compiled file, its entries and their attributes.

import type { Cursor } from '../reading/cursor.js';
import type { Sections } from '../reading/sections.js';
import { readAbbreviations, type Abbreviations } from './abbreviations.js';
import { readEntries, type Entry } from './entry-tree.js';
import { Attribute, Tag } from './names.js';
import { readValue, type AttributeValue, type Widths } from './values.js';

/** Attributes of one entry by name. */
export type Attributes = ReadonlyMap<number, AttributeValue>;

export interface UnitHeader {
  readonly widths: Widths;
  /** The whole of its entries. */
  readonly body: Cursor;
  readonly abbreviations: Abbreviations;
}

const compileUnits: ReadonlySet<number> = new Set([0x01, 0x03]);

/** Reads a header; undefined for units of a kind without code. The cursor goes on behind the unit. */
export function readUnitHeader(
  cursor: Cursor,
  sections: Sections,
  tables: Map<number, Abbreviations>,
): UnitHeader | undefined {
  const unitStart = cursor.offset;
  const { part, offsetSize } = cursor.unit();
  const version = part.u16();
  if (version < 2 || version > 5) throw part.problem(`DWARF version ${version} is not known here`, unitStart);
  const kind = version >= 5 ? part.u8() : 0x01;
  let addressSize = version >= 5 ? part.u8() : 4;
  const at = part.word(offsetSize);
  if (version < 5) addressSize = part.u8();
  if (!compileUnits.has(kind)) return undefined;
  if (addressSize !== 4 && addressSize !== 8)
    throw part.problem(`addresses are said to have ${addressSize} bytes`, unitStart);
  let abbreviations = tables.get(at);
  if (abbreviations === undefined) {
    abbreviations = readAbbreviations(sections.at('.debug_abbrev', at));
    tables.set(at, abbreviations);
  }
  return { widths: { addressSize, offsetSize, version, unitStart }, body: part, abbreviations };
}

export class Unit {
  readonly root: Entry;
  readonly rootAttributes: Attributes;
  readonly widths: Widths;
  readonly #entries: readonly Entry[];

  constructor(
    private readonly sections: Sections,
    { widths, body, abbreviations }: UnitHeader,
  ) {
    this.widths = widths;
    this.#entries = readEntries(body, abbreviations, widths);
    const [root] = this.#entries;
    if (root === undefined) throw body.problem('a unit has no entry');
    this.root = root;
    this.rootAttributes = this.attributes(root);
  }

  get start(): number {
    return this.widths.unitStart;
  }

  /** Undefined where no entry begins. */
  entryAt(offset: number): Entry | undefined {
    let low = 0;
    let high = this.#entries.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#entries[middle]!;
      if (found.offset === offset) return found;
      if (found.offset < offset) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  attributes(entry: Entry): Attributes {
    const cursor = this.sections.at('.debug_info', entry.attributes);
    const found = new Map<number, AttributeValue>();
    this.sections.budget.spend(entry.abbreviation.attributes.length, '.debug_info', entry.offset);
    for (const { name, form, constant } of entry.abbreviation.attributes)
      found.set(name, readValue(cursor, form, this.widths, constant));
    return found;
  }

  text(attributes: Attributes, name: number): string | undefined {
    const value = attributes.get(name);
    switch (value?.kind) {
      case 'text':
        return value.value;
      case 'text-at':
        return this.sections.text(value.section, value.offset);
      case 'text-index': {
        const base = this.#base(Attribute.strOffsetsBase, 8);
        const { offsetSize } = this.widths;
        const at = this.sections.at('.debug_str_offsets', base + value.value * offsetSize).word(offsetSize);
        return this.sections.text('.debug_str', at);
      }
      default:
        return undefined;
    }
  }

  /** An address as it is written, of code or of memory. */
  address(attributes: Attributes, name: number): number | undefined {
    const value = attributes.get(name);
    if (value?.kind === 'address') return value.value;
    return value?.kind === 'address-index' ? this.indexedAddress(value.value) : undefined;
  }

  indexedAddress(index: number): number {
    const base = this.#base(Attribute.addrBase, 8);
    const { addressSize } = this.widths;
    return this.sections.at('.debug_addr', base + index * addressSize).word(addressSize);
  }

  /** Where lists of the unit begin: `fallback` is the size of a header in front of the first ones. */
  listBase(name: typeof Attribute.rnglistsBase | typeof Attribute.loclistsBase): number {
    return this.#base(name, this.widths.offsetSize === 8 ? 20 : 12);
  }

  #base(name: number, fallback: number): number {
    const value = this.rootAttributes.get(name);
    return value?.kind === 'offset' ? value.value : fallback;
  }

  constant(attributes: Attributes, name: number): bigint | undefined {
    const value = attributes.get(name);
    return value?.kind === 'constant' ? value.value : undefined;
  }

  /** As a number for counting; undefined where it is too large for that. */
  number(attributes: Attributes, name: number): number | undefined {
    const value = this.constant(attributes, name);
    return value === undefined || value < 0n || value > 0xffff_ffff_ffffn ? undefined : Number(value);
  }

  flag(attributes: Attributes, name: number): boolean {
    const value = attributes.get(name);
    return value?.kind === 'flag' && value.value;
  }

  reference(attributes: Attributes, name: number): number | undefined {
    const value = attributes.get(name);
    return value?.kind === 'reference' ? value.value : undefined;
  }

  get isCompiled(): boolean {
    const { tag } = this.root.abbreviation;
    return tag === Tag.compileUnit || tag === Tag.partialUnit;
  }
}
