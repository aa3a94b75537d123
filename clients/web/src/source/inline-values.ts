// Which values stand at the end of which lines: those whose names occur there, up to the line where the program stands.
import type { ShownVariable } from '../model/value.js';
import type { LineValue } from './line-marks.js';

const longestValue = 40;
const mostOnALine = 4;
/** Longer functions show no values so far up: nobody looks there, and every line costs. */
const mostLines = 200;

export interface InlineRequest {
  readonly lines: readonly string[];
  /** The line where the program stands; lines count from 1. */
  readonly current: number;
  /** As the frame is called. */
  readonly functionName: string;
  /** Where the scope begins, where the language says. */
  readonly from?: number;
  readonly variables: readonly ShownVariable[];
}

export function inlineValues(request: InlineRequest): readonly LineValue[] {
  const { lines, current, variables } = request;
  const values = new Map<string, string>();
  // The innermost of the same name counts; inner ones come last.
  for (const { name, value } of variables)
    if (isWord(name) && value !== '') values.set(name, shortened(value));
  if (values.size === 0) return [];
  const found: LineValue[] = [];
  for (let line = beginOf(request); line <= Math.min(current, lines.length); line++) {
    const names = [...new Set(namesIn(lines[line - 1] ?? ''))].filter(name => values.has(name));
    if (names.length === 0) continue;
    const text = names
      .slice(0, mostOnALine)
      .map(name => `${name} = ${values.get(name)!}`)
      .join(', ');
    found.push({ line, text });
  }
  return found;
}

/**
 * The first line of the function: as the language says; else the nearest line above that has its name before a parenthesis;
 * else the nearest line that is not indented, since what lies above it is likely to be another function, whose variables may
 * have the same names.
 */
export function beginOf({ lines, current, functionName, from }: Omit<InlineRequest, 'variables'>): number {
  const earliest = Math.max(1, current - mostLines);
  if (from !== undefined) return Math.max(earliest, from);
  const simple = /[\p{L}_$][\p{L}\p{N}_$]*(?=[^\p{L}\p{N}_$]*$)/u.exec(
    functionName.replace(/[(<[].*$/u, ''),
  )?.[0];
  if (simple !== undefined) {
    const head = new RegExp(
      `(^|[^\\p{L}\\p{N}_$])${simple.replaceAll('$', String.raw`\$`)}\\s*[(<\\[:=]`,
      'u',
    );
    for (let line = current; line >= earliest; line--) if (head.test(lines[line - 1] ?? '')) return line;
  }
  const isOuter = (line: number): boolean => /^[^\s}\])]/.test(lines[line - 1] ?? '');
  if (isOuter(current)) {
    // Code outside of functions: as far up as it goes on.
    let line = current;
    while (line > earliest && (isOuter(line - 1) || (lines[line - 2] ?? '').trim() === '')) line--;
    return line;
  }
  for (let line = current; line >= earliest; line--) if (isOuter(line)) return line;
  return earliest;
}

/** Words that are no members of something else. */
const namesIn = (line: string): readonly string[] =>
  [...line.matchAll(words)]
    .filter(({ index }) => !/(\.|->)\s*$/.test(line.slice(0, index)))
    .map(([word]) => word);

const words = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

const isWord = (name: string): boolean => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name);

/** Where a pointer leads says more than its address. */
const shortened = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').replace(/^0x[\da-f]+ → /i, '→ ');
  return line.length > longestValue ? `${line.slice(0, longestValue - 1)}…` : line;
};
