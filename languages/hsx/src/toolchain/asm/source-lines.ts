// The lines of a program with those of included files in place of their `.include`.

import { dirname, isAbsolute, join, normalize } from 'node:path';
import { asFailure } from '@sonde/engine';
import type { Problem } from '../problem.js';
import { LineProblem, type Span } from './line-problem.js';
import { tokensOf } from './tokens.js';

export interface SourceLine {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** The text of a file, undefined where there is none; throws for one that cannot be read. */
export type ReadText = (path: string) => string | undefined;

/** Files that include others twice grow fast: more lines than this are refused. */
const mostLines = 250_000;

export function sourceLines(
  text: string,
  file: string,
  readText: ReadText,
  problems: Problem[],
): readonly SourceLine[] {
  const lines: SourceLine[] = [];
  let tooMany = false;
  const add = (content: string, path: string, chain: readonly string[]): void => {
    for (const [index, lineText] of content.split(/\r\n|\n|\r/).entries()) {
      if (tooMany) return;
      const line = { file: path, line: index + 1, text: lineText };
      if (!/^\s*\.include\b/i.test(lineText)) {
        lines.push(line);
        if (lines.length <= mostLines) continue;
        tooMany = true;
        problems.push(
          problemAt(line, new LineProblem({ start: 0, end: 1 }, 'too-large', `more than ${mostLines} lines`)),
        );
        return;
      }
      try {
        const found = included(line, chain, readText);
        add(found.text, found.path, [...chain, found.path]);
      } catch (error) {
        if (!(error instanceof LineProblem)) throw error;
        problems.push(problemAt(line, error));
      }
    }
  };
  add(text, file, [normalize(file)]);
  return lines;
}

function included(
  line: SourceLine,
  chain: readonly string[],
  readText: ReadText,
): { readonly path: string; readonly text: string } {
  const [directive, name, more] = tokensOf(line.text);
  if (
    directive === undefined ||
    name === undefined ||
    more !== undefined ||
    (name.kind !== 'text' && name.kind !== 'name')
  )
    throw new LineProblem(
      name ?? directive ?? { start: 0, end: 1 },
      'syntax',
      '.include takes the name of a file in quotes',
    );
  const wanted = name.kind === 'text' ? new TextDecoder().decode(name.bytes) : name.text;
  const path = normalize(isAbsolute(wanted) ? wanted : join(dirname(line.file), wanted));
  if (chain.includes(path))
    throw new LineProblem(name, 'include', `${wanted} includes itself: ${[...chain, path].join(' → ')}`);
  const text = readOrComplain(path, readText, name);
  if (text === undefined) throw new LineProblem(name, 'include', `${path} does not exist`);
  return { path, text };
}

function readOrComplain(path: string, readText: ReadText, name: Span): string | undefined {
  try {
    return readText(path);
  } catch (error) {
    const { message, next } = asFailure(error);
    throw new LineProblem(name, 'include', message.replace(/\.$/, ''), next);
  }
}

export function problemAt({ file, line, text }: SourceLine, problem: LineProblem): Problem {
  const { span, kind, message, hint } = problem;
  return {
    severity: 'error',
    kind,
    message,
    place: { file, line, column: span.start + 1, endColumn: Math.max(span.end, span.start + 1) + 1 },
    sourceLine: text,
    ...(hint === undefined ? {} : { hint }),
  };
}
