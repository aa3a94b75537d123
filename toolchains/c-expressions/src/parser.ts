// Parser of C expressions: texts to trees.

import { TokenStream } from './token-stream.js';
import { notUnderstood, tokensOf } from './tokens.js';
import type { BinaryOperator, Tree, UnaryOperator } from './tree.js';
import { numberWords, tagWords, typeName } from './type-name-parser.js';

/** What is understood besides values, members, operators and casts between numbers. */
export interface Dialect {
  /** All that C has: assignments, `sizeof`, casts to any type; and names of registers, which begin with `$`. */
  readonly whole?: WholeDialect;
  /** Names with `::` in them. */
  readonly qualified?: boolean;
}

export interface WholeDialect {
  /** Whether a name is that of a type, where no keyword says so. */
  readonly isType: (name: string) => boolean;
}

const precedence: Readonly<Record<string, number>> = {
  ...{ '||': 1, '&&': 2, '|': 3, '^': 4, '&': 5, '==': 6, '!=': 6, '<': 7, '>': 7, '<=': 7, '>=': 7 },
  ...{ '<<': 8, '>>': 8, '+': 9, '-': 9, '*': 10, '/': 10, '%': 10 },
};
const unary: ReadonlySet<string> = new Set<UnaryOperator>(['-', '+', '~', '!', '*', '&']);
const assigning = /^(?<operator>|\+|-|\*|\/|%|&|\||\^|<<|>>)=$/;
/** Names that are no variables. */
const reserved: ReadonlySet<string> = new Set([
  ...numberWords,
  ...tagWords,
  ...['sizeof', 'alignof', '_Alignof', 'typeof', 'new', 'delete'],
]);
const deepest = 100;

export function parse(text: string, dialect: Dialect = {}): Tree {
  const tokens = new TokenStream(tokensOf(text, dialect.whole !== undefined));
  const tree = new Parser(tokens, dialect).whole();
  if (tokens.peek().kind !== 'end') throw tokens.unexpected();
  return tree;
}

class Parser {
  #depth = 0;

  constructor(
    private readonly tokens: TokenStream,
    private readonly dialect: Dialect,
  ) {}

  /** What stands in the whole text, or in parentheses. */
  whole(): Tree {
    const of = this.#assignment();
    const { at } = this.tokens.peek();
    if (!this.tokens.takes(',')) return of;
    const isBracketed = this.tokens.takes('[');
    const count = this.#count();
    if (isBracketed) this.tokens.expect(']');
    return { kind: 'row', of, count, at };
  }

  #count(): bigint {
    const token = this.tokens.peek();
    if (token.kind !== 'integer') throw this.tokens.unexpected();
    this.tokens.position++;
    return token.value;
  }

  #assignment(): Tree {
    const target = this.#choice();
    const token = this.tokens.peek();
    const found = token.kind === 'sign' ? assigning.exec(token.text)?.groups : undefined;
    if (found === undefined || this.dialect.whole === undefined) return target;
    this.tokens.position++;
    const operator = found['operator'] as BinaryOperator | '';
    return {
      kind: 'assign',
      target,
      ...(operator === '' ? {} : { operator }),
      value: this.#nested(() => this.#assignment()),
      at: token.at,
    };
  }

  #choice(): Tree {
    const test = this.#binary(1);
    if (!this.tokens.takes('?')) return test;
    const { at } = test;
    const then = this.#nested(() => this.#choice());
    this.tokens.expect(':');
    return { kind: 'choice', test, then, else: this.#nested(() => this.#choice()), at };
  }

  #binary(least: number): Tree {
    let left = this.#unary();
    for (;;) {
      const token = this.tokens.peek();
      const level = token.kind === 'sign' ? (precedence[token.text] ?? 0) : 0;
      if (token.kind !== 'sign' || level < least) return left;
      this.tokens.position++;
      const operator = token.text as BinaryOperator;
      left = { kind: 'binary', operator, a: left, b: this.#binary(level + 1), at: token.at };
    }
  }

  #unary(): Tree {
    return this.#nested(() => this.#prefixed());
  }

  #nested(parse: () => Tree): Tree {
    if (++this.#depth > deepest) throw notUnderstood('what is nested this deeply', this.tokens.peek().at);
    try {
      return parse();
    } finally {
      this.#depth--;
    }
  }

  #prefixed(): Tree {
    const token = this.tokens.peek();
    const { at } = token;
    if (token.kind === 'sign' && unary.has(token.text)) {
      this.tokens.position++;
      const of = this.#unary();
      if (token.text === '*' && this.tokens.takes('@')) return { kind: 'row', of, count: this.#count(), at };
      return { kind: 'unary', operator: token.text as UnaryOperator, of, at };
    }
    if (this.dialect.whole !== undefined) {
      const operator = this.#step();
      if (operator !== undefined)
        return { kind: 'step', operator, isBehind: false, target: this.#unary(), at };
      if (this.tokens.takesWord(word => word === 'sizeof') !== undefined)
        return { kind: 'size', of: this.#typeInParentheses() ?? this.#unary(), at };
    }
    const to = this.#typeInParentheses();
    if (to !== undefined) return { kind: 'cast', to, of: this.#unary(), at };
    return this.#postfix(this.#primary());
  }

  #step(): '+' | '-' | undefined {
    if (this.tokens.takes('++')) return '+';
    return this.tokens.takes('--') ? '-' : undefined;
  }

  /** `(unsigned long)`; undefined when a parenthesis begins something else. */
  #typeInParentheses(): ReturnType<typeof typeName> {
    const begin = this.tokens.position;
    const found = this.tokens.takes('(') ? typeName(this.tokens, this.dialect.whole?.isType) : undefined;
    if (found !== undefined && this.tokens.takes(')')) return found;
    this.tokens.position = begin;
    return undefined;
  }

  /** A name with what leads to it: `geometry::origin`; outside of all functions and classes: `::origin`. */
  #qualified(begun: string): string {
    let name = begun;
    while (this.dialect.qualified === true && this.tokens.takes('::')) {
      const part = this.tokens.takesWord(word => !reserved.has(word));
      if (part === undefined) throw this.tokens.unexpected();
      name += `::${part}`;
    }
    return name;
  }

  #primary(): Tree {
    const token = this.tokens.next();
    switch (token.kind) {
      case 'integer':
      case 'float':
      case 'character':
        return { kind: 'literal', token, at: token.at };
      case 'text':
        return { kind: 'text', quoted: token.quoted, at: token.at };
      case 'name':
        if (reserved.has(token.text)) throw this.tokens.unexpected(token);
        if (token.text === 'true' || token.text === 'false')
          return { kind: 'truth', value: token.text === 'true', at: token.at };
        if (token.text === 'nullptr' || token.text === 'NULL') return { kind: 'null', at: token.at };
        return { kind: 'name', name: this.#qualified(token.text), at: token.at };
      case 'sign': {
        if (token.text === '::' && this.dialect.qualified === true) {
          this.tokens.position--;
          return { kind: 'name', name: this.#qualified(''), at: token.at };
        }
        if (token.text !== '(') throw this.tokens.unexpected(token);
        const inner = this.whole();
        this.tokens.expect(')');
        return inner;
      }
      case 'end':
        throw this.tokens.unexpected(token);
    }
  }

  #postfix(start: Tree): Tree {
    let tree = start;
    for (;;) {
      const { at } = this.tokens.peek();
      if (this.tokens.takes('[')) {
        const by = this.#assignment();
        this.tokens.expect(']');
        tree = { kind: 'index', of: tree, by, at };
      } else if (this.tokens.takes('.'))
        tree = { kind: 'member', of: tree, ...this.#memberName(), arrow: false, at };
      else if (this.tokens.takes('->'))
        tree = { kind: 'member', of: tree, ...this.#memberName(), arrow: true, at };
      else if (this.tokens.takes('(')) tree = { kind: 'call', of: tree, args: this.#arguments(), at };
      else {
        const operator = this.dialect.whole === undefined ? undefined : this.#step();
        if (operator === undefined) return tree;
        tree = { kind: 'step', operator, isBehind: true, target: tree, at };
      }
    }
  }

  #memberName(): { readonly name: string } {
    const name = this.tokens.takesWord(() => true);
    if (name === undefined) throw this.tokens.unexpected();
    return { name };
  }

  #arguments(): readonly Tree[] {
    const args: Tree[] = [];
    if (this.tokens.takes(')')) return args;
    do args.push(this.#assignment());
    while (this.tokens.takes(','));
    this.tokens.expect(')');
    return args;
  }
}
