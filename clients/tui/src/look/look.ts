// How the parts of the screen look: roles instead of colours, in themes for dark, light and poor terminals and for none.
import { styleOf, type Style, type StyleParts } from '../terminal/style.js';

const roles = [
  ...(['text', 'dim', 'border', 'title', 'focusedTitle', 'tab', 'cursor', 'current', 'frame'] as const),
  ...([
    'name',
    'value',
    'changed',
    'type',
    'inline',
    'lineNumber',
    'breakpoint',
    'waiting',
    'foreign',
  ] as const),
  ...(['keyword', 'typeName', 'constant', 'string', 'number', 'comment', 'functionName'] as const),
  ...(['calm', 'busy', 'stopped', 'bad', 'key', 'error', 'input', 'notice', 'match', 'overlay'] as const),
  ...(['symbol', 'address', 'region', 'chosen'] as const),
] as const;

export type Role = (typeof roles)[number];
export type ThemeName = 'dark' | 'light' | '16' | 'none';
export const themeNames: readonly ThemeName[] = ['dark', 'light', '16', 'none'];

export interface Glyphs {
  readonly open: string;
  readonly closed: string;
  readonly pointer: string;
  readonly breakpoint: string;
  readonly waiting: string;
  readonly disabled: string;
  readonly condition: string;
  readonly log: string;
  readonly horizontal: string;
  readonly vertical: string;
  readonly changed: string;
  readonly more: string;
}

export interface Look {
  readonly theme: ThemeName;
  readonly glyphs: Glyphs;
  readonly style: (role: Role) => Style;
}

type Palette = Partial<Readonly<Record<Role, StyleParts>>>;

const dark: Palette = {
  dim: { text: 245 },
  border: { text: 239 },
  title: { text: 250 },
  focusedTitle: { text: 16, ground: 110, bold: true },
  tab: { text: 245 },
  cursor: { ground: 237 },
  chosen: { ground: 24 },
  current: { ground: 18 },
  frame: { ground: 236 },
  name: { text: 152 },
  changed: { text: 215, bold: true },
  type: { text: 243 },
  inline: { text: 108, italic: true },
  lineNumber: { text: 241 },
  breakpoint: { text: 203, bold: true },
  waiting: { text: 244 },
  foreign: { text: 75 },
  keyword: { text: 176 },
  typeName: { text: 80 },
  constant: { text: 173 },
  string: { text: 150 },
  number: { text: 180 },
  comment: { text: 244, italic: true },
  functionName: { text: 111 },
  calm: { text: 252, ground: 236 },
  busy: { text: 16, ground: 179 },
  stopped: { text: 16, ground: 110 },
  bad: { text: 255, ground: 124, bold: true },
  key: { text: 180, bold: true },
  error: { text: 210 },
  input: { text: 150 },
  notice: { text: 109 },
  match: { text: 16, ground: 222 },
  overlay: { ground: 235 },
  symbol: { text: 111, bold: true },
  address: { text: 245 },
  region: { text: 80 },
};

const light: Palette = {
  dim: { text: 242 },
  border: { text: 250 },
  title: { text: 238 },
  focusedTitle: { text: 231, ground: 25, bold: true },
  tab: { text: 242 },
  cursor: { ground: 254 },
  chosen: { ground: 153 },
  current: { ground: 229 },
  frame: { ground: 255 },
  name: { text: 24 },
  changed: { text: 130, bold: true },
  type: { text: 244 },
  inline: { text: 65, italic: true },
  lineNumber: { text: 247 },
  breakpoint: { text: 160, bold: true },
  waiting: { text: 244 },
  foreign: { text: 26 },
  keyword: { text: 90 },
  typeName: { text: 30 },
  constant: { text: 94 },
  string: { text: 28 },
  number: { text: 94 },
  comment: { text: 243, italic: true },
  functionName: { text: 25 },
  calm: { text: 235, ground: 253 },
  busy: { text: 16, ground: 222 },
  stopped: { text: 231, ground: 25 },
  bad: { text: 231, ground: 160, bold: true },
  key: { text: 94, bold: true },
  error: { text: 124 },
  input: { text: 28 },
  notice: { text: 24 },
  match: { text: 16, ground: 222 },
  overlay: { ground: 254 },
  symbol: { text: 25, bold: true },
  address: { text: 242 },
  region: { text: 30 },
};

const sixteen: Palette = {
  dim: { dim: true },
  border: { dim: true },
  focusedTitle: { inverse: true, bold: true },
  tab: { dim: true },
  cursor: { underline: true },
  chosen: { inverse: true },
  current: { text: 0, ground: 3 },
  frame: { underline: true },
  name: { text: 6 },
  changed: { text: 3, bold: true },
  type: { dim: true },
  inline: { text: 2 },
  lineNumber: { dim: true },
  breakpoint: { text: 1, bold: true },
  waiting: { dim: true },
  foreign: { text: 4, bold: true },
  keyword: { text: 5 },
  typeName: { text: 6 },
  constant: { text: 3 },
  string: { text: 2 },
  number: { text: 3 },
  comment: { dim: true },
  functionName: { text: 4 },
  calm: { inverse: true },
  busy: { text: 0, ground: 3 },
  stopped: { text: 0, ground: 6 },
  bad: { text: 7, ground: 1, bold: true },
  key: { text: 3, bold: true },
  error: { text: 1 },
  input: { text: 2 },
  notice: { text: 6 },
  match: { inverse: true },
  symbol: { text: 4, bold: true },
  address: { dim: true },
  region: { text: 6 },
};

const none: Palette = {
  dim: { dim: true },
  border: { dim: true },
  focusedTitle: { inverse: true, bold: true },
  cursor: { underline: true },
  chosen: { inverse: true },
  current: { inverse: true },
  frame: { underline: true },
  changed: { bold: true },
  type: { dim: true },
  inline: { dim: true },
  lineNumber: { dim: true },
  breakpoint: { bold: true },
  keyword: { bold: true },
  comment: { dim: true },
  calm: { inverse: true },
  busy: { inverse: true },
  stopped: { inverse: true },
  bad: { inverse: true, bold: true },
  key: { bold: true },
  error: { bold: true },
  match: { inverse: true },
  symbol: { bold: true },
};

const palettes: Readonly<Record<ThemeName, Palette>> = { dark, light, '16': sixteen, none };

const drawn: Glyphs = {
  ...{ open: '▾', closed: '▸', pointer: '▶', breakpoint: '●', waiting: '○', disabled: '◌' },
  ...{ condition: '◆', log: '◇', horizontal: '─', vertical: '│', changed: '*', more: '…' },
};

const ascii: Glyphs = {
  ...{ open: 'v', closed: '>', pointer: '>', breakpoint: '#', waiting: 'o', disabled: '-' },
  ...{ condition: '?', log: '!', horizontal: '-', vertical: '|', changed: '*', more: '~' },
};

export function lookOf(theme: ThemeName, hasUnicode = true): Look {
  const palette = palettes[theme];
  const styles = new Map<Role, Style>(roles.map(role => [role, styleOf(palette[role] ?? {})]));
  return { theme, glyphs: hasUnicode ? drawn : ascii, style: role => styles.get(role)! };
}

/** What the environment says of colours: `NO_COLOR`, the terminal's name, and the ground where it tells (`COLORFGBG`). */
export function themeFrom(environment: Readonly<Record<string, string | undefined>>): ThemeName {
  const {
    NO_COLOR: refused = '',
    TERM: name = '',
    COLORTERM: rich = '',
    COLORFGBG: grounds = '',
  } = environment;
  if (refused !== '' || name === 'dumb' || /-m(ono)?$/.test(name)) return 'none';
  const ground = Number(grounds.split(';').at(-1) || 0);
  if (!/256|kitty|alacritty|direct|ghostty/.test(name) && rich === '') return '16';
  return ground === 7 || ground === 15 ? 'light' : 'dark';
}

/** Whether letters beyond ASCII can be shown. */
export function hasUnicode(environment: Readonly<Record<string, string | undefined>>): boolean {
  const locale = [environment['LC_ALL'], environment['LC_CTYPE'], environment['LANG']].find(
    each => each !== undefined && each !== '',
  );
  // Most containers name no locale, and their terminals are UTF-8 all the same.
  return locale === undefined || locale === 'C' || locale === 'POSIX' ? true : /utf-?8/i.test(locale);
}
