// Messages of a build on this terminal.

import { relative } from 'node:path';
import { diagnosticText as textOf, escaped, type Diagnostic } from '@sonde/language';
import type { Style } from './style.js';

export const diagnosticText = (diagnostic: Diagnostic, style: Style): string =>
  textOf(diagnostic, {
    path: shortPath,
    colour: (severity, text) =>
      severity === 'error' ? style.red(text) : severity === 'warning' ? style.yellow(text) : style.cyan(text),
  });

/** Relative to the current folder where that is shorter to read; without what a terminal would obey. */
export function shortPath(path: string): string {
  const short = relative(process.cwd(), path);
  return escaped(short === '' || short.startsWith('..') ? path : short);
}
