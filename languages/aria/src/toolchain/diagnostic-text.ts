// Diagnostics as a terminal shows them: place, message, the line of source with the spot marked, and a hint.

import type { Diagnostic } from '@sonde/language';

export interface Colours {
  readonly bold: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

const same = (text: string): string => text;
const coded =
  (code: number) =>
  (text: string): string =>
    `\u001b[${code}m${text}\u001b[0m`;

export const plain: Colours = { bold: same, red: same, yellow: same, cyan: same };
const colourful: Colours = { bold: coded(1), red: coded(31), yellow: coded(33), cyan: coded(36) };

export function coloursFor(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>> = process.env,
): Colours {
  const unwanted = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return stream.isTTY === true && !unwanted ? colourful : plain;
}

export function diagnosticText(diagnostic: Diagnostic, colours: Colours = plain): string {
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
