// Tells `f<i32>(x)` from `a < b` by looking ahead, for all tokens of a program in one pass.

import type { Token } from '../lexer/token.js';
import type { Fixed } from '../lexer/words.js';

/** What may follow type arguments in an expression. */
const followers: ReadonlySet<string> = new Set<Fixed>([
  ...(['(', ')', '{', '}', ']', ';', ',', ':', '=', '&&', '||', '==', '!='] as const),
  ...(['<', '<=', '>', '>=', '+', '-', '*', '/', '%'] as const),
]);

/**
 * For each token whether it is a `<` that begins type arguments: if the `>` that closes it, wherever in the file that is,
 * stands in front of a follower or at the end. That is the original's rule, and statements do not end its search: an
 * `a < b` is taken for type arguments because of a `c > (d)` many lines below.
 *
 * `level` falls by one with each `>`. The `<` is closed by the first token behind it at a lower level, and only if that
 * level is exactly one lower (a `>>` can skip it).
 */
export function typeArgumentsAhead(tokens: readonly Token[]): readonly boolean[] {
  const answers = tokens.map(() => false);
  // The `<` that are still open, each with the level behind it; levels rise along the list.
  const open: { readonly index: number; readonly level: number }[] = [];
  let level = 0;
  tokens.forEach((token, index) => {
    level += change(token);
    for (let last = open.at(-1); last !== undefined && last.level > level; last = open.at(-1)) {
      open.pop();
      answers[last.index] = last.level === level + 1 && mayFollow(tokens[index + 1]);
    }
    if (isFixed(token, '<')) open.push({ index, level });
  });
  return answers;
}

function change(token: Token): number {
  if (isFixed(token, '<')) return 1;
  if (isFixed(token, '>')) return -1;
  return isFixed(token, '>>') ? -2 : 0;
}

const isFixed = (token: Token, text: Fixed): boolean => token.kind === 'fixed' && token.text === text;

const mayFollow = (token: Token | undefined): boolean =>
  token === undefined || (token.kind === 'fixed' && followers.has(token.text));
