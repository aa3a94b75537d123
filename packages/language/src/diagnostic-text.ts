// Messages of a build, as compilers print them: where, what, the line, the hint.

import type { Diagnostic } from './build.js';
import { escaped, harmless, markedLine } from './marked-line.js';

export interface DiagnosticStyle {
  /** A path as the reader knows it. */
  readonly path: (absolute: string) => string;
  readonly colour: (severity: Diagnostic['severity'], text: string) => string;
}

export function diagnosticText(diagnostic: Diagnostic, style: DiagnosticStyle): string {
  const { severity, message, location, sourceLine, hint } = diagnostic;
  const where = location === undefined ? '' : `${place(location, style)}: `;
  const lines = [`${where}${style.colour(severity, severity)}: ${harmless(message)}`];
  if (sourceLine !== undefined) {
    const { text, indent } = markedLine(sourceLine, location?.column ?? 1);
    lines.push(`  ${text}`);
    if (location?.column !== undefined) lines.push(`  ${indent}${style.colour(severity, '^')}`);
  }
  if (hint !== undefined) lines.push(`  hint: ${harmless(hint)}`);
  return `${lines.join('\n')}\n`;
}

function place(
  { source, line, column }: NonNullable<Diagnostic['location']>,
  { path }: DiagnosticStyle,
): string {
  const file = source.path === undefined ? escaped(source.name) : path(escaped(source.path));
  return column === undefined ? `${file}:${line}` : `${file}:${line}:${column}`;
}
