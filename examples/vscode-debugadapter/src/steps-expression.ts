// Expressions of Steps: whole numbers, texts, names, + - * / == != < >, brackets. Evaluated as they are read.

export type Value = number | string;
export type Lookup = (name: string) => Value | undefined;

/** A mistake in a program or in what somebody typed; the message is for people. */
export class Mistake extends Error {
  override readonly name = 'Mistake';
}

const tokenPattern = /\s*(?:(\d+)|"([^"]*)"|([A-Za-z]\w*)|(==|!=|[-+*/<>(),]))/y;

type Token =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'name' | 'sign'; readonly text: string };

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  while (text.slice(tokenPattern.lastIndex).trim() !== '') {
    const at = tokenPattern.lastIndex;
    const match = tokenPattern.exec(text);
    if (match === null) throw new Mistake(`cannot read "${text.slice(at).trim()}"`);
    const [, digits, quoted, name, sign] = match;
    if (digits !== undefined) tokens.push({ kind: 'value', value: Number(digits) });
    else if (quoted !== undefined) tokens.push({ kind: 'value', value: quoted });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else tokens.push({ kind: 'sign', text: sign ?? '' });
  }
  return tokens;
}

const levels: readonly (readonly string[])[] = [
  ['==', '!=', '<', '>'],
  ['+', '-'],
  ['*', '/'],
];

export class ExpressionReader {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(
    text: string,
    private readonly lookup: Lookup,
  ) {
    this.#tokens = tokensOf(text);
  }

  /** The value of the whole text. */
  static evaluate(text: string, lookup: Lookup): Value {
    const reader = new ExpressionReader(text, lookup);
    const value = reader.#binary(0);
    if (reader.#next < reader.#tokens.length) throw new Mistake(`cannot make sense of "${text}"`);
    return value;
  }

  /** Values with commas between them; none at all is fine. */
  static evaluateList(text: string, lookup: Lookup): readonly Value[] {
    const reader = new ExpressionReader(text, lookup);
    if (reader.#tokens.length === 0) return [];
    const values = [reader.#binary(0)];
    while (reader.#takes(',')) values.push(reader.#binary(0));
    if (reader.#next < reader.#tokens.length) throw new Mistake(`cannot make sense of "${text}"`);
    return values;
  }

  #binary(level: number): Value {
    const signs = levels[level];
    if (signs === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    for (let sign = signs.find(each => this.#takes(each)); sign !== undefined;) {
      left = calculate(sign, left, this.#binary(level + 1));
      sign = signs.find(each => this.#takes(each));
    }
    return left;
  }

  #unary(): Value {
    if (this.#takes('-')) return -numberIn(this.#unary());
    if (this.#takes('(')) {
      const value = this.#binary(0);
      if (!this.#takes(')')) throw new Mistake('a bracket is not closed');
      return value;
    }
    const token = this.#tokens[this.#next++];
    if (token?.kind === 'value') return token.value;
    if (token?.kind !== 'name') throw new Mistake('a value is missing');
    const value = this.lookup(token.text);
    if (value === undefined) throw new Mistake(`there is no variable ${token.text}`);
    return value;
  }

  #takes(sign: string): boolean {
    const token = this.#tokens[this.#next];
    if (token?.kind !== 'sign' || token.text !== sign) return false;
    this.#next++;
    return true;
  }
}

function calculate(sign: string, left: Value, right: Value): Value {
  if (sign === '==') return Number(left === right);
  if (sign === '!=') return Number(left !== right);
  if (sign === '+' && (typeof left === 'string' || typeof right === 'string')) return `${left}${right}`;
  const [a, b] = [numberIn(left), numberIn(right)];
  switch (sign) {
    case '<':
      return Number(a < b);
    case '>':
      return Number(a > b);
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    default:
      if (b === 0) throw new Mistake('division by zero');
      return Math.trunc(a / b);
  }
}

function numberIn(value: Value): number {
  if (typeof value === 'number') return value;
  throw new Mistake(`"${value}" is no number`);
}

/** As the debugger shows it. */
export const shown = (value: Value): string => (typeof value === 'string' ? `"${value}"` : String(value));
