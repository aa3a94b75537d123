// Diagnostics of a build, as people read them, and the failure they lead to.

import { basename } from 'node:path';
import { Failure } from '@sonde/engine';
import { diagnosticText as textOf, escaped, type Diagnostic } from '@sonde/language';
import { plainPaint, type Paint } from '../clients/paint.js';

export function buildFailure(program: string, diagnostics: readonly Diagnostic[]): Failure {
  const first = diagnostics.find(d => d.severity === 'error') ?? diagnostics[0];
  const why = first === undefined ? '' : ` ${diagnosticText(first).split('\n')[0] ?? ''}`;
  return new Failure('build-failed', 'user', `${escaped(basename(program))} could not be built.${why}`);
}

/** As a terminal shows it, without what a terminal would obey: where, what, the line, the hint. */
export const diagnosticText = (diagnostic: Diagnostic, paint: Paint = plainPaint): string =>
  textOf(diagnostic, {
    path: path => paint.bold(path),
    colour: (severity, text) =>
      severity === 'error' ? paint.red(text) : severity === 'warning' ? paint.yellow(text) : paint.cyan(text),
  }).trimEnd();
