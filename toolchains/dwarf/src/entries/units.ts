// All units, and entries by their offset whichever unit they are in.

import { DwarfProblem } from '../reading/problem.js';
import type { Sections } from '../reading/sections.js';
import type { Abbreviations } from './abbreviations.js';
import type { Entry } from './entry-tree.js';
import { Attribute } from './names.js';
import { readUnitHeader, Unit, type Attributes } from './unit.js';

export interface FoundEntry {
  readonly unit: Unit;
  readonly entry: Entry;
}

/** Definitions refer to declarations, and those to others; more hops are a circle. */
const mostHops = 8;

export class Units {
  readonly all: Unit[] = [];

  /** Units that cannot be read are left out, and told to `report`. */
  constructor(sections: Sections, report: (problem: DwarfProblem) => void) {
    const cursor = sections.at('.debug_info');
    const tables = new Map<number, Abbreviations>();
    while (!cursor.done) {
      try {
        const header = readUnitHeader(cursor, sections, tables);
        if (header === undefined) continue;
        const unit = new Unit(sections, header);
        if (unit.isCompiled) this.all.push(unit);
      } catch (error) {
        if (!(error instanceof DwarfProblem)) throw error;
        report(error);
        // Without its length the next unit cannot be found; that is read before anything else can fail.
        if (error.section === '.debug_info' && error.offset >= cursor.offset) break;
      }
    }
  }

  find(offset: number): FoundEntry | undefined {
    let low = 0;
    let high = this.all.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.all[middle]!.start <= offset) low = middle;
      else high = middle - 1;
    }
    const unit = this.all[low];
    const entry = unit?.entryAt(offset);
    return unit === undefined || entry === undefined ? undefined : { unit, entry };
  }

  /** The entry and those that it completes: its abstract origin, its declaration. Nearest first. */
  lineage({ unit, entry }: FoundEntry): readonly (FoundEntry & { readonly attributes: Attributes })[] {
    const found = [];
    let next: FoundEntry | undefined = { unit, entry };
    for (let hops = 0; next !== undefined && hops < mostHops; hops++) {
      const attributes: Attributes = next.unit.attributes(next.entry);
      found.push({ ...next, attributes });
      const to: number | undefined =
        next.unit.reference(attributes, Attribute.abstractOrigin) ??
        next.unit.reference(attributes, Attribute.specification);
      next = to === undefined ? undefined : this.find(to);
    }
    return found;
  }
}
