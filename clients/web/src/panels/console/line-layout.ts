// How a line of the console is laid out: its text in rows of as many columns as what stands beside it leaves.
import { hasEscapes, sourceName, withoutAnsi, type LogLine } from '@sonde/client';
import { longestShown } from './log-view.js';
import { rowsIn } from './wrap-text.js';

/** A row with less text is of no use: then it is cut instead. */
const fewestColumns = 12;
/** On a page with fewer, places are told by their line alone. */
const narrow = 64;
export const longestType = 26;

export const viewWords = {
  table: 'as table',
  graph: 'as graph',
  hex: 'as bytes',
  result: 'as result',
  record: 'as record',
} as const;

/** Where a line was printed, as short as there is room for. */
export function placeText({ source, line }: LogLine, columns: number): string | undefined {
  if (source === undefined || line === undefined) return undefined;
  const name = sourceName(source);
  return columns < narrow ? `:${line}` : `${name}:${line}`;
}

/** The columns that the text has. */
export function textColumns(line: LogLine, columns: number): number {
  const { value, type, time } = line;
  const beside = [
    value !== undefined && value.variablesReference > 0 ? 4 : 0,
    type === undefined || type === '' ? 0 : Math.min(type.length, longestType) + 2,
    value?.view === undefined ? 0 : viewWords[value.view.kind].length + 3,
    time === undefined ? 0 : 4,
    placeText(line, columns) === undefined ? 0 : placeText(line, columns)!.length + 3,
  ];
  return Math.max(
    fewestColumns,
    beside.reduce((rest, taken) => rest - taken, columns),
  );
}

/** Where the rows of its text begin, in the text without colours. */
export const rowsOfLine = (line: LogLine, columns: number): readonly number[] =>
  rowsIn(shownText(line.text), textColumns(line, columns));

/** Of a line that is too long only the beginning is shown, with how much is left out. */
export const cutText = (text: string): string =>
  text.length > longestShown ? text.slice(0, longestShown) : text;

export function shownText(text: string): string {
  const whole = cutText(text);
  const plain = hasEscapes(whole) ? withoutAnsi(whole) : whole;
  return whole === text ? plain : `${plain}${moreText(text)}`;
}

export const moreText = (text: string): string => ` … ${text.length - longestShown} more characters`;
