// Where a variable is: one expression for all of its scope, or a list with one for each part of the code.

import type { CodeRange, Location } from '../debug-data.js';
import { Attribute } from '../entries/names.js';
import type { Attributes, Unit } from '../entries/unit.js';
import type { AttributeValue } from '../entries/values.js';
import type { CodeSpace } from '../reading/code-space.js';
import { Cursor } from '../reading/cursor.js';
import type { Sections } from '../reading/sections.js';
import { locationOf, optimizedOut, sumOf, type ExpressionContext, type Sum } from './evaluate.js';

/** DW_LLE_* */
const ListEntry = {
  endOfList: 0,
  baseAddressx: 1,
  startxEndx: 2,
  startxLength: 3,
  offsetPair: 4,
  defaultLocation: 5,
  baseAddress: 6,
  startEnd: 7,
  startLength: 8,
} as const;

export interface LocatedPart {
  readonly location: Location;
  /** Absent for everywhere. */
  readonly range?: CodeRange;
}

interface ListedExpression {
  readonly range: CodeRange | undefined;
  readonly expression: Cursor;
}

export class LocationReader {
  constructor(
    private readonly sections: Sections,
    private readonly code: CodeSpace,
  ) {}

  /** What frame offsets of a function count from. */
  frameBase(unit: Unit, attributes: Attributes): Sum | undefined {
    const value = attributes.get(Attribute.frameBase);
    return value?.kind === 'block' ? sumOf(this.#inline(value), context(unit, undefined)) : undefined;
  }

  /** One part for each place that it is in; undefined where the entry tells none. */
  of(unit: Unit, attributes: Attributes, frameBase: Sum | undefined): readonly LocatedPart[] | undefined {
    const value = attributes.get(Attribute.location);
    const around = context(unit, frameBase);
    if (value === undefined) {
      const constant = constantLocation(attributes);
      return constant === undefined ? undefined : [{ location: constant }];
    }
    if (value.kind === 'block') return [{ location: locationOf(this.#inline(value), around) }];
    const list = unit.widths.version >= 5 ? this.#modernList(unit, value) : this.#olderList(unit, value);
    return list.map(({ range, expression }) => ({
      location: locationOf(expression, around),
      ...(range === undefined ? {} : { range }),
    }));
  }

  #inline({ bytes, offset }: Extract<AttributeValue, { kind: 'block' }>): Cursor {
    this.sections.budget.spend(1, '.debug_info', offset);
    const { bytes: all } = this.sections.at('.debug_info');
    return new Cursor('.debug_info', all, offset, offset + bytes.length);
  }

  #modernList(unit: Unit, value: AttributeValue): readonly ListedExpression[] {
    const { offsetSize, addressSize } = unit.widths;
    let at: number;
    if (value.kind === 'offset') at = value.value;
    else if (value.kind === 'list-index') {
      const base = unit.listBase(Attribute.loclistsBase);
      at = base + this.sections.at('.debug_loclists', base + value.value * offsetSize).word(offsetSize);
    } else return [];
    const cursor = this.sections.at('.debug_loclists', at);
    const found: ListedExpression[] = [];
    let base = unit.address(unit.rootAttributes, Attribute.lowPc) ?? 0;
    for (;;) {
      const kind = cursor.u8();
      this.sections.budget.spend(1, cursor.section, cursor.offset);
      let pair: readonly [number, number] | undefined;
      switch (kind) {
        case ListEntry.endOfList:
          return found;
        case ListEntry.baseAddressx:
          base = unit.indexedAddress(cursor.count());
          continue;
        case ListEntry.baseAddress:
          base = cursor.word(addressSize);
          continue;
        case ListEntry.defaultLocation:
          break;
        case ListEntry.startxEndx:
          pair = [unit.indexedAddress(cursor.count()), unit.indexedAddress(cursor.count())];
          break;
        case ListEntry.startxLength: {
          const start = unit.indexedAddress(cursor.count());
          pair = [start, start + cursor.count()];
          break;
        }
        case ListEntry.offsetPair:
          pair = [base + cursor.count(), base + cursor.count()];
          break;
        case ListEntry.startEnd:
          pair = [cursor.word(addressSize), cursor.word(addressSize)];
          break;
        case ListEntry.startLength: {
          const start = cursor.word(addressSize);
          pair = [start, start + cursor.count()];
          break;
        }
        default:
          throw cursor.problem(`a list of locations has an entry of the unknown kind ${kind}`);
      }
      const expression = cursor.part(cursor.count());
      const range = pair === undefined ? undefined : this.code.range(...pair);
      if (range !== undefined || pair === undefined) found.push({ range, expression });
    }
  }

  #olderList(unit: Unit, value: AttributeValue): readonly ListedExpression[] {
    const at = value.kind === 'offset' ? value.value : value.kind === 'constant' ? Number(value.value) : -1;
    if (at < 0) return [];
    const cursor = this.sections.at('.debug_loc', at);
    const { addressSize } = unit.widths;
    const last = addressSize === 8 ? Number.MAX_SAFE_INTEGER : 0xffff_ffff;
    const found: ListedExpression[] = [];
    let base = unit.address(unit.rootAttributes, Attribute.lowPc) ?? 0;
    for (;;) {
      const from = cursor.word(addressSize);
      const to = cursor.word(addressSize);
      this.sections.budget.spend(1, cursor.section, cursor.offset);
      if (from === 0 && to === 0) return found;
      if (from === last) {
        base = to;
        continue;
      }
      const expression = cursor.part(cursor.u16());
      const range = this.code.range(base + from, base + to);
      if (range !== undefined) found.push({ range, expression });
    }
  }
}

function context(unit: Unit, frameBase: Sum | undefined): ExpressionContext {
  return {
    ...unit.widths,
    ...(frameBase === undefined ? {} : { frameBase: () => frameBase }),
    indexedAddress: index => unit.indexedAddress(index),
  };
}

/** A variable that is a constant has its value here. */
function constantLocation(attributes: Attributes): Location | undefined {
  const value = attributes.get(Attribute.constValue);
  if (value?.kind === 'constant') return { kind: 'value', offset: value.value };
  if (value?.kind === 'block') return { kind: 'bytes', bytes: value.bytes };
  return undefined;
}

/** Parts of a scope that no location covers: the variable is there and has no value. */
export function withGaps(
  parts: readonly LocatedPart[],
  scope: readonly CodeRange[],
): readonly Required<LocatedPart>[] {
  const everywhere = parts.find(({ range }) => range === undefined);
  return scope.flatMap(range => {
    const inside = parts
      .flatMap(({ location, range: own }) => {
        if (own === undefined) return [];
        const start = Math.max(own.start, range.start);
        const end = Math.min(own.end, range.end);
        return start < end ? [{ location, range: { start, end } }] : [];
      })
      .sort((a, b) => a.range.start - b.range.start);
    const rest = everywhere?.location ?? optimizedOut;
    const found: Required<LocatedPart>[] = [];
    let at = range.start;
    for (const part of inside) {
      if (part.range.start > at) found.push({ location: rest, range: { start: at, end: part.range.start } });
      found.push(part);
      at = Math.max(at, part.range.end);
    }
    if (at < range.end) found.push({ location: rest, range: { start: at, end: range.end } });
    return found;
  });
}
