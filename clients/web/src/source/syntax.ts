// Colours for source text from a few words about the language: what its comments, strings and keywords look like.
import {
  HighlightStyle,
  StreamLanguage,
  syntaxHighlighting,
  type StreamParser,
  type StringStream,
} from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import type { Syntax } from '@sonde/client';

interface Reading {
  /** What ends the comment or string that goes over several lines. */
  until: string | undefined;
}

const word = /^[\p{L}_][\p{L}\p{N}_]*/u;
const number = /^(0[xXbBoO][\da-fA-F_]+|\d(?:[\d_]|'(?=\d))*(\.\d[\d_]*)?([eE][+-]?\d+)?)\w*/;

function parserOf(syntax: Syntax): StreamParser<Reading> {
  const keywords = new Set(syntax.keywords);
  const types = new Set(syntax.types);
  const constants = new Set(syntax.constants);
  const quotes = syntax.strings ?? ['"', "'"];
  return {
    startState: () => ({ until: undefined }),
    token(stream, state) {
      if (state.until !== undefined) {
        if (stream.skipTo(state.until)) {
          stream.match(state.until);
          state.until = undefined;
        } else stream.skipToEnd();
        return 'comment';
      }
      if (stream.eatSpace()) return null;
      if (syntax.line !== undefined && stream.match(syntax.line)) {
        stream.skipToEnd();
        return 'comment';
      }
      if (syntax.block !== undefined && stream.match(syntax.block[0])) {
        state.until = syntax.block[1];
        return 'comment';
      }
      const quote = quotes.find(each => stream.match(each));
      if (quote !== undefined) {
        skipString(stream, quote, syntax.escapes !== false);
        return 'string';
      }
      if (stream.match(number)) return 'number';
      const found = stream.match(word) as RegExpMatchArray | null;
      if (found === null) {
        stream.next();
        return null;
      }
      const text = found[0];
      if (keywords.has(text)) return 'keyword';
      if (types.has(text)) return 'typeName';
      if (constants.has(text)) return 'atom';
      return stream.peek() === '(' ? 'function' : 'variableName';
    },
    tokenTable: { function: tags.function(tags.variableName) },
  };
}

function skipString(stream: Pick<StringStream, 'next' | 'eol'>, quote: string, escapes: boolean): void {
  while (!stream.eol()) {
    const character = stream.next();
    if (character === quote) return;
    if (escapes && character === '\\') stream.next();
  }
}

const style = HighlightStyle.define([
  { tag: tags.comment, class: 'tok-comment' },
  { tag: tags.string, class: 'tok-string' },
  { tag: tags.number, class: 'tok-number' },
  { tag: tags.keyword, class: 'tok-keyword' },
  { tag: tags.typeName, class: 'tok-type' },
  { tag: tags.atom, class: 'tok-constant' },
  { tag: tags.function(tags.variableName), class: 'tok-function' },
]);

export const colours = (syntax: Syntax | undefined): Extension =>
  syntax === undefined ? [] : [StreamLanguage.define(parserOf(syntax)), syntaxHighlighting(style)];
