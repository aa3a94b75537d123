// Blocks that were left before the line where the program stands: names that are declared there mean something else there.

export interface ClosedBlock {
  /** First and last line, from 1; the first is the one that the block is announced on. */
  readonly from: number;
  readonly to: number;
  /** What looks declared in it. */
  readonly names: ReadonlySet<string>;
}

/** `code` has no comments and texts any more. */
export function closedBlocks(code: readonly string[], begin: number, current: number): readonly ClosedBlock[] {
  const open: number[] = [];
  const closed: ClosedBlock[] = [];
  for (let line = begin; line <= Math.min(current, code.length); line++) {
    for (const character of code[line - 1]!) {
      if (character === '{') open.push(headOf(code, line, begin));
      if (character !== '}') continue;
      const from = open.pop();
      // What is left on the line of the program itself may still be meant there.
      if (from !== undefined && line < current) closed.push({ from, to: line, names: declaredIn(code, from, line) });
    }
  }
  return closed;
}

/** A brace that stands alone belongs to what stands above it. */
const headOf = (code: readonly string[], line: number, begin: number): number =>
  code[line - 1]!.trim() === '{' && line > begin ? line - 1 : line;

/** A name behind another word, or behind a type and a colon; that some of them are none costs only a value at a line. */
const declaration =
  /(?:[\p{L}\p{N}_$>\]]\s*[*&]*\s+[*&]*|[\p{L}\p{N}_$>\]]:|[*&])([\p{L}_$][\p{L}\p{N}_$]*)(?=\s*(?:[=;,:)[]|in\b|of\b))/gu;

function declaredIn(code: readonly string[], from: number, to: number): ReadonlySet<string> {
  const names = new Set<string>();
  for (let line = from; line <= to; line++)
    for (const [, name] of code[line - 1]!.matchAll(declaration)) names.add(name!);
  return names;
}
