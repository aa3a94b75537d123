// Which of the names there are was probably meant.

/** Undefined when none is near enough. */
export function nearestName(wanted: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.floor(Math.max(wanted.length, 3) / 3) + 1;
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) >= least) continue;
    const steps = distance(wanted.toLowerCase(), name.toLowerCase());
    if (steps < least) [best, least] = [name, steps];
  }
  return best;
}

/** How many letters have to be changed, added, taken away or swapped with the next. */
function distance(from: string, to: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let at = 1; at <= from.length; at++) {
    const row = [at];
    for (let other = 1; other <= to.length; other++) {
      const replaced = last[other - 1]! + (from[at - 1] === to[other - 1] ? 0 : 1);
      let steps = Math.min(replaced, last[other]! + 1, row[other - 1]! + 1);
      if (at > 1 && other > 1 && from[at - 1] === to[other - 2] && from[at - 2] === to[other - 1])
        steps = Math.min(steps, beforeLast[other - 2]! + 1);
      row.push(steps);
    }
    beforeLast = last;
    last = row;
  }
  return last[to.length]!;
}
