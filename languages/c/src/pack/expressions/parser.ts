// Parser of C expressions: texts to trees. What it does not take is left to LLDB, which takes everything.

import { notUnderstood, tokensOf, type Token } from './tokens.js';

export type UnaryOperator = '-' | '+' | '~' | '!' | '*' | '&';
export type BinaryOperator =
  | '*'
  | '/'
  | '%'
  | '+'
  | '-'
  | '<<'
  | '>>'
  | '<'
  | '>'
  | '<='
  | '>='
  | '=='
  | '!='
  | '&'
  | '^'
  | '|'
  | '&&'
  | '||';

export type Tree =
  | { readonly kind: 'name'; readonly name: string; readonly at: number }
  | { readonly kind: 'literal'; readonly token: Extract<Token, { value: unknown }>; readonly at: number }
  | { readonly kind: 'text'; readonly quoted: string; readonly at: number }
  | { readonly kind: 'truth'; readonly value: boolean; readonly at: number }
  | { readonly kind: 'null'; readonly at: number }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly of: Tree; readonly at: number }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly a: Tree;
      readonly b: Tree;
      readonly at: number;
    }
  | {
      readonly kind: 'member';
      readonly of: Tree;
      readonly name: string;
      readonly arrow: boolean;
      readonly at: number;
    }
  | { readonly kind: 'index'; readonly of: Tree; readonly by: Tree; readonly at: number }
  /** Of a function by its name, or of a member. */
  | { readonly kind: 'call'; readonly of: Tree; readonly args: readonly Tree[]; readonly at: number }
  /** So many elements from where a pointer leads, as debuggers write it: `*p@5`, `p,[5]`, `p,5`. */
  | { readonly kind: 'row'; readonly of: Tree; readonly count: bigint; readonly at: number }
  | { readonly kind: 'cast'; readonly to: CastTarget; readonly of: Tree; readonly at: number }
  | {
      readonly kind: 'choice';
      readonly test: Tree;
      readonly then: Tree;
      readonly else: Tree;
      readonly at: number;
    };

/** Casts between numbers; a cast to anything else needs the program's types, which LLDB has. */
export interface CastTarget {
  readonly words: readonly string[];
}

const precedence: Readonly<Record<string, number>> = {
  ...{ '||': 1, '&&': 2, '|': 3, '^': 4, '&': 5, '==': 6, '!=': 6, '<': 7, '>': 7, '<=': 7, '>=': 7 },
  ...{ '<<': 8, '>>': 8, '+': 9, '-': 9, '*': 10, '/': 10, '%': 10 },
};
const unary: ReadonlySet<string> = new Set<UnaryOperator>(['-', '+', '~', '!', '*', '&']);
const numberWords: ReadonlySet<string> = new Set([
  ...['char', 'short', 'int', 'long', 'signed', 'unsigned', 'float', 'double', 'bool', '_Bool'],
]);
/** Names that are no variables. */
const reserved: ReadonlySet<string> = new Set([
  ...numberWords,
  ...['sizeof', 'alignof', '_Alignof', 'typeof', 'new', 'delete'],
]);
const deepest = 100;

export function parse(text: string): Tree {
  const parser = new Parser(tokensOf(text));
  const tree = parser.whole();
  parser.finish();
  return tree;
}

class Parser {
  #position = 0;
  #depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  finish(): void {
    const token = this.#peek();
    if (token.kind !== 'end') throw this.#unexpected(token);
  }

  /** What stands in the whole text, or in parentheses. */
  whole(): Tree {
    const of = this.choice();
    const { at } = this.#peek();
    if (!this.#takes(',')) return of;
    const isBracketed = this.#takes('[');
    const count = this.#count();
    if (isBracketed) this.#expect(']');
    return { kind: 'row', of, count, at };
  }

  #count(): bigint {
    const token = this.#peek();
    if (token.kind !== 'integer') throw this.#unexpected(token);
    this.#position++;
    return token.value;
  }

  choice(): Tree {
    const test = this.#binary(1);
    if (!this.#takes('?')) return test;
    const { at } = test;
    const then = this.choice();
    this.#expect(':');
    return { kind: 'choice', test, then, else: this.choice(), at };
  }

  #binary(least: number): Tree {
    let left = this.#unary();
    for (;;) {
      const token = this.#peek();
      const level = token.kind === 'sign' ? (precedence[token.text] ?? 0) : 0;
      if (token.kind !== 'sign' || level < least) return left;
      this.#position++;
      const operator = token.text as BinaryOperator;
      left = { kind: 'binary', operator, a: left, b: this.#binary(level + 1), at: token.at };
    }
  }

  #unary(): Tree {
    if (++this.#depth > deepest) throw notUnderstood('what is nested this deeply', this.#peek().at);
    try {
      const token = this.#peek();
      if (token.kind === 'sign' && unary.has(token.text)) {
        this.#position++;
        const of = this.#unary();
        if (token.text === '*' && this.#takes('@'))
          return { kind: 'row', of, count: this.#count(), at: token.at };
        return { kind: 'unary', operator: token.text as UnaryOperator, of, at: token.at };
      }
      const cast = this.#cast();
      if (cast !== undefined) return { kind: 'cast', to: cast, of: this.#unary(), at: token.at };
      return this.#postfix(this.#primary());
    } finally {
      this.#depth--;
    }
  }

  /** `(unsigned long)`; undefined when a parenthesis begins something else. */
  #cast(): CastTarget | undefined {
    const begin = this.#position;
    const words: string[] = [];
    if (!this.#takes('(')) return undefined;
    for (
      let token = this.#peek();
      token.kind === 'name' && numberWords.has(token.text);
      token = this.#peek()
    ) {
      words.push(token.text);
      this.#position++;
    }
    if (words.length > 0 && this.#takes(')')) return { words };
    this.#position = begin;
    return undefined;
  }

  /** A name with what leads to it: `geometry::origin`; outside of all functions and classes: `::origin`. */
  #qualified(begun: string): string {
    let name = begun;
    while (this.#takes('::')) {
      const token = this.#peek();
      if (token.kind !== 'name' || reserved.has(token.text)) throw this.#unexpected(token);
      this.#position++;
      name += `::${token.text}`;
    }
    return name;
  }

  #primary(): Tree {
    const token = this.#peek();
    this.#position++;
    switch (token.kind) {
      case 'integer':
      case 'float':
      case 'character':
        return { kind: 'literal', token, at: token.at };
      case 'text':
        return { kind: 'text', quoted: token.quoted, at: token.at };
      case 'name':
        if (reserved.has(token.text)) throw this.#unexpected(token);
        if (token.text === 'true' || token.text === 'false')
          return { kind: 'truth', value: token.text === 'true', at: token.at };
        if (token.text === 'nullptr' || token.text === 'NULL') return { kind: 'null', at: token.at };
        return { kind: 'name', name: this.#qualified(token.text), at: token.at };
      case 'sign': {
        if (token.text === '::') {
          this.#position--;
          return { kind: 'name', name: this.#qualified(''), at: token.at };
        }
        if (token.text !== '(') throw this.#unexpected(token);
        const inner = this.whole();
        this.#expect(')');
        return inner;
      }
      case 'end':
        throw this.#unexpected(token);
    }
  }

  #postfix(start: Tree): Tree {
    let tree = start;
    for (;;) {
      const token = this.#peek();
      if (token.kind !== 'sign') return tree;
      if (token.text === '[') {
        this.#position++;
        const by = this.choice();
        this.#expect(']');
        tree = { kind: 'index', of: tree, by, at: token.at };
      } else if (token.text === '.' || token.text === '->') {
        this.#position++;
        const member = this.#peek();
        if (member.kind !== 'name') throw this.#unexpected(member);
        this.#position++;
        tree = { kind: 'member', of: tree, name: member.text, arrow: token.text === '->', at: token.at };
      } else if (token.text === '(') {
        this.#position++;
        tree = { kind: 'call', of: tree, args: this.#arguments(), at: token.at };
      } else return tree;
    }
  }

  #arguments(): readonly Tree[] {
    const args: Tree[] = [];
    if (this.#takes(')')) return args;
    do args.push(this.choice());
    while (this.#takes(','));
    this.#expect(')');
    return args;
  }

  #peek(): Token {
    return this.tokens[this.#position] ?? { kind: 'end', at: 0 };
  }

  #takes(sign: string): boolean {
    const token = this.#peek();
    if (token.kind !== 'sign' || token.text !== sign) return false;
    this.#position++;
    return true;
  }

  #expect(sign: string): void {
    if (!this.#takes(sign)) throw this.#unexpected(this.#peek());
  }

  #unexpected(token: Token): Error {
    const what =
      token.kind === 'end'
        ? 'the end'
        : token.kind === 'sign' || token.kind === 'name'
          ? token.text
          : token.kind === 'text'
            ? 'a text'
            : 'a number';
    return notUnderstood(what, token.at);
  }
}
