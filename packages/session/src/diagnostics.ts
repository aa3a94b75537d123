// Diagnostics of a build, as people read them, and the failure they lead to.

import { basename } from 'node:path';
import { Failure } from '@sonde/engine';
import type { Diagnostic } from '@sonde/language';
import { plainPaint, type Paint } from './paint.js';

export function buildFailure(program: string, diagnostics: readonly Diagnostic[]): Failure {
  const first = diagnostics.find(d => d.severity === 'error') ?? diagnostics[0];
  const why = first === undefined ? '' : ` ${diagnosticText(first).split('\n')[0] ?? ''}`;
  return new Failure('build-failed', 'user', `${basename(program)} could not be built.${why}`);
}

const colours: Readonly<Record<Diagnostic['severity'], (paint: Paint) => (text: string) => string>> = {
  error: paint => paint.red,
  warning: paint => paint.yellow,
  note: paint => paint.cyan,
};

/** A diagnostic as a terminal shows it: where, what, the line, the hint. */
export function diagnosticText(diagnostic: Diagnostic, paint: Paint = plainPaint): string {
  const { location } = diagnostic;
  const column = location?.column === undefined ? '' : `:${location.column}`;
  const where =
    location === undefined
      ? ''
      : `${location.source.path ?? location.source.name}:${location.line}${column}: `;
  const severity = colours[diagnostic.severity](paint)(`${diagnostic.severity}:`);
  const lines = [`${paint.bold(where)}${severity} ${diagnostic.message}`];
  if (diagnostic.sourceLine !== undefined) {
    lines.push(`  ${diagnostic.sourceLine}`);
    if (location?.column !== undefined) {
      // Tabs stay tabs, so that the mark stands under its character.
      lines.push(`  ${diagnostic.sourceLine.slice(0, location.column - 1).replace(/[^\t]/g, ' ')}^`);
    }
  }
  if (diagnostic.hint !== undefined) lines.push(`  ${paint.cyan('hint:')} ${diagnostic.hint}`);
  return lines.join('\n');
}
