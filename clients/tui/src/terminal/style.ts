// How a cell looks, as one number: two colours of the palette and a few switches.

/** Colours 0 to 255 of the terminal's palette, or its own colour. */
export interface StyleParts {
  readonly text?: number;
  readonly ground?: number;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
}

export type Style = number;

const textMask = 0x1ff;
const groundShift = 9;
const switches = [
  ['bold', 1 << 18, 1],
  ['dim', 1 << 19, 2],
  ['italic', 1 << 20, 3],
  ['underline', 1 << 21, 4],
  ['inverse', 1 << 22, 7],
] as const;
const switchBits = switches.reduce((all, [, bit]) => all | bit, 0);

const shownOnBlank =
  (0x1ff << groundShift) |
  switches.reduce((all, [name, bit]) => (name === 'underline' || name === 'inverse' ? all | bit : all), 0);

export const plainCell: Style = 0;

export function styleOf(parts: StyleParts): Style {
  let style = parts.text === undefined ? 0 : parts.text + 1;
  if (parts.ground !== undefined) style |= (parts.ground + 1) << groundShift;
  for (const [name, bit] of switches) if (parts[name] === true) style |= bit;
  return style;
}

export const partsOf = (style: Style): StyleParts => {
  const [text, ground] = [textColour(style), groundColour(style)];
  return {
    ...(text < 0 ? {} : { text }),
    ...(ground < 0 ? {} : { ground }),
    ...Object.fromEntries(switches.filter(([, bit]) => (style & bit) !== 0).map(([name]) => [name, true])),
  };
};

/** The ground of one under the letters of another, which take its colour where it has one: theirs may be that of the ground. */
export const onGround = (style: Style, ground: Style): Style => {
  const mask = (0x1ff << groundShift) | (textColour(ground) < 0 ? 0 : textMask);
  return (ground & mask) === 0 ? style | (ground & switchBits) : (style & ~mask) | (ground & mask);
};

/** A blank shows its ground and lines: what its letters would look like costs bytes, and nobody sees it. */
export const asSeenOnBlank = (style: Style): Style => ((style & shownOnBlank) === 0 ? plainCell : style);

const textColour = (style: Style): number => (style & textMask) - 1;
const groundColour = (style: Style): number => ((style >>> groundShift) & 0x1ff) - 1;

/** The shortest `CSI … m` that makes one of the other; empty where they are the same. */
export function sgr(from: Style, to: Style): string {
  if (from === to) return '';
  if (to === plainCell) return '\u001b[m';
  const codes: (number | string)[] = [];
  let base = from;
  // Bold and dim are switched off together, so all begins anew where something is switched off.
  if ((base & switchBits & ~to) !== 0) {
    codes.push(0);
    base = plainCell;
  }
  for (const [, bit, code] of switches) if ((to & bit) !== 0 && (base & bit) === 0) codes.push(code);
  if (textColour(base) !== textColour(to)) codes.push(colourCode(textColour(to), 30));
  if (groundColour(base) !== groundColour(to)) codes.push(colourCode(groundColour(to), 40));
  return `\u001b[${codes.join(';')}m`;
}

function colourCode(colour: number, base: 30 | 40): number | string {
  if (colour < 0) return base + 9;
  if (colour < 8) return base + colour;
  return colour < 16 ? base + 60 + colour - 8 : `${base + 8};5;${colour}`;
}
