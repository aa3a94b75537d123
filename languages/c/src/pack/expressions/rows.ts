// Rows of elements as debuggers write them (`*p@5`, `p,[5]`, `p,5`), in words that LLDB understands: for where a row begins
// at something that only LLDB can evaluate, as a call or an array without a length.

import { rowOf } from '@sonde/c-expressions';
import type { EngineText } from '@sonde/language';

interface Row {
  readonly of: string;
  readonly count: number;
}

const beforeAt = /^\*\s*((?:[\w$.:]|->|\[[^[\]]*\]|\((?:[^()]|\([^()]*\))*\))+)\s*@\s*(\d+)$/;
const behindComma = /^(.*\S)\s*,\s*(?:\[\s*(\d+)\s*\]|(\d+))$/s;
const longest = 10_000_000;

/** Undefined for a text that is no row, and no way into one. */
export function rowText(text: string): EngineText | undefined {
  const whole = text.trim();
  const row = rowIn(whole);
  // `&*` makes a pointer of an array.
  if (row !== undefined)
    return { text: `&*(${row.of})`, row: (element, types) => rowOf(element, row.count, types) };
  // Behind a row in parentheses stands the way to one of its elements.
  const end = endOfGroup(whole);
  const inner = end === undefined ? undefined : rowIn(whole.slice(1, end).trim());
  return inner === undefined ? undefined : { text: `(&*(${inner.of}))${whole.slice(end! + 1)}` };
}

function rowIn(text: string): Row | undefined {
  const [, of, bracketed, plain] = behindComma.exec(text) ?? [];
  const [, pointer, times] = beforeAt.exec(text) ?? [];
  const row = { of: pointer ?? of ?? '', count: Number(times ?? bracketed ?? plain) };
  return row.count >= 1 && row.count <= longest && isClosed(row.of) ? row : undefined;
}

/** Where the parenthesis is closed that the text begins with; undefined where it begins with none. */
function endOfGroup(text: string): number | undefined {
  if (!text.startsWith('(')) return undefined;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    depth += text[index] === '(' ? 1 : text[index] === ')' ? -1 : 0;
    if (depth === 0) return index;
  }
  return undefined;
}

/** Whether what stands behind the text is within no parentheses. */
const isClosed = (text: string): boolean => text.split(/[([{]/).length === text.split(/[)\]}]/).length;
