// Types as casts and `sizeof` write them (C17 6.7.7), without parameters of functions and without names of variables.

import type { TokenStream } from './token-stream.js';
import type { TypeName } from './tree.js';

export const numberWords: ReadonlySet<string> = new Set([
  ...['char', 'short', 'int', 'long', 'signed', 'unsigned', 'float', 'double', 'bool', '_Bool'],
]);
const halfWords: ReadonlySet<string> = new Set(['_Float16', '__fp16']);
export const tagWords: ReadonlySet<string> = new Set(['struct', 'union', 'enum']);
const qualifiers: ReadonlySet<string> = new Set(['const', 'volatile', 'restrict', '__restrict', '_Atomic']);

type Derivation = TypeName['derived'][number];

/** Where no name of a type is known, only numbers are types. Undefined, with nothing taken, where none begins. */
export function typeName(
  tokens: TokenStream,
  isType: ((name: string) => boolean) | undefined,
): TypeName | undefined {
  const { at } = tokens.peek();
  if (isType === undefined) {
    const words = numbers(tokens);
    return words.length === 0 ? undefined : { kind: 'type', words, derived: [], at };
  }
  const begin = tokens.position;
  qualified(tokens);
  const words = specifiers(tokens, isType);
  if (words.length === 0) {
    tokens.position = begin;
    return undefined;
  }
  return { kind: 'type', words, derived: derivations(tokens), at };
}

function numbers(tokens: TokenStream): readonly string[] {
  const words: string[] = [];
  for (;;) {
    const word = tokens.takesWord(text => numberWords.has(text));
    if (word === undefined) return words;
    words.push(word);
  }
}

function specifiers(tokens: TokenStream, isType: (name: string) => boolean): readonly string[] {
  const tag = tokens.takesWord(text => tagWords.has(text));
  if (tag !== undefined) {
    const name = tokens.takesWord(() => true);
    if (name === undefined) throw tokens.unexpected();
    qualified(tokens);
    return [tag, name];
  }
  const words: string[] = [];
  for (;;) {
    qualified(tokens);
    const isFirst = words.length === 0;
    const word = tokens.takesWord(
      text => numberWords.has(text) || (isFirst && (text === 'void' || halfWords.has(text) || isType(text))),
    );
    if (word === undefined) return words;
    words.push(word);
    // Nothing goes together with the name of a type.
    if (!numberWords.has(word)) {
      qualified(tokens);
      return words;
    }
  }
}

function qualified(tokens: TokenStream): void {
  while (tokens.takesWord(text => qualifiers.has(text)) !== undefined);
}

/** Stars, then perhaps `(*)`, then lengths of arrays or a list of parameters: what is in parentheses comes last. */
function derivations(tokens: TokenStream): readonly Derivation[] {
  const stars = pointers(tokens);
  const inner: Derivation[] = [];
  const begin = tokens.position;
  if (tokens.takes('(')) {
    inner.push(...pointers(tokens));
    if (inner.length === 0 || !tokens.takes(')')) {
      tokens.position = begin;
      return stars;
    }
  }
  return [...stars, ...suffixes(tokens), ...inner];
}

function pointers(tokens: TokenStream): readonly Derivation[] {
  const stars: Derivation[] = [];
  while (tokens.takes('*')) {
    stars.push({ by: 'pointer' });
    qualified(tokens);
  }
  return stars;
}

/** `int[2][3]` is an array of two arrays: the last length is the innermost. */
function suffixes(tokens: TokenStream): readonly Derivation[] {
  if (tokens.takes('(')) {
    for (let depth = 1; depth > 0;) {
      const token = tokens.next();
      if (token.kind === 'end') throw tokens.unexpected(token);
      if (token.kind === 'sign') depth += token.text === '(' ? 1 : token.text === ')' ? -1 : 0;
    }
    return [{ by: 'function' }];
  }
  const lengths: Derivation[] = [];
  while (tokens.takes('[')) {
    const token = tokens.peek();
    if (token.kind === 'integer') {
      tokens.position++;
      lengths.unshift({ by: 'array', count: Number(token.value) });
    } else lengths.unshift({ by: 'array' });
    tokens.expect(']');
  }
  return lengths;
}
