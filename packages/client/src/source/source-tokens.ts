// A line of source as tokens with their kinds, from a few words about the language: what a screen colours.
import { pieceAt } from './code-lines.js';
import type { Syntax } from './syntax.js';

export type TokenKind =
  | 'plain'
  | 'comment'
  | 'string'
  | 'number'
  | 'keyword'
  | 'typeName'
  | 'constant'
  | 'functionName';

export interface SourceToken {
  readonly text: string;
  readonly kind: TokenKind;
}

export interface TokenLine {
  readonly tokens: readonly SourceToken[];
  /** What ends the comment that goes on in the next line. */
  readonly until: string | undefined;
}

const word = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const number = /(?:0[xXbBoO][\da-fA-F_]+|\d(?:[\d_]|'(?=\d))*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)\w*/y;

/** Makes tokens of one line after the other. */
export class SourceTokenizer {
  readonly #kinds: ReadonlyMap<string, TokenKind>;

  constructor(private readonly syntax: Syntax | undefined) {
    const { keywords = [], types = [], constants = [] } = syntax ?? {};
    this.#kinds = new Map<string, TokenKind>([
      ...constants.map(text => [text, 'constant'] as const),
      ...types.map(text => [text, 'typeName'] as const),
      ...keywords.map(text => [text, 'keyword'] as const),
    ]);
  }

  line(line: string, begins?: string): TokenLine {
    const { syntax } = this;
    if (syntax === undefined) return { tokens: [{ text: line, kind: 'plain' }], until: undefined };
    const tokens: SourceToken[] = [];
    let until = begins;
    for (let at = 0; at < line.length;) {
      const { length, kind, opens } = pieceAt(line, at, until, syntax);
      until = opens;
      const token: SourceToken =
        kind === 'code'
          ? this.#codeAt(line, at)
          : { text: line.slice(at, at + length), kind: kind === 'text' ? 'string' : 'comment' };
      put(tokens, token);
      at += token.text.length;
    }
    return { tokens, until };
  }

  #codeAt(line: string, at: number): SourceToken {
    const name = matched(word, line, at);
    if (name !== undefined) {
      const calls = /^\s*\(/.test(line.slice(at + name.length, at + name.length + 4));
      return { text: name, kind: this.#kinds.get(name) ?? (calls ? 'functionName' : 'plain') };
    }
    const digits = matched(number, line, at);
    return digits === undefined ? { text: line[at]!, kind: 'plain' } : { text: digits, kind: 'number' };
  }
}

function matched(pattern: RegExp, line: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0];
}

function put(tokens: SourceToken[], token: SourceToken): void {
  const last = tokens.at(-1);
  if (last?.kind === token.kind)
    tokens[tokens.length - 1] = { text: last.text + token.text, kind: last.kind };
  else tokens.push(token);
}
