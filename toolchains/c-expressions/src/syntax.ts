// Texts that are no expressions of C or of what is built on it, whatever their names mean. Only what is certain: LLDB takes more than our
// parser does, and what it takes must not be refused.

import { tokensOf, type Token } from './tokens.js';

/** Signs that stand between two values and nowhere else. Not `<`, `>` and `::`, which templates use too. */
const between: ReadonlySet<string> = new Set([
  ...['/', '%', '<=', '>=', '==', '!=', '^', '|', '||', '&&', '?', '='],
  ...['+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>>='],
]);

/** Behind these a value must follow. */
const open: ReadonlySet<string> = new Set([
  ...between,
  ...['*', '+', '-', '<<', '&', '~', '!', '<', '.', '->', '::', ',', ':', '(', '['],
]);

const partners: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

/** What is wrong and where; undefined for what may be an expression. */
export function syntaxProblem(text: string): string | undefined {
  let tokens: readonly Token[];
  try {
    tokens = tokensOf(text);
  } catch {
    // A block, a register: LLDB knows.
    return undefined;
  }
  return unpaired(tokens) ?? misplaced(tokens);
}

function unpaired(tokens: readonly Token[]): string | undefined {
  const opened: Extract<Token, { kind: 'sign' }>[] = [];
  for (const token of tokens) {
    if (token.kind !== 'sign') continue;
    if (token.text === '(' || token.text === '[') opened.push(token);
    const partner = partners[token.text];
    if (partner !== undefined && opened.pop()?.text !== partner)
      return `"${token.text}" at column ${token.at + 1} closes nothing.`;
  }
  const last = opened.pop();
  return last === undefined ? undefined : `"${last.text}" at column ${last.at + 1} is not closed.`;
}

function misplaced(tokens: readonly Token[]): string | undefined {
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    const awaits = before === undefined || (before.kind === 'sign' && open.has(before.text));
    if (token.kind === 'end') {
      if (before === undefined) return 'there is no expression.';
      if (awaits || (before.kind === 'sign' && before.text.startsWith('>')))
        return `a value is missing behind "${textOf(before)}", at column ${token.at + 1}.`;
    } else if (token.kind === 'sign') {
      if (awaits && between.has(token.text))
        return `a value is missing before "${token.text}", at column ${token.at + 1}.`;
    } else if (before !== undefined && isNumber(before))
      return `an operator is missing before "${textOf(token)}", at column ${token.at + 1}.`;
  }
  return undefined;
}

const isNumber = ({ kind }: Token): boolean => kind === 'integer' || kind === 'float' || kind === 'character';

const textOf = (token: Token): string =>
  token.kind === 'sign' || token.kind === 'name'
    ? token.text
    : token.kind === 'text'
      ? token.quoted
      : 'the number';
