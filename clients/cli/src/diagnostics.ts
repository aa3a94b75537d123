// Messages of a build, as compilers print them: where, what, the line, the hint.

import { relative } from 'node:path';
import type { Diagnostic } from '@sonde/language';
import type { Style } from './style.js';

export function diagnosticText(diagnostic: Diagnostic, style: Style): string {
  const { location, severity, message, sourceLine, hint } = diagnostic;
  const colour = severity === 'error' ? style.red : severity === 'warning' ? style.yellow : style.cyan;
  const lines = [`${location === undefined ? '' : `${place(location)}: `}${colour(severity)}: ${message}`];
  if (sourceLine !== undefined) {
    lines.push(`  ${sourceLine}`);
    if (location?.column !== undefined) {
      // Tabs stay tabs, so that the mark stands under its character.
      lines.push(`  ${sourceLine.slice(0, location.column - 1).replace(/[^\t]/g, ' ')}${colour('^')}`);
    }
  }
  if (hint !== undefined) lines.push(`  hint: ${hint}`);
  return `${lines.join('\n')}\n`;
}

function place({ source, line, column }: NonNullable<Diagnostic['location']>): string {
  const file = source.path === undefined ? source.name : shortPath(source.path);
  return column === undefined ? `${file}:${line}` : `${file}:${line}:${column}`;
}

/** Relative to the current folder where that is shorter to read. */
export function shortPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' || short.startsWith('..') ? path : short;
}
