// Lines of a source without what is no code: comments and texts are blanks, so that places stay what they are.
import type { Syntax } from './syntax.js';

const quotesUnlessSaid = ['"', "'"];

/** What was read of a source, from its first line on: every line costs once, however often the program stops. */
interface ReadCode {
  readonly syntax: Syntax;
  readonly code: string[];
  /** The end of the comment that goes on behind what was read. */
  until: string | undefined;
}

/** By the lines and the syntax themselves: who asks for both anew at each stop pays for the whole source. */
const readCode = new WeakMap<readonly string[], ReadCode>();

/** The lines up to this one, from 1; those that were read before may follow. */
export function codeLines(
  lines: readonly string[],
  syntax: Syntax | undefined,
  last = lines.length,
): readonly string[] {
  if (syntax === undefined) return lines;
  const known = readCode.get(lines);
  const read = known?.syntax === syntax ? known : { syntax, code: [], until: undefined };
  if (read !== known) readCode.set(lines, read);
  for (let index = read.code.length; index < Math.min(last, lines.length); index++)
    read.code.push(codeOf(lines[index]!, read));
  return read.code;
}

/** Of the line behind what was read. */
function codeOf(line: string, read: ReadCode): string {
  let code = '';
  for (let at = 0; at < line.length;) {
    const { length, kind, opens } = pieceAt(line, at, read.until, read.syntax);
    code += kind === 'code' ? line.slice(at, at + length) : ' '.repeat(length);
    read.until = opens;
    at += length;
  }
  return code;
}

export interface Piece {
  readonly length: number;
  readonly kind: 'code' | 'comment' | 'text';
  /** The end of the comment that goes on behind it. */
  readonly opens: string | undefined;
}

/** What begins there: a comment, a text, or one character of code. `until` ends the comment that goes on from before. */
export function pieceAt(line: string, at: number, until: string | undefined, syntax: Syntax): Piece {
  const rest = line.length - at;
  if (until !== undefined) {
    const end = line.indexOf(until, at);
    return end < 0
      ? { length: rest, kind: 'comment', opens: until }
      : { length: end + until.length - at, kind: 'comment', opens: undefined };
  }
  const { line: comment, block, strings = quotesUnlessSaid, escapes = true } = syntax;
  if (comment !== undefined && line.startsWith(comment, at))
    return { length: rest, kind: 'comment', opens: undefined };
  if (block !== undefined && line.startsWith(block[0], at))
    return { length: block[0].length, kind: 'comment', opens: block[1] };
  const quote = strings.find(each => line.startsWith(each, at));
  if (quote !== undefined)
    return { length: textLength(line, at, quote, escapes), kind: 'text', opens: undefined };
  return { length: 1, kind: 'code', opens: undefined };
}

function textLength(line: string, begin: number, quote: string, escapes: boolean): number {
  for (let at = begin + quote.length; at < line.length; at++) {
    if (escapes && line[at] === '\\') at++;
    else if (line.startsWith(quote, at)) return at + quote.length - begin;
  }
  return line.length - begin;
}
