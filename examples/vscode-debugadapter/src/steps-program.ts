// A program in Steps, read line by line. `end` closes `repeat` and `to`; `#` begins a comment.
import { Mistake } from './steps-expression.js';

export type Statement = { readonly line: number } & (
  | { readonly kind: 'let'; readonly name: string; readonly value: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: string; readonly into?: string }
  | { readonly kind: 'print' | 'fail' | 'give'; readonly value: string }
  | { readonly kind: 'repeat'; readonly times: string; readonly end: number }
  | {
      readonly kind: 'to';
      readonly name: string;
      readonly parameters: readonly string[];
      readonly end: number;
    }
  | { readonly kind: 'end'; readonly of: number }
);

export interface StepsProgram {
  readonly path: string;
  readonly statements: readonly Statement[];
  /** By name: the index of its `to`. */
  readonly functions: ReadonlyMap<string, number>;
}

/** Where a program can stand still: not at `to` and `end`, which do nothing by themselves. */
export const isPlace = ({ kind }: Statement): boolean => kind !== 'to' && kind !== 'end';

type Open = Record<string, unknown> & { end?: number };

export function readProgram(path: string, text: string): StepsProgram {
  const statements: Statement[] = [];
  const open: { readonly statement: Open; readonly index: number }[] = [];
  const functions = new Map<string, number>();
  text.split(/\r?\n/).forEach((whole, number) => {
    const words = withoutComment(whole).trim();
    if (words === '') return;
    const line = number + 1;
    const statement = readStatement(words, line, open.at(-1)?.index);
    const index = statements.push(statement) - 1;
    if (statement.kind === 'to') functions.set(statement.name, index);
    if (statement.kind === 'end') (open.pop()!.statement as { end: number }).end = index;
    if (statement.kind === 'to' || statement.kind === 'repeat') open.push({ statement, index });
  });
  const left = open.at(-1);
  if (left !== undefined) throw new Mistake(`line ${String(left.statement['line'])} has no end`);
  return { path, statements, functions };
}

/** A `#` inside a text begins no comment. */
const withoutComment = (line: string): string => /^(?:[^"#]|"[^"]*")*/.exec(line)?.[0] ?? '';

function readStatement(words: string, line: number, openAt: number | undefined): Statement {
  const call = /^(?:let\s+([A-Za-z]\w*)\s*=\s*)?call\s+([A-Za-z]\w*)\s*\((.*)\)$/.exec(words);
  if (call !== null) {
    const [, into, name = '', args = ''] = call;
    return { line, kind: 'call', name, args, ...(into === undefined ? {} : { into }) };
  }
  const assigned = /^let\s+([A-Za-z]\w*)\s*=\s*(.+)$/.exec(words);
  if (assigned !== null) return { line, kind: 'let', name: assigned[1] ?? '', value: assigned[2] ?? '' };
  const heading = /^to\s+([A-Za-z]\w*)\s*\(([\w\s,]*)\)$/.exec(words);
  if (heading !== null) {
    const parameters = (heading[2] ?? '')
      .split(',')
      .flatMap(name => (name.trim() === '' ? [] : [name.trim()]));
    return { line, kind: 'to', name: heading[1] ?? '', parameters, end: -1 };
  }
  const [, verb = '', rest = ''] = /^(\w+)\s*(.*)$/.exec(words) ?? [];
  if (verb === 'print' || verb === 'fail' || verb === 'give') return { line, kind: verb, value: rest };
  if (verb === 'repeat') return { line, kind: 'repeat', times: rest, end: -1 };
  if (verb === 'end' && rest === '' && openAt !== undefined) return { line, kind: 'end', of: openAt };
  throw new Mistake(`line ${line}: cannot make sense of "${words}"`);
}
