// The report of ng-trace for people: a block of lines for each stop, readable in a terminal and in the log of a build.

import { relative } from 'node:path';
import { diagnosticText } from '@sonde/language';
import type { DebugFrame, DebugVariable } from '../../runtime/debug/debug-interface.js';
import { cutStack, type TracedStop, type TraceReport, type Watched } from './trace-report.js';

/** The codes that begin and end a colour. */
const formats = { bold: [1, 22], dim: [2, 22], red: [31, 39], yellow: [33, 39], cyan: [36, 39] } as const;

const severityFormats = { error: 'red', warning: 'yellow', note: 'cyan' } as const;

type Format = keyof typeof formats;
type Paint = (format: Format, text: string) => string;

/** Colours where the terminal has them and the user wants them (https://no-color.org). */
export function textReport(
  stream: { readonly isTTY?: boolean },
  env: NodeJS.ProcessEnv = process.env,
): TraceReport {
  const plain = stream.isTTY !== true || (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  const paint: Paint = plain ? (_, text) => text : coloured;
  return {
    stop: stop => block(stop, paint),
    breakpoint: (text, note) => `${paint('yellow', 'breakpoint')} ${text}: ${note}\n`,
    diagnostic: diagnostic =>
      diagnosticText(diagnostic, {
        path: shortPath,
        colour: (severity, text) => paint(severityFormats[severity], text),
      }),
    errorOutput: data => data,
  };
}

const coloured: Paint = (format, text) =>
  text.trim() === '' ? text : `\u001b[${formats[format][0]}m${text}\u001b[${formats[format][1]}m`;

function block(stop: TracedStop, paint: Paint): string {
  const rows = [
    ...section('arguments', stop.parameters.map(variable), paint),
    ...section('locals', stop.locals.map(variable), paint),
    ...section('globals', stop.globals.map(variable), paint),
    ...section('watches', stop.watched.map(watched), paint),
    // An error brings its stack along when it ends the program.
    ...(stop.kind === 'interrupt' ? section('stack', stackLines(stop.stack), paint) : []),
  ];
  return `${[headLine(stop, paint), ...rows].join('\n')}\n`;
}

function headLine({ kind, message, stack }: TracedStop, paint: Paint): string {
  const [top] = stack;
  const where = paint('bold', top === undefined || top.line === 0 ? 'no line' : placeOf(top));
  const name = top?.functionName ?? '?';
  if (kind === 'interrupt') return `${where} ${paint('yellow', 'interrupted')} in ${name}`;
  if (kind === 'error') return `${where} ${paint('red', 'error')} in ${name}: ${message ?? ''}`;
  return `${where} ${name}${message === undefined ? '' : `: ${paint('yellow', message)}`}`;
}

/** The title stands in front of the first row only. */
const section = (title: string, rows: readonly string[], paint: Paint): readonly string[] =>
  rows.map((row, nth) => `  ${paint('dim', (nth === 0 ? title : '').padEnd(10))} ${row}`);

const variable = ({ name, type, value }: DebugVariable): string => `${name}: ${type} = ${value}`;

const watched = ({ expression, result }: Watched): string =>
  result.kind === 'value' ? `${expression} = ${result.value.value}` : `${expression}: ${result.problem}`;

function stackLines(stack: readonly DebugFrame[]): readonly string[] {
  const { top, left, bottom } = cutStack(stack);
  return [...top.map(frameLine), ...(left === 0 ? [] : [`… ${left} more …`]), ...bottom.map(frameLine)];
}

const frameLine = (frame: DebugFrame): string =>
  frame.line === 0 ? frame.functionName : `${frame.functionName} (${placeOf(frame)}:${frame.column + 1})`;

const placeOf = ({ file, line }: DebugFrame): string => `${shortPath(file)}:${line}`;

/** Relative to the current folder where that is shorter to read. */
function shortPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' || short.startsWith('..') ? path : short;
}
