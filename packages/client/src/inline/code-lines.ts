// Lines of a source without what is no code: comments and texts are blanks, so that places stay what they are.

/** What a language's comments, texts and keywords look like. */
export interface SourceSyntax {
  readonly line?: string;
  readonly block?: readonly [begin: string, end: string];
  readonly keywords: readonly string[];
  /** Quote characters. */
  readonly strings?: readonly string[];
  /** Whether a backslash keeps the next character from ending a string. */
  readonly escapes?: boolean;
}

const quotesUnlessSaid = ['"', "'"];

export function codeLines(lines: readonly string[], syntax: SourceSyntax | undefined): readonly string[] {
  if (syntax === undefined) return lines;
  let until: string | undefined;
  return lines.map(line => {
    let code = '';
    for (let at = 0; at < line.length;) {
      const { length, isCode, opens } = pieceAt(line, at, until, syntax);
      code += isCode ? line.slice(at, at + length) : ' '.repeat(length);
      until = opens;
      at += length;
    }
    return code;
  });
}

interface Piece {
  readonly length: number;
  readonly isCode: boolean;
  /** The end of the comment that goes on behind it. */
  readonly opens: string | undefined;
}

function pieceAt(line: string, at: number, until: string | undefined, syntax: SourceSyntax): Piece {
  const rest = line.length - at;
  if (until !== undefined) {
    const end = line.indexOf(until, at);
    return end < 0
      ? { length: rest, isCode: false, opens: until }
      : { length: end + until.length - at, isCode: false, opens: undefined };
  }
  const { line: comment, block, strings = quotesUnlessSaid, escapes = true } = syntax;
  if (comment !== undefined && line.startsWith(comment, at))
    return { length: rest, isCode: false, opens: undefined };
  if (block !== undefined && line.startsWith(block[0], at))
    return { length: block[0].length, isCode: false, opens: block[1] };
  const quote = strings.find(each => line.startsWith(each, at));
  if (quote !== undefined)
    return { length: textLength(line, at, quote, escapes), isCode: false, opens: undefined };
  return { length: 1, isCode: true, opens: undefined };
}

function textLength(line: string, begin: number, quote: string, escapes: boolean): number {
  for (let at = begin + quote.length; at < line.length; at++) {
    if (escapes && line[at] === '\\') at++;
    else if (line.startsWith(quote, at)) return at + quote.length - begin;
  }
  return line.length - begin;
}
