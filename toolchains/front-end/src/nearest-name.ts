// The name a person probably meant.

/**
 * Letters may be missing, wrong or too many: one in short names, two in longer ones. Of one letter nothing is left when it
 * is wrong, and of two not enough: those are only guessed by their case.
 */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const most = name.length < 3 ? 0 : name.length < 5 ? 1 : 2;
  let best: string | undefined;
  let bestDistance = most + 1;
  for (const candidate of candidates.slice(0, 500)) {
    if (Math.abs(candidate.length - name.length) > most) continue;
    const distance = distanceBetween(name.toLowerCase(), candidate.toLowerCase());
    if (distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

function distanceBetween(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const change = row[j - 1]! + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[right.length]!;
}
