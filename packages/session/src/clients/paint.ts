// Paint: ANSI styles in our own words, for clients that said they show them; nothing for the others.

import type { Client } from './client.js';

export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

/** A text of ours that may be styled: the painter is chosen for each reader. */
export type Painted = (paint: Paint) => string;

const asItIs = (text: string): string => text;

export const plainPaint: Paint = { bold: asItIs, dim: asItIs, red: asItIs, yellow: asItIs, cyan: asItIs };

/** Line by line, so that a client that shows lines one by one never gets an unfinished style. */
const coded =
  (open: number, close: number) =>
  (text: string): string =>
    text.replace(/[^\r\n]+/g, line => `\u001b[${open}m${line}\u001b[${close}m`);

const ansiPaint: Paint = {
  bold: coded(1, 22),
  dim: coded(2, 22),
  red: coded(31, 39),
  yellow: coded(33, 39),
  cyan: coded(36, 39),
};

export const paintFor = (client: Client): Paint =>
  client.initialize.supportsANSIStyling === true ? ansiPaint : plainPaint;

/** A line of ours for a console: quiet when it only informs, loud when it matters. */
export function ownWords(message: string | Painted, category: 'console' | 'important' | 'stderr'): Painted {
  return paint => {
    const text = typeof message === 'string' ? tone(category, paint)(message) : message(paint);
    return text.endsWith('\n') ? text : `${text}\n`;
  };
}

function tone(category: 'console' | 'important' | 'stderr', paint: Paint): (text: string) => string {
  if (category === 'important') return paint.yellow;
  return category === 'stderr' ? paint.red : paint.dim;
}
