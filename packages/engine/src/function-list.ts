// The functions of a program as a list to choose from: filtered by name, in an order for people, page by page.

import type { Address } from './address.js';
import type { SourceLocation } from './source.js';
import { codeAddress, type SymbolIndex } from './symbols.js';

export interface ListedFunction {
  /** A function breakpoint with this name stops there. */
  readonly name: string;
  /** Of its first statement, where debug information tells. */
  readonly location?: SourceLocation;
  readonly address?: Address;
}

export interface FunctionQuery {
  /** A part of the name, in letters of either case. Empty: those of the program's own sources, or all where there are none. */
  readonly filter: string;
  readonly start: number;
  readonly count: number;
}

export interface FunctionPage {
  readonly functions: readonly ListedFunction[];
  /** How many the filter leaves. */
  readonly total: number;
}

/** Those of the program's own sources first, then those that begin as the filter says, then by name. */
export function functionPage(
  all: readonly ListedFunction[],
  { filter, start, count }: FunctionQuery,
): FunctionPage {
  const wanted = filter.trim().toLowerCase();
  const written = wanted === '' ? all.filter(each => rankOf(each) === 0) : [];
  const found = (written.length > 0 ? written : all)
    .map(listed => ({ listed, at: listed.name.toLowerCase().indexOf(wanted) }))
    .filter(({ at }) => at >= 0)
    .sort(
      (a, b) =>
        rankOf(a.listed) - rankOf(b.listed) ||
        Number(a.at > 0) - Number(b.at > 0) ||
        compare(a.listed.name, b.listed.name),
    );
  return { functions: found.slice(start, start + count).map(({ listed }) => listed), total: found.length };
}

/** Own sources before those of libraries, and functions without a source last. */
const rankOf = ({ location }: ListedFunction): number =>
  location === undefined ? 2 : location.source.dimmed === true ? 1 : 0;

/** Those that somebody wrote; one that was compiled several times under one name is one. */
export function functionsOf(symbols: SymbolIndex): readonly ListedFunction[] {
  const found = new Map<string, ListedFunction>();
  for (const { name, artificial, body, start } of symbols.data.functions) {
    if (artificial === true) continue;
    const address = body ?? start;
    const location = symbols.locationAt(address);
    const key = JSON.stringify([name, location?.source.path ?? location?.source.name, location?.line]);
    if (!found.has(key))
      found.set(key, {
        name,
        address: codeAddress(address),
        ...(location === undefined ? {} : { location }),
      });
  }
  return [...found.values()];
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
