// Format suffixes: `n,x` asks for a value in hexadecimal, as people of other debuggers type it.

import { Failure } from '@sonde/engine';
import type { Format } from '@sonde/lens';

const formats: Readonly<Record<string, Format>> = {
  x: { hex: true, binary: false },
  h: { hex: true, binary: false },
  d: { hex: false, binary: false },
  b: { hex: false, binary: true },
};

/** The expression without its suffix, and what the suffix asks for; undefined for a text without one. */
export function splitFormat(
  text: string,
): { readonly expression: string; readonly format: Format } | undefined {
  const match = /^([^]*[^\s,])\s*,\s*([xhdb])\s*$/.exec(text);
  const format = formats[match?.[2] ?? ''];
  return match === null || format === undefined ? undefined : { expression: match[1]!, format };
}

export interface Formatted<Result> {
  readonly found: Result;
  readonly format: Format;
  /** The text that was evaluated. */
  readonly expression: string;
}

/**
 * Evaluates a text that may end with a suffix. Where the text makes no sense without it, the comma was the language's
 * own: then the whole is meant.
 */
export async function withFormatSuffix<Result>(
  text: string,
  format: Format,
  evaluate: (expression: string) => Promise<Result>,
): Promise<Formatted<Result>> {
  const split = splitFormat(text);
  if (split === undefined) return { found: await evaluate(text), format, expression: text };
  try {
    const found = await evaluate(split.expression);
    return { found, format: { ...format, ...split.format }, expression: split.expression };
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'bad-expression') throw error;
    const whole = await evaluate(text).catch(() => undefined);
    // What is wrong is told of the text that was probably meant.
    if (whole === undefined) throw error;
    return { found: whole, format, expression: text };
  }
}
