// Which values stand at the end of which lines: those whose names occur there, up to the line where the program stands.
import type { ShownVariable } from '../value.js';
import type { Syntax } from './syntax.js';
import { closedBlocks } from './closed-blocks.js';
import { codeLines } from './code-lines.js';
import type { LineValue } from './line-value.js';

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
  /** Of all scopes, the inner ones last. */
  readonly variables: readonly ShownVariable[];
  /** The source. */
  readonly path?: string;
  /** What its comments and texts look like. */
  readonly syntax?: Syntax;
}

export function inlineValues(request: InlineRequest): readonly LineValue[] {
  const { current, path, syntax } = request;
  const code = codeLines(request.lines, syntax, current);
  const begin = beginOf({ ...request, lines: code });
  const end = Math.min(current, code.length);
  const names = namesOfLines(code, begin - 1, end);
  // Of the globals of a large program few stand in one function: the others cost no more than a look.
  const wanted = new Set(names.flatMap(each => [...each]));
  const known = new Map<string, Known[]>();
  for (const variable of request.variables) {
    const { name } = variable;
    if (!wanted.has(name)) continue;
    const { value, declaration } = variable;
    // A keyword never means a variable, though a scope of the machine may have one of that name.
    if (value === '' || syntax?.keywords.includes(name) === true) continue;
    const isHere = declaration !== undefined && (declaration.path ?? path) === path;
    const from = declaration === undefined ? undefined : isHere ? declaration.line : 0;
    known.set(name, [...(known.get(name) ?? []), { from, text: shortened(value) }]);
  }
  if (known.size === 0) return [];
  const closed = closedBlocks(code, begin, current);
  const found: LineValue[] = [];
  for (let line = begin; line <= end; line++) {
    const hidden = closed.filter(({ from, to }) => from <= line && line <= to);
    const texts = [...names[line - begin]!].flatMap(name => {
      if (hidden.some(({ names }) => names.has(name))) return [];
      const value = meantAt(known.get(name) ?? [], line);
      return value === undefined ? [] : [`${name} = ${value.text}`];
    });
    if (texts.length > 0) found.push({ line, text: texts.slice(0, mostOnALine).join(', ') });
  }
  return found;
}

interface Known {
  /** The line of its declaration; 0 where that is in another file, undefined where nobody says. */
  readonly from: number | undefined;
  readonly text: string;
}

/** Which of several of one name is meant on a line: the one that was declared last before it; inner ones come last. */
function meantAt(candidates: readonly Known[], line: number): Known | undefined {
  const declared = candidates.filter(({ from = 0 }) => from <= line);
  if (declared.some(({ from }) => from === undefined)) return declared.at(-1);
  return declared.reduce<Known | undefined>(
    (best, each) => (best === undefined || each.from! >= best.from! ? each : best),
    undefined,
  );
}

/**
 * The first line of the function: as the language says; else the nearest line above that has its name before a parenthesis;
 * else the nearest line that is not indented, since what lies above it is likely to be another function, whose variables may
 * have the same names.
 */
export function beginOf(request: Omit<InlineRequest, 'variables'>): number {
  const { lines, current, functionName, from } = request;
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

/** By the code itself: stop after stop the same lines are looked at. */
const readNames = new WeakMap<readonly string[], ReadonlySet<string>[]>();

function namesOfLines(code: readonly string[], from: number, to: number): readonly ReadonlySet<string>[] {
  const known = readNames.get(code) ?? [];
  readNames.set(code, known);
  const names: ReadonlySet<string>[] = [];
  for (let index = from; index < to; index++) names.push((known[index] ??= new Set(namesIn(code[index]!))));
  return names;
}

/** Words that are no members of something else. */
const namesIn = (line: string): readonly string[] =>
  [...line.matchAll(words)]
    .filter(({ index }) => !/(\.|->)\s*$/.test(line.slice(0, index)))
    .map(([word]) => word);

const words = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** Where a pointer leads says more than its address. */
const shortened = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').replace(/^(→ .*) at 0x[\da-f]+$/i, '$1');
  return line.length > longestValue ? `${line.slice(0, longestValue - 1)}…` : line;
};
