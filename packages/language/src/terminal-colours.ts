// Colours of a terminal, for the commands that languages bring: none where NO_COLOR or a pipe asks for none.

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

export const plainColours: Colours = { bold: same, red: same, yellow: same, cyan: same };
const colourful: Colours = { bold: coded(1), red: coded(31), yellow: coded(33), cyan: coded(36) };

export function coloursFor(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>> = process.env,
): Colours {
  const unwanted = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return stream.isTTY === true && !unwanted ? colourful : plainColours;
}
