// Generic types: their parameters replaced by other types.

import { flatRow, prune, type Row, type RowVariable, type Type, type TypeVariable } from './types.js';

/** The type with these variables replaced; rows stay as they are unless they are replaced, too. */
export function substitute(
  type: Type,
  put: ReadonlyMap<TypeVariable, Type>,
  rows: (row: Row) => Row = row => row,
): Type {
  const whole = prune(type);
  switch (whole.kind) {
    case 'variable':
      return put.get(whole) ?? whole;
    case 'named':
      if (whole.args.length === 0) return whole;
      return { ...whole, args: whole.args.map(argument => substitute(argument, put, rows)) };
    case 'function':
      return {
        kind: 'function',
        parameters: whole.parameters.map(parameter => substitute(parameter, put, rows)),
        result: substitute(whole.result, put, rows),
        effects: substituteRow(rows(whole.effects), put, rows),
      };
  }
}

/** Effects of generic kinds have types, too. */
function substituteRow(row: Row, put: ReadonlyMap<TypeVariable, Type>, rows: (row: Row) => Row): Row {
  if ([...row.labels.values()].every(args => args.length === 0)) return row;
  const labels = [...row.labels].map(
    ([name, args]) => [name, args.map(argument => substitute(argument, put, rows))] as const,
  );
  return { labels: new Map(labels), tail: row.tail };
}

/** Variables made further inside than this level: what a function of that level is generic in. */
export function freeVariables(types: readonly Type[], level: number): TypeVariable[] {
  const found = new Set<TypeVariable>();
  const visit = (type: Type): void => {
    const whole = prune(type);
    if (whole.kind === 'named') whole.args.forEach(visit);
    else if (whole.kind === 'function') {
      [...whole.parameters, whole.result].forEach(visit);
      for (const args of flatRow(whole.effects).labels.values()) args.forEach(visit);
    } else if (whole.level > level && !found.has(whole)) {
      found.add(whole);
      for (const { type: field } of whole.needs.fields.values()) visit(field);
    }
  };
  types.forEach(visit);
  return [...found];
}

/** Tails of rows that a use of a generic function has for itself. */
export function freshRows(level: number, fresh: () => RowVariable): (row: Row) => Row {
  const known = new Map<RowVariable, RowVariable>();
  return row => {
    const { labels, tail } = flatRow(row);
    if (tail === undefined || tail.level <= level) return { labels, tail };
    const own = known.get(tail) ?? fresh();
    known.set(tail, own);
    return { labels, tail: own };
  };
}
