// Diagnostics as a terminal shows them: place, message, the line of source with the spot marked, and a hint.

import { plainColours, type Colours, type Diagnostic } from '@sonde/language';

export function diagnosticText(diagnostic: Diagnostic, colours: Colours = plainColours): string {
  const { severity, message, location, sourceLine, hint } = diagnostic;
  const word = { error: colours.red, warning: colours.yellow, note: colours.cyan }[severity](`${severity}:`);
  const place =
    location === undefined
      ? ''
      : `${colours.bold(`${location.source.path ?? location.source.name}:${location.line}:${location.column ?? 1}:`)} `;
  const lines = [`${place}${word} ${message}`];
  if (location !== undefined && sourceLine !== undefined && sourceLine.trim() !== '') {
    const number = `${location.line} | `;
    lines.push(`${number}${sourceLine}`, `${' '.repeat(number.length)}${colours.cyan(marker(diagnostic))}`);
  }
  if (hint !== undefined) lines.push(`${colours.cyan('hint:')} ${hint}`);
  return `${lines.join('\n')}\n`;
}

/** Under the spot; tabs stay tabs, so that it is under it in every terminal. */
function marker({ location, sourceLine = '' }: Diagnostic): string {
  const column = location?.column ?? 1;
  const before = sourceLine.slice(0, column - 1).replace(/[^\t]/g, ' ');
  const end =
    location?.endLine === location?.line ? (location?.endColumn ?? column + 1) : sourceLine.length + 1;
  return `${before}${'^'.repeat(Math.max(1, end - column))}`;
}
