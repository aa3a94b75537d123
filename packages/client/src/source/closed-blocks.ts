// Blocks that were left before the line where the program stands: names that are declared there mean something else there.

export interface ClosedBlock {
  /** First and last line, from 1; the first is the one that the block is announced on. */
  readonly from: number;
  readonly to: number;
  /** What looks declared in it. */
  readonly names: ReadonlySet<string>;
}

/** `code` has no comments and texts any more. */
export function closedBlocks(
  code: readonly string[],
  begin: number,
  current: number,
): readonly ClosedBlock[] {
  const open: OpenBlock[] = [];
  const closed: ClosedBlock[] = [];
  for (let line = begin; line <= Math.min(current, code.length); line++) {
    const text = code[line - 1]!;
    if (line < current) closed.push(...loopWithoutBraces(text, line));
    for (let at = 0; at < text.length; at++) {
      if (text[at] === '{') open.push(opened(code, line, at, begin));
      if (text[at] !== '}') continue;
      const block = open.pop();
      // What is left on the line of the program itself may still be meant there.
      if (block === undefined || line >= current) continue;
      const inside = code.slice(block.line, line - 1);
      const last = block.line === line ? [] : [text.slice(0, at)];
      const first = code[block.line - 1]!.slice(block.at, block.line === line ? at : undefined);
      const names = declaredIn([block.head, first, ...inside, ...last]);
      closed.push({ from: block.from, to: line, names });
    }
  }
  return closed;
}

/** What a loop declares in its head is gone behind its one statement, on its line or the next. */
function loopWithoutBraces(text: string, line: number): readonly ClosedBlock[] {
  const head = /\bfor\s*\([^{]*$/u.exec(text)?.[0];
  if (head === undefined) return [];
  return [{ from: line, to: /;\s*$/.test(head) ? line : line + 1, names: declaredIn([head]) }];
}

interface OpenBlock {
  /** Where its brace is. */
  readonly line: number;
  readonly at: number;
  /** Where it is announced, as in a loop. */
  readonly from: number;
  /** What announces it, if that may declare something for the block: what stands before an initializer does not. */
  readonly head: string;
}

function opened(code: readonly string[], line: number, at: number, begin: number): OpenBlock {
  const before = code[line - 1]!.slice(0, at);
  // A brace that stands alone belongs to what stands above it.
  const isAlone = before.trim() === '' && line > begin;
  const head = isAlone ? code[line - 2]! : before;
  const announces = /\)\s*$/.test(head) || !head.includes('=');
  return { line, at, from: isAlone && announces ? line - 1 : line, head: announces ? head : '' };
}

/** A name behind another word, or behind a type and a colon; that some of them are none costs only a value at a line. */
const declaration =
  /(?:[\p{L}\p{N}_$>\]]\s*[*&]*\s+[*&]*|[\p{L}\p{N}_$>\]]:|[*&])([\p{L}_$][\p{L}\p{N}_$]*)(?=\s*(?:[=;,:)[]|in\b|of\b))/gu;

const declaredIn = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap(text => [...text.matchAll(declaration)].map(([, name]) => name!)));
