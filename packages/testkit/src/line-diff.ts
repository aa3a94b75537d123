// A short unified diff of two texts, line by line.

type Edit = { readonly sign: ' ' | '-' | '+'; readonly line: string };

const contextLines = 3;
const mostLines = 60;
/** Above this many comparisons the middle is shown as replaced as a whole: a diff must never be what hangs. */
const mostComparisons = 4_000_000;

/** Empty if the texts are the same. */
export function lineDiff(expected: string, actual: string): string {
  if (expected === actual) return '';
  const edits = editsBetween(expected.split('\n'), actual.split('\n'));
  const near = edits.map((_, index) =>
    edits.slice(Math.max(0, index - contextLines), index + contextLines + 1),
  );
  const lines: string[] = [];
  let skipping = false;
  edits.forEach((edit, index) => {
    if (near[index]!.some(({ sign }) => sign !== ' ')) {
      skipping = false;
      lines.push(`${edit.sign} ${edit.line}`.trimEnd());
    } else if (!skipping) {
      skipping = true;
      lines.push('@@');
    }
  });
  if (lines.length <= mostLines) return lines.join('\n');
  return [...lines.slice(0, mostLines), `… ${lines.length - mostLines} more lines`].join('\n');
}

function editsBetween(expected: readonly string[], actual: readonly string[]): readonly Edit[] {
  const shorter = Math.min(expected.length, actual.length);
  let head = 0;
  while (head < shorter && expected[head] === actual[head]) head++;
  let tail = 0;
  while (tail < shorter - head && expected.at(-1 - tail) === actual.at(-1 - tail)) tail++;
  const same = (lines: readonly string[]): readonly Edit[] => lines.map(line => ({ sign: ' ', line }));
  return [
    ...same(expected.slice(0, head)),
    ...middleEdits(expected.slice(head, expected.length - tail), actual.slice(head, actual.length - tail)),
    ...same(expected.slice(expected.length - tail)),
  ];
}

/** By the longest common subsequence. */
function middleEdits(expected: readonly string[], actual: readonly string[]): readonly Edit[] {
  const removed = (line: string): Edit => ({ sign: '-', line });
  const added = (line: string): Edit => ({ sign: '+', line });
  if (expected.length * actual.length > mostComparisons)
    return [...expected.map(removed), ...actual.map(added)];
  const width = actual.length + 1;
  const lengths = new Uint32Array((expected.length + 1) * width);
  for (let row = expected.length - 1; row >= 0; row--) {
    for (let column = actual.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        expected[row] === actual[column]
          ? lengths[(row + 1) * width + column + 1]! + 1
          : Math.max(lengths[(row + 1) * width + column]!, lengths[row * width + column + 1]!);
    }
  }
  const edits: Edit[] = [];
  let row = 0;
  let column = 0;
  while (row < expected.length || column < actual.length) {
    if (row < expected.length && column < actual.length && expected[row] === actual[column]) {
      edits.push({ sign: ' ', line: expected[row]! });
      row++;
      column++;
    } else if (
      column >= actual.length ||
      (row < expected.length && lengths[(row + 1) * width + column]! >= lengths[row * width + column + 1]!)
    ) {
      edits.push(removed(expected[row++]!));
    } else {
      edits.push(added(actual[column++]!));
    }
  }
  return edits;
}
