// What types are called: derived ones have no name of their own and get the one that C would write.

import type { Entry } from '../entries/entry-tree.js';
import { Attribute, Tag } from '../entries/names.js';
import type { Unit } from '../entries/unit.js';
import type { FoundEntry, Units } from '../entries/units.js';
import { countOf } from './dimension.js';

/** DW_LANG_C89, C, C99, C11, C17, C23: tags are names of their own there. */
const isC: ReadonlySet<number> = new Set([0x01, 0x02, 0x0c, 0x1d, 0x2c, 0x3e]);

/** Nobody reads longer ones, and a circle of types ends here. */
const deepest = 16;

export class TypeNames {
  readonly #known = new Map<number, string>();

  constructor(private readonly units: Units) {}

  of(at: FoundEntry, depth = 0): string {
    const known = this.#known.get(at.entry.offset);
    if (known !== undefined) return known;
    if (depth > deepest) return '…';
    const name = this.#name(at, depth);
    this.#known.set(at.entry.offset, name);
    return name;
  }

  /** Of an array the name of each dimension with those behind it: `int[2][3]`, `int[3]`. */
  dimensions(unit: Unit, entry: Entry, depth = 0): readonly string[] {
    const element = this.#target(unit, entry, depth);
    const dimensions = entry.children
      .filter(({ abbreviation }) => abbreviation.tag === Tag.subrangeType)
      .map(each => `[${countOf(unit, each) ?? ''}]`);
    return dimensions.map((_, nth) => {
      const counts = dimensions.slice(nth).join('');
      // The counts of an outer array stand before those of its elements.
      const inner = /^([^[]*)((?:\[\d*\])+)$/.exec(element);
      return inner === null ? element + counts : inner[1]! + counts + inner[2]!;
    });
  }

  #name({ unit, entry }: FoundEntry, depth: number): string {
    const attributes = unit.attributes(entry);
    const own = unit.text(attributes, Attribute.name);
    const tagWord = this.#tagWord(unit, entry);
    if (own !== undefined) return tagWord === undefined ? own : `${tagWord} ${own}`;
    switch (entry.abbreviation.tag) {
      case Tag.pointerType:
        return this.#pointer(unit, entry, depth, '*');
      case Tag.referenceType:
        return this.#pointer(unit, entry, depth, '&');
      case Tag.rvalueReferenceType:
        return this.#pointer(unit, entry, depth, '&&');
      case Tag.constType:
        return `const ${this.#target(unit, entry, depth)}`;
      case Tag.volatileType:
        return `volatile ${this.#target(unit, entry, depth)}`;
      case Tag.restrictType:
        return `${this.#target(unit, entry, depth)} restrict`;
      case Tag.atomicType:
        return `_Atomic(${this.#target(unit, entry, depth)})`;
      case Tag.arrayType:
        return this.dimensions(unit, entry, depth)[0] ?? `${this.#target(unit, entry, depth)}[]`;
      case Tag.subroutineType:
        return `${this.#target(unit, entry, depth)} ${this.#parameters(unit, entry, depth)}`;
      case Tag.structureType:
      case Tag.classType:
        return `${tagWord ?? 'struct'} {…}`;
      case Tag.unionType:
        return 'union {…}';
      case Tag.enumerationType:
        return 'enum {…}';
      default:
        return '?';
    }
  }

  #tagWord(unit: Unit, entry: Entry): string | undefined {
    if (!isC.has(unit.number(unit.rootAttributes, Attribute.language) ?? 0)) return undefined;
    switch (entry.abbreviation.tag) {
      case Tag.structureType:
        return 'struct';
      case Tag.unionType:
        return 'union';
      case Tag.enumerationType:
        return 'enum';
      default:
        return undefined;
    }
  }

  #pointer(unit: Unit, entry: Entry, depth: number, sign: string): string {
    const at = unit.reference(unit.attributes(entry), Attribute.type);
    const found = at === undefined ? undefined : this.units.find(at);
    if (found?.entry.abbreviation.tag === Tag.subroutineType) {
      const result = this.#target(found.unit, found.entry, depth);
      return `${result} (${sign})${this.#parameters(found.unit, found.entry, depth)}`;
    }
    const target = found === undefined ? 'void' : this.of(found, depth + 1);
    if (found?.entry.abbreviation.tag === Tag.arrayType) return target.replace(/(?=\[)/, ` (${sign})`);
    return /[*&]$/.test(target) ? target + sign : `${target} ${sign}`;
  }

  #target(unit: Unit, entry: Entry, depth: number): string {
    const at = unit.reference(unit.attributes(entry), Attribute.type);
    const found = at === undefined ? undefined : this.units.find(at);
    return found === undefined ? 'void' : this.of(found, depth + 1);
  }

  #parameters(unit: Unit, entry: Entry, depth: number): string {
    const types = entry.children
      .filter(({ abbreviation }) => abbreviation.tag === Tag.formalParameter)
      .map(child => this.#target(unit, child, depth));
    return `(${types.join(', ')})`;
  }
}
