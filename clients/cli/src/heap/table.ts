// Rows under titles, numbers to the right; the last column takes what it needs.

import { stripVTControlCharacters } from 'node:util';
import type { Style } from '../style.js';

export interface TableColumn {
  readonly title: string;
  readonly right: boolean;
}

export function table(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  style: Style,
): string {
  const widths = columns.map(({ title }, nth) =>
    Math.max(title.length, ...rows.map(row => seen(row[nth] ?? ''))),
  );
  const line = (cells: readonly string[]): string =>
    columns
      .map(({ right }, nth) => {
        const cell = cells[nth] ?? '';
        const room = ' '.repeat(Math.max(0, widths[nth]! - seen(cell)));
        if (nth === columns.length - 1) return cell;
        return right ? room + cell : cell + room;
      })
      .join('  ')
      .trimEnd();
  return [style.dim(line(columns.map(({ title }) => title))), ...rows.map(line)]
    .map(each => `  ${each}`)
    .join('\n');
}

const seen = (text: string): number => stripVTControlCharacters(text).length;
