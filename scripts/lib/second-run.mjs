// A second run, alone and one after the other, for the few files that failed in a whole run beside others.
import path from 'node:path';

/** More files than that fail for a reason that a second run would only repeat. */
const mostFiles = 3;

/**
 * The files to run again, from the `counts` of a whole run; none where nothing failed, where too much did, or where
 * something failed outside any file.
 */
export function filesToRunAgain(counts) {
  const failed = counts?.files?.filter(({ failed: many }) => many > 0) ?? [];
  const inFiles = failed.reduce((sum, { failed: many }) => sum + many, 0);
  const isWorthIt = failed.length <= mostFiles && inFiles === counts?.failed;
  return isWorthIt ? failed.map(({ file }) => file) : [];
}

/** What both runs together say: of the files that ran twice the second one counts, all else is from the first. */
export function joinRuns(first, second) {
  if (second.counts === undefined) return first;
  const again = new Set(second.counts.files.map(({ file }) => file));
  const kept = first.counts.files.filter(({ file }) => !again.has(file));
  const files = [...kept, ...second.counts.files];
  const sum = of => files.reduce((total, each) => total + each[of], 0);
  const skipped = [...first.counts.skipped.filter(({ file }) => !again.has(file)), ...second.counts.skipped];
  return {
    ...first,
    ok: second.ok,
    seconds: first.seconds + second.seconds,
    counts: { passed: sum('passed'), failed: sum('failed'), skipped, files },
  };
}

/** What to tell of tests that passed only when nothing ran beside them; each is a fault of the test or of the product. */
export const secondRunLines = (first, joined, root) =>
  first.counts.files
    .filter(({ file, failed }) => failed > 0 && isInOrder(joined, file))
    .flatMap(({ file, titles }) =>
      titles.map(title => `PASSED ONLY ALONE: ${path.relative(root, file)}: ${title}`),
    );

const isInOrder = ({ counts }, file) => counts.files.some(each => each.file === file && each.failed === 0);
