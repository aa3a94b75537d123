// Functions with their variables, and variables outside of functions: a walk through the entries of a unit.

import type { CodeRange, DeclaredAt, DwarfFunction, GlobalVariable, LocalVariable } from '../debug-data.js';
import type { Entry } from '../entries/entry-tree.js';
import { Attribute, Tag } from '../entries/names.js';
import type { Attributes, Unit } from '../entries/unit.js';
import type { FoundEntry, Units } from '../entries/units.js';
import { withGaps, type LocationReader } from '../locations/location-reader.js';
import type { Sum } from '../locations/evaluate.js';
import { DwarfProblem } from '../reading/problem.js';
import type { Sections } from '../reading/sections.js';
import type { TypeReader } from '../types/type-reader.js';
import type { RangeReader } from './ranges.js';

export interface ReaderParts {
  readonly sections: Sections;
  readonly units: Units;
  readonly ranges: RangeReader;
  readonly locations: LocationReader;
  readonly types: TypeReader;
  /** The number of a file of a unit's line table in all sources; -1 for none. */
  readonly sourceOf: (unit: Unit, file: number) => number;
  readonly report: (problem: DwarfProblem) => void;
}

const holders: ReadonlySet<number> = new Set([
  ...[Tag.namespace, Tag.structureType, Tag.classType, Tag.unionType],
]);

const scopes: ReadonlySet<number> = new Set([Tag.lexicalBlock, Tag.inlinedSubroutine]);

export class FunctionReader {
  readonly functions: DwarfFunction[] = [];
  readonly globals: GlobalVariable[] = [];

  constructor(private readonly parts: ReaderParts) {}

  read(unit: Unit): void {
    this.#walk(unit, unit.root);
  }

  #walk(unit: Unit, parent: Entry): void {
    for (const entry of parent.children) {
      const { tag } = entry.abbreviation;
      try {
        if (tag === Tag.subprogram) this.#function(unit, entry);
        else if (tag === Tag.variable) this.#global(unit, entry);
        else if (holders.has(tag)) this.#walk(unit, entry);
      } catch (error) {
        if (!(error instanceof DwarfProblem)) throw error;
        this.parts.report(error);
      }
    }
  }

  #function(unit: Unit, entry: Entry): void {
    const { ranges: reader, locations } = this.parts;
    const own = unit.attributes(entry);
    const ranges = reader.of(unit, own);
    if (ranges.length === 0) return;
    const told = this.#told(unit, entry);
    const frameBase = locations.frameBase(unit, own);
    const variables: LocalVariable[] = [];
    this.#variables(unit, entry, ranges, frameBase, variables, 0);
    const result = told.type;
    this.functions.push({
      name: told.prefix + (told.name ?? told.linkageName ?? '?'),
      ...(told.linkageName === undefined ? {} : { linkageName: told.linkageName }),
      ...(told.declared === undefined ? {} : { declared: told.declared }),
      ranges,
      variables,
      ...(result === undefined ? {} : { result }),
    });
  }

  #variables(
    unit: Unit,
    scope: Entry,
    ranges: readonly CodeRange[],
    frameBase: Sum | undefined,
    into: LocalVariable[],
    depth: number,
  ): void {
    for (const entry of scope.children) {
      const { tag } = entry.abbreviation;
      if (tag === Tag.formalParameter || tag === Tag.variable) {
        // What an inlined function calls its parameters are variables of the one that it is in.
        const isParameter = tag === Tag.formalParameter && depth === 0;
        into.push(...this.#local(unit, entry, ranges, frameBase, isParameter));
      } else if (scopes.has(tag)) {
        const inner = this.parts.ranges.of(unit, unit.attributes(entry));
        this.#variables(unit, entry, inner.length === 0 ? ranges : inner, frameBase, into, depth + 1);
      }
    }
  }

  #local(
    unit: Unit,
    entry: Entry,
    scope: readonly CodeRange[],
    frameBase: Sum | undefined,
    isParameter: boolean,
  ): readonly LocalVariable[] {
    const { locations, sections } = this.parts;
    const { name, type, declared, constant } = this.#told(unit, entry);
    if (name === undefined) return [];
    const own = unit.attributes(entry);
    const located = locations.of(unit, own, frameBase) ?? constant ?? [];
    sections.budget.spend(located.length * scope.length + scope.length, '.debug_info', entry.offset);
    return withGaps(located, scope).map(({ location, range }) => ({
      name,
      isParameter,
      location,
      range,
      ...(type === undefined ? {} : { type }),
      ...(declared === undefined ? {} : { declared }),
    }));
  }

  #global(unit: Unit, entry: Entry): void {
    const { name, prefix, type, declared } = this.#told(unit, entry);
    const [located] = this.parts.locations.of(unit, unit.attributes(entry), undefined) ?? [];
    // Those without a name are texts of the program; those without a place are declared here and live elsewhere.
    if (name === undefined || located === undefined) return;
    this.globals.push({
      name: prefix + name,
      location: located.location,
      ...(type === undefined ? {} : { type }),
      ...(declared === undefined ? {} : { declared }),
    });
  }

  /** What an entry says itself, or the one that it completes. */
  #told(unit: Unit, entry: Entry) {
    const { units, types, locations } = this.parts;
    let name: string | undefined;
    let prefix = '';
    let linkageName: string | undefined;
    let declared: DeclaredAt | undefined;
    let type: number | undefined;
    let constant: ReturnType<LocationReader['of']>;
    for (const each of units.lineage({ unit, entry })) {
      name ??= each.unit.text(each.attributes, Attribute.name);
      // Definitions may stand outside of what they belong to; the declaration that is last stands in it.
      prefix = scopeOf(each);
      linkageName ??= each.unit.text(each.attributes, Attribute.linkageName);
      declared ??= this.#declared(each.unit, each.attributes);
      type ??= types.of(each.unit, each.attributes);
      if (each.attributes.has(Attribute.constValue))
        constant ??= locations.of(each.unit, each.attributes, undefined);
    }
    return { name, prefix, linkageName, declared, type, constant };
  }

  #declared(unit: Unit, attributes: Attributes): DeclaredAt | undefined {
    const line = unit.number(attributes, Attribute.declLine);
    const file = unit.number(attributes, Attribute.declFile);
    if (line === undefined || line === 0) return undefined;
    return { line, source: file === undefined ? -1 : this.parts.sourceOf(unit, file) };
  }
}

/** Namespaces and types around an entry, each with `::` behind it. */
function scopeOf({ unit, entry }: FoundEntry): string {
  let prefix = '';
  for (let around = entry.parent; around !== undefined; around = around.parent) {
    if (!holders.has(around.abbreviation.tag)) continue;
    const name = unit.text(unit.attributes(around), Attribute.name);
    if (name !== undefined) prefix = `${name}::${prefix}`;
  }
  return prefix;
}
