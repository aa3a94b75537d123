// Types: read when something refers to them, each one once.

import type { DwarfField, DwarfType, Encoding } from '../debug-data.js';
import type { Entry } from '../entries/entry-tree.js';
import { Attribute, Tag } from '../entries/names.js';
import type { Attributes, Unit } from '../entries/unit.js';
import type { FoundEntry, Units } from '../entries/units.js';
import { DwarfProblem } from '../reading/problem.js';
import { countOf } from './dimension.js';
import { TypeNames } from './type-names.js';

const encodings: Readonly<Record<number, Encoding>> = {
  0x02: 'boolean',
  0x04: 'float',
  0x05: 'signed',
  0x06: 'signed-char',
  0x07: 'unsigned',
  0x08: 'unsigned-char',
  0x10: 'utf',
};

const aliases: ReadonlySet<number> = new Set([
  ...[Tag.typedef, Tag.constType, Tag.volatileType, Tag.restrictType, Tag.atomicType],
]);

export class TypeReader {
  readonly found = new Map<number, DwarfType>();
  readonly #names: TypeNames;
  /** With the unit that asks. */
  readonly #wanted: { readonly at: number; readonly by: Unit }[] = [];
  readonly #asked = new Set<number>();

  constructor(
    private readonly units: Units,
    private readonly report: (problem: DwarfProblem) => void,
  ) {
    this.#names = new TypeNames(units);
  }

  /** The number of the type that an entry refers to; it is read with `readAll`. */
  of(unit: Unit, attributes: Attributes): number | undefined {
    const at = unit.reference(attributes, Attribute.type);
    if (at !== undefined && !this.#asked.has(at)) {
      this.#asked.add(at);
      this.#wanted.push({ at, by: unit });
    }
    return at;
  }

  /** Reads all that was asked for, and what those refer to. */
  readAll(): void {
    for (let next = this.#wanted.pop(); next !== undefined; next = this.#wanted.pop()) {
      const { at, by } = next;
      const entry = this.units.find(at);
      if (entry === undefined) {
        this.report(
          new DwarfProblem(
            '.debug_info',
            by.start,
            `a unit uses the type at 0x${at.toString(16)}, which is not there`,
          ),
        );
        this.found.set(at, { kind: 'declared', name: '?' });
        continue;
      }
      try {
        this.found.set(at, this.#read(entry));
      } catch (error) {
        if (!(error instanceof DwarfProblem)) throw error;
        this.report(error);
        this.found.set(at, { kind: 'declared', name: '?' });
      }
    }
  }

  #read(at: FoundEntry): DwarfType {
    const { unit, entry } = at;
    const attributes = unit.attributes(entry);
    const size = unit.number(attributes, Attribute.byteSize);
    const name = this.#names.of(at);
    const common = size === undefined ? { name } : { name, size };
    const target = this.of(unit, attributes);
    const { tag } = entry.abbreviation;
    if (aliases.has(tag)) return { kind: 'alias', name, target };
    switch (tag) {
      case Tag.baseType:
        return {
          kind: 'base',
          ...common,
          encoding: encodings[unit.number(attributes, Attribute.encoding) ?? 0],
        };
      case Tag.pointerType:
        return { kind: 'pointer', name, size: size ?? unit.widths.addressSize, target, isReference: false };
      case Tag.referenceType:
      case Tag.rvalueReferenceType:
        return { kind: 'pointer', name, size: size ?? unit.widths.addressSize, target, isReference: true };
      case Tag.structureType:
      case Tag.classType:
      case Tag.unionType:
        return this.#record(unit, entry, attributes, common);
      case Tag.arrayType:
        return this.#array(unit, entry, name, target);
      case Tag.enumerationType:
        if (unit.flag(attributes, Attribute.declaration)) return { kind: 'declared', name };
        return { kind: 'enum', ...common, underlying: target, enumerators: enumerators(unit, entry) };
      case Tag.subroutineType:
        return { kind: 'function', name };
      default:
        return { kind: 'declared', ...common };
    }
  }

  #record(
    unit: Unit,
    entry: Entry,
    attributes: Attributes,
    common: { name: string; size?: number },
  ): DwarfType {
    if (unit.flag(attributes, Attribute.declaration)) return { kind: 'declared', name: common.name };
    const parts = entry.children.find(({ abbreviation }) => abbreviation.tag === Tag.variantPart);
    if (parts !== undefined) {
      const variants = this.#variants(unit, parts);
      if (variants !== undefined) return { kind: 'variants', ...common, ...variants };
    }
    const kind = entry.abbreviation.tag === Tag.unionType ? 'union' : 'struct';
    return { kind, ...common, fields: this.#fields(unit, entry) };
  }

  #fields(unit: Unit, entry: Entry): readonly DwarfField[] {
    return entry.children.flatMap((child): DwarfField[] => {
      const { tag } = child.abbreviation;
      if (tag !== Tag.member && tag !== Tag.inheritance) return [];
      const attributes = unit.attributes(child);
      // Static members are declared here and live elsewhere.
      if (unit.flag(attributes, Attribute.external)) return [];
      const bitSize = unit.number(attributes, Attribute.bitSize);
      const bytes = unit.number(attributes, Attribute.dataMemberLocation) ?? 0;
      return [
        {
          name: unit.text(attributes, Attribute.name) ?? '',
          type: this.of(unit, attributes),
          bitOffset: unit.number(attributes, Attribute.dataBitOffset) ?? bytes * 8,
          ...(bitSize === undefined ? {} : { bitSize }),
          ...(tag === Tag.inheritance ? { isBase: true } : {}),
        },
      ];
    });
  }

  /** One of several structs, told apart by a number. */
  #variants(
    unit: Unit,
    part: Entry,
  ): Pick<Extract<DwarfType, { kind: 'variants' }>, 'discriminant' | 'variants'> | undefined {
    const [discriminant] = this.#fields(unit, part);
    if (discriminant === undefined) return undefined;
    const variants = part.children.flatMap(child => {
      if (child.abbreviation.tag !== Tag.variant) return [];
      const [field] = this.#fields(unit, child);
      const value = unit.constant(unit.attributes(child), Attribute.discriminantValue);
      return field === undefined ? [] : [value === undefined ? { field } : { value, field }];
    });
    return { discriminant, variants };
  }

  /** Several dimensions are arrays of arrays; the inner ones get numbers of their own, that of their dimension's entry. */
  #array(unit: Unit, entry: Entry, name: string, element: number | undefined): DwarfType {
    const dimensions = entry.children.filter(({ abbreviation }) => abbreviation.tag === Tag.subrangeType);
    let inner = element;
    const names = this.#names.dimensions(unit, entry);
    for (let nth = dimensions.length - 1; nth >= 1; nth--) {
      const dimension = dimensions[nth]!;
      const count = countOf(unit, dimension);
      this.found.set(dimension.offset, {
        kind: 'array',
        name: names[nth] ?? name,
        element: inner,
        ...(count === undefined ? {} : { count }),
      });
      inner = dimension.offset;
    }
    const count = dimensions[0] === undefined ? undefined : countOf(unit, dimensions[0]);
    return { kind: 'array', name, element: inner, ...(count === undefined ? {} : { count }) };
  }
}

function enumerators(unit: Unit, entry: Entry): readonly { readonly name: string; readonly value: bigint }[] {
  return entry.children.flatMap(child => {
    if (child.abbreviation.tag !== Tag.enumerator) return [];
    const attributes = unit.attributes(child);
    const value = unit.constant(attributes, Attribute.constValue);
    return value === undefined ? [] : [{ name: unit.text(attributes, Attribute.name) ?? '?', value }];
  });
}
