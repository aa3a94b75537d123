// What a compiler says about a source, read from its output: lines of `file:line:column: error: text`, or JSON.

import path from 'node:path';

export type ProblemSeverity = 'error' | 'warning' | 'information' | 'hint';

/** A place counts from 1, as compilers print it. */
export interface ProblemPlace {
  /** Absolute. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface Problem extends ProblemPlace {
  readonly severity: ProblemSeverity;
  readonly message: string;
  readonly endLine?: number;
  readonly endColumn?: number;
  readonly code?: string;
  /** Notes that belong to it. */
  readonly related?: readonly (ProblemPlace & { readonly message: string })[];
}

const severities: Readonly<Record<string, ProblemSeverity>> = {
  error: 'error',
  'fatal error': 'error',
  fatal: 'error',
  warning: 'warning',
  note: 'information',
  info: 'information',
  information: 'information',
  remark: 'information',
  hint: 'hint',
};

const colours = /\u001B\[[0-9;]*[A-Za-z]/g;

const textual =
  /^(?<file>(?:[A-Za-z]:)?[^:\n]+):(?<line>\d+)(?::(?<column>\d+))?:\s*(?<severity>fatal error|error|warning|note|info|information|remark|hint)(?:\[(?<code>[^\]]+)\])?:\s*(?<message>.*)$/;

/** Problems in the output of a build that ran in `cwd`. Lines that are none, such as carets below a source line, are passed over. */
export function problemsIn(output: string, cwd: string): readonly Problem[] {
  const plain = output.replaceAll(colours, '');
  return problemsInJson(plain, cwd) ?? problemsInLines(plain, cwd);
}

function problemsInLines(output: string, cwd: string): readonly Problem[] {
  const problems: Problem[] = [];
  let noteBelongs = false;
  for (const line of output.split(/\r?\n/)) {
    const found = textual.exec(line)?.groups;
    if (found === undefined) continue;
    const place = placeOf(found['file']!, Number(found['line']), Number(found['column'] ?? 1), cwd);
    const message = found['message']!.trim();
    const last = problems.at(-1);
    if (found['severity'] === 'note' && noteBelongs && last !== undefined) {
      problems[problems.length - 1] = { ...last, related: [...(last.related ?? []), { ...place, message }] };
      continue;
    }
    noteBelongs = true;
    const code = found['code'];
    problems.push({
      ...place,
      severity: severities[found['severity']!]!,
      message,
      ...(code === undefined ? {} : { code }),
    });
  }
  return problems;
}

const placeOf = (file: string, line: number, column: number, cwd: string): ProblemPlace => ({
  file: path.resolve(cwd, file),
  // Compilers print 0 where they know no place.
  line: Math.max(1, line),
  column: Math.max(1, column),
});

/** One array, one object with `diagnostics`, or an object a line; undefined where the output is no JSON. */
function problemsInJson(output: string, cwd: string): readonly Problem[] | undefined {
  const text = output.trim();
  if (!/^[[{]/.test(text)) return undefined;
  const whole = parsed(text);
  const lines = whole === undefined ? text.split(/\r?\n/).map(parsed) : listIn(whole);
  const problems = lines.flatMap(entry => problemOf(entry, cwd) ?? []);
  return whole === undefined && problems.length === 0 ? undefined : problems;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function listIn(whole: unknown): readonly unknown[] {
  if (Array.isArray(whole)) return whole as readonly unknown[];
  const inner = isRecord(whole) ? (whole['diagnostics'] ?? whole['problems']) : undefined;
  return Array.isArray(inner) ? (inner as readonly unknown[]) : [whole];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

function problemOf(entry: unknown, cwd: string): Problem | undefined {
  if (!isRecord(entry)) return undefined;
  const { message, severity, code } = entry;
  const file = entry['file'] ?? entry['path'];
  if (typeof file !== 'string' || typeof message !== 'string') return undefined;
  const [endLine, endColumn] = [numberIn(entry['endLine']), numberIn(entry['endColumn'])];
  return {
    ...placeOf(file, numberIn(entry['line']) ?? 1, numberIn(entry['column']) ?? 1, cwd),
    severity: (typeof severity === 'string' ? severities[severity.toLowerCase()] : undefined) ?? 'error',
    message,
    ...(typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}),
    ...(endLine === undefined ? {} : { endLine }),
    ...(endColumn === undefined ? {} : { endColumn }),
  };
}

type Said = Pick<Problem, 'message' | 'line' | 'column'>;

/** Those of our own that only we say, where `all` are ours and everybody else's about the same file. */
export function withoutRepeated<T extends Said>(own: readonly T[], all: readonly Said[]): readonly T[] {
  const same = (one: Said, other: Said): boolean =>
    one.message === other.message && one.line === other.line && one.column === other.column;
  const count = (of: readonly Said[], wanted: Said): number => of.filter(each => same(each, wanted)).length;
  return own.filter(each => count(all, each) <= count(own, each));
}
