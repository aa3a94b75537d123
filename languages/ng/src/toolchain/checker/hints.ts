// Advice that goes with a message: what the person probably meant.

import type { Expression } from '../ast.js';
import { nodeText } from './node-text.js';
import type { Scope } from './scope.js';

/** A known name that is spelled almost the same. */
export function hintForName(name: string, scope: Scope): string | undefined {
  const allowed = name.length < 4 ? 1 : 2;
  let best: string | undefined;
  let fewest = allowed + 1;
  for (const [known] of scope.visible()) {
    const edits = editsBetween(name, known, fewest);
    if (edits < fewest) [best, fewest] = [known, edits];
  }
  return best === undefined ? undefined : `did you mean \`${best}\`?`;
}

/** How many letters differ; counting stops at `limit`. */
function editsBetween(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) >= limit) return limit;
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const change = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? limit;
}

/** Without precedence the whole rest of a line is the right operand, which surprises everyone once. */
export function hintForOperands(left: Expression, operator: string, right: Expression): string | undefined {
  if (right.kind !== 'binary') return undefined;
  const inner = `${nodeText(left)} ${operator} ${nodeText(right.left)}`;
  return `operators have no precedence in NG, everything right of \`${operator}\` is its operand: write \`(${inner}) ${right.operator} …\``;
}
