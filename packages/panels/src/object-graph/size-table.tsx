// A table of names with amounts, sorted by any column; a name leads further.
import { useState, type ReactNode } from 'react';

export interface SizeColumn<Row> {
  readonly name: string;
  /** What it is sorted by; missing amounts come last. */
  readonly value: (row: Row) => number | undefined;
  readonly text: (row: Row) => string;
}

export interface SizeTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly SizeColumn<Row>[];
  readonly nameColumn: string;
  readonly nameOf: (row: Row) => string;
  readonly keyOf: (row: Row) => string | number;
  readonly onOpen?: (row: Row) => void;
  /** How many there are beyond these. */
  readonly more?: number;
  readonly onMore?: () => void;
}

export function SizeTable<Row>(props: SizeTableProps<Row>): ReactNode {
  const { label, rows, columns, nameColumn, nameOf, keyOf, onOpen, more = 0, onMore } = props;
  const [sort, setSort] = useState<{ readonly column: string; readonly down: boolean } | undefined>(
    undefined,
  );
  const sorted = sortedRows(rows, columns, sort, nameOf);
  const header = (name: string): ReactNode => {
    const direction = sort?.column === name ? (sort.down ? 'descending' : 'ascending') : undefined;
    // Names begin with A, amounts with the largest.
    const next = sort?.column === name ? !sort.down : name !== nameColumn;
    return (
      <th key={name} scope="col" aria-sort={direction} className={name === nameColumn ? '' : 'og-number'}>
        <button type="button" onClick={() => setSort({ column: name, down: next })}>
          {name}
          <span aria-hidden="true">
            {direction === undefined ? '' : direction === 'descending' ? ' ▾' : ' ▴'}
          </span>
        </button>
      </th>
    );
  };
  return (
    <div className="og-scroll" tabIndex={0} role="group" aria-label={label}>
      <table className="og-table" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ name }) => header(name))}
            {header(nameColumn)}
          </tr>
        </thead>
        <tbody>
          {sorted.map(row => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, text }) => (
                <td key={name} className="og-number">
                  {text(row)}
                </td>
              ))}
              <td title={nameOf(row)}>
                {onOpen === undefined ? (
                  nameOf(row)
                ) : (
                  <button type="button" className="link" onClick={() => onOpen(row)}>
                    {nameOf(row)}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="empty">There are none.</p>}
      {more > 0 &&
        (onMore === undefined ? (
          <p className="og-note">{`… and ${more.toLocaleString('en')} smaller ones`}</p>
        ) : (
          <button type="button" className="og-load" onClick={onMore}>
            {`Show more of ${more.toLocaleString('en')} others`}
          </button>
        ))}
    </div>
  );
}

function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly SizeColumn<Row>[],
  sort: { readonly column: string; readonly down: boolean } | undefined,
  nameOf: (row: Row) => string,
): readonly Row[] {
  if (sort === undefined) return rows;
  const sign = sort.down ? -1 : 1;
  const column = columns.find(({ name }) => name === sort.column);
  if (column === undefined)
    return rows.toSorted((one, other) => sign * nameOf(one).localeCompare(nameOf(other)));
  const least = -Infinity;
  return rows.toSorted(
    (one, other) => sign * ((column.value(one) ?? least) - (column.value(other) ?? least)) || 0,
  );
}
