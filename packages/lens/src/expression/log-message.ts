// Log messages: text with `{expressions}` in it, compiled into one program whose result is the text.

import type { CompiledExpression, Expression, TypeId } from '@sonde/engine';
import { compiled, concat, constant, format } from './build.js';
import { wrongExpression } from './arithmetic.js';
import { checkProgram } from './program-limits.js';
import { renumbered } from './renumber.js';

export type LogPart = string | { readonly expression: string };

/**
 * Splits a log message. `{{`, `}}`, `\{` and `\}` stand for the brace itself, and `{}` for itself, since it asks for
 * nothing. Braces and strings inside an expression belong to it.
 */
export function parseLogMessage(text: string): readonly LogPart[] {
  const parts: LogPart[] = [];
  let literal = '';
  let at = 0;
  while (at < text.length) {
    const two = text.slice(at, at + 2);
    if (two === '{{' || two === '}}' || two === '\\{' || two === '\\}' || two === '{}') {
      literal += two === '{}' ? two : two.charAt(1);
      at += 2;
    } else if (text.charAt(at) === '{') {
      const end = endOfExpression(text, at);
      if (literal !== '') parts.push(literal);
      literal = '';
      parts.push({ expression: text.slice(at + 1, end).trim() });
      at = end + 1;
    } else {
      literal += text.charAt(at++);
    }
  }
  if (literal !== '') parts.push(literal);
  return parts;
}

/** Where the brace that closes the one at `open` is. */
function endOfExpression(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at;
    else if (character === '"' || character === "'" || character === '`') at = endOfString(text, at);
  }
  throw wrongExpression(
    `the brace at column ${open + 1} of the log message is never closed; write {{ for a brace`,
  );
}

/** Where a string ends. A quote without a partner is no string: some languages write `'a` for other things. */
function endOfString(text: string, open: number): number {
  const quote = text.charAt(open);
  for (let at = open + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\\') at++;
    else if (character === quote) return at;
  }
  return open;
}

/** Texts are logged without quotes, and everything else as the lens shows it: a log is for reading. */
export function compileLogMessage(
  text: string,
  compileExpression: (text: string) => CompiledExpression,
  textType: TypeId,
): CompiledExpression {
  let slots = 0;
  const parts = parseLogMessage(text).map((part): Expression => {
    if (typeof part === 'string') return constant(part, textType);
    const { program, logged = program } = compileExpression(part.expression);
    checkProgram(logged);
    const own = renumbered(logged, slots);
    slots = own.next;
    return format(own.program, textType);
  });
  return compiled(text, concat(parts, textType));
}
