// Tables: lists whose elements are records, one row for each.

import type { Shown, StructuredView } from '../view.js';
import { elements, isLate, isRecord, members, type Look } from './look.js';

/** The name of the column that says which element it is. */
const position = '#';
/** Rows that are opened together; between them it is seen whether there is time for more. */
const atOnce = 25;

type Table = Extract<StructuredView, { kind: 'table' }>;
type Row = { readonly name: string; readonly cells: ReadonlyMap<string, string> };

/** Undefined for a list of other things. */
export async function tableOf(look: Look, shown: Shown): Promise<Table | undefined> {
  const total = shown.children?.indexed ?? 0;
  const [first] = await elements(look, shown, 1);
  if (first === undefined || !isRecord(first)) return undefined;
  const listed = await elements(look, shown, look.limits.rows);
  if (2 * listed.filter(isRecord).length < listed.length) return undefined;
  const rows: Row[] = [];
  while (rows.length < listed.length && !isLate(look)) {
    const next = listed.slice(rows.length, rows.length + atOnce);
    rows.push(...(await Promise.all(next.map(element => rowOf(look, element)))));
  }
  const names = new Set(rows.flatMap(({ cells }) => [...cells.keys()]));
  const columns = [...names].slice(0, look.limits.columns);
  if (columns.length === 0) return undefined;
  const more = total - rows.length;
  return {
    kind: 'table',
    columns: [position, ...columns],
    rows: rows.map(({ name, cells }) => [name, ...columns.map(column => cells.get(column) ?? '')]),
    ...(more > 0 ? { more } : {}),
  };
}

/** An element that is no record, such as a pointer to nothing, has its text in the place of its members. */
async function rowOf(look: Look, element: Shown): Promise<Row> {
  const name = element.name.replace(/^\[(.*)\]$/, '$1');
  if (!isRecord(element)) return { name: `${name} ${element.text}`, cells: new Map() };
  const parts = await members(look, element);
  return { name, cells: new Map(parts.map(part => [part.name, part.text])) };
}
