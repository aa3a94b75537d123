// Colours, where the terminal has them and the user wants them (https://no-color.org).

export interface TerminalStyle {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
}

const plain = (text: string): string => text;

export const plainStyle: TerminalStyle = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain };

const coded =
  (open: number, close: number) =>
  (text: string): string =>
    text === '' ? '' : `\u001b[${open}m${text}\u001b[${close}m`;

const colourful: TerminalStyle = {
  bold: coded(1, 22),
  dim: coded(2, 22),
  red: coded(31, 39),
  green: coded(32, 39),
  yellow: coded(33, 39),
};

export function styleFor(
  stream: { readonly isTTY?: boolean },
  env: NodeJS.ProcessEnv = process.env,
): TerminalStyle {
  const unwanted = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return stream.isTTY === true && !unwanted ? colourful : plainStyle;
}
