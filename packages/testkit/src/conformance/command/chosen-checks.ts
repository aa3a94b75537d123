// Which checks a command line asks for: by id, by group, all but some.
import type { Check } from '../check.js';
import { groupOf } from '../report.js';
import { UsageProblem } from './usage-problem.js';

export function chosenChecks(
  all: readonly Check[],
  only: readonly string[],
  skip: readonly string[],
): readonly Check[] {
  for (const word of [...only, ...skip]) mustName(word, all);
  const chosen = all.filter(check => (only.length === 0 || isNamed(check, only)) && !isNamed(check, skip));
  if (chosen.length === 0) throw new UsageProblem('no check is left to try.');
  return chosen;
}

const isNamed = ({ id }: Check, words: readonly string[]): boolean =>
  words.includes(id) || words.includes(groupOf(id));

function mustName(word: string, all: readonly Check[]): void {
  if (all.some(check => isNamed(check, [word]))) return;
  const near = nearest(word, [...new Set(all.flatMap(({ id }) => [id, groupOf(id)]))]);
  throw new UsageProblem(
    `there is no check and no group "${word}".${near === undefined ? '' : ` Did you mean "${near}"?`} --list lists them.`,
  );
}

/** The name that somebody probably meant; none when nothing is near. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const measured = names
    .map(name => ({ name, away: distance(word.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.away - b.away);
  const [best] = measured;
  return best !== undefined && best.away <= Math.max(2, word.length / 3) ? best.name : undefined;
}

/** How many letters must be added, left out or changed. */
function distance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const changed = previous[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(changed, previous[column]! + 1, current[column - 1]! + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
