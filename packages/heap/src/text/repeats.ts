// Repetition in long paths: a list of ten thousand links is told by its first one and how many there are.

/** Items from `start` on repeat themselves `times` times, `period` of them at a time. */
export interface Repeat {
  readonly start: number;
  readonly period: number;
  readonly times: number;
}

/** Fewer are read faster than words about them. */
const fewestTimes = 4;
const longestPeriod = 4;

/** The repeats that do not overlap, in order; of two that begin together the shorter period wins. */
export function repeatsIn(keys: readonly string[]): readonly Repeat[] {
  const found: Repeat[] = [];
  for (let start = 0; start < keys.length;) {
    const repeat = repeatAt(keys, start);
    if (repeat !== undefined) found.push(repeat);
    start += repeat === undefined ? 1 : repeat.period * repeat.times;
  }
  return found;
}

function repeatAt(keys: readonly string[], start: number): Repeat | undefined {
  for (let period = 1; period <= longestPeriod; period++) {
    let end = start + period;
    while (end < keys.length && keys[end] === keys[end - period]) end++;
    const times = Math.floor((end - start) / period);
    if (times >= fewestTimes) return { start, period, times };
  }
  return undefined;
}

/** Lines with repeats folded: the first time, how many more, and the last time. */
export function foldedLines(
  lines: readonly string[],
  keys: readonly string[],
  more: (times: number, period: number) => string,
): readonly string[] {
  const folded: string[] = [];
  let at = 0;
  for (const { start, period, times } of repeatsIn(keys)) {
    const last = start + period * (times - 1);
    folded.push(...lines.slice(at, start + period), more(times - 2, period));
    at = last;
  }
  return [...folded, ...lines.slice(at)];
}
