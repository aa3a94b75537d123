// Tokens of C expressions, as far as conditions and watches use them.

import { Failure } from '@sonde/engine';

export type Token =
  | { readonly kind: 'name'; readonly text: string; readonly at: number }
  | {
      readonly kind: 'integer';
      readonly value: bigint;
      readonly unsigned: boolean;
      readonly long: boolean;
      readonly longLong: boolean;
      /** Written in base ten: only then it never becomes unsigned by itself. */
      readonly decimal: boolean;
      readonly at: number;
    }
  | { readonly kind: 'float'; readonly value: number; readonly single: boolean; readonly at: number }
  | { readonly kind: 'character'; readonly value: bigint; readonly at: number }
  /** In quotes, as it was written. */
  | { readonly kind: 'text'; readonly quoted: string; readonly at: number }
  | { readonly kind: 'sign'; readonly text: string; readonly at: number }
  | { readonly kind: 'end'; readonly at: number };

/** Longest first, so that `<<` is not read as two. Where nothing may change, those that change something are known in order to be refused. */
const signs = [
  ...['<<=', '>>=', '->*'],
  ...['->', '<<', '>>', '<=', '>=', '==', '!=', '&&', '||', '++', '--', '::'],
  ...['+=', '-=', '*=', '/=', '%=', '&=', '|=', '^='],
  ...[
    '+',
    '-',
    '*',
    '/',
    '%',
    '&',
    '|',
    '^',
    '~',
    '!',
    '<',
    '>',
    '=',
    '?',
    ':',
    '(',
    ')',
    '[',
    ']',
    '.',
    ',',
    '@',
  ],
];

const spaces = /\s*/y;
const name = /[A-Za-z_]\w*/y;
/** Registers as debuggers write them. */
const dollarName = /[A-Za-z_$][\w$]*/y;
const float = /(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?[fF]?|\d+[eE][+-]?\d+[fF]?/y;
const integer = /(0[xX][\da-fA-F]+|0[bB][01]+|\d+)([uUlL]{0,3})/y;
const quoted = /(?:u8|[uUL])?"(?:[^"\\\n]|\\.)*"/y;
const character = /'(\\(?:[abfnrtv\\'"?0]|x[\da-fA-F]{1,2}|[0-7]{1,3})|[ -&(-[\]-~])'/y;

/** With `dollars`, names may have the sign of registers. */
export function tokensOf(text: string, dollars = false): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  for (;;) {
    at += match(spaces)?.[0].length ?? 0;
    if (at >= text.length) return [...tokens, { kind: 'end', at }];
    const token = nextToken(text, at, dollars, match);
    if (token === undefined) throw notUnderstood(`the character "${text[at] ?? ''}"`, at);
    tokens.push(token.token);
    at += token.length;
  }
}

export const notUnderstood = (what: string, at: number): Failure =>
  new Failure('bad-expression', 'user', `${what} at column ${at + 1} is not understood here.`);

function nextToken(
  text: string,
  at: number,
  dollars: boolean,
  match: (pattern: RegExp) => RegExpExecArray | null,
): { readonly token: Token; readonly length: number } | undefined {
  const written = match(quoted);
  if (written !== null) return { token: { kind: 'text', quoted: written[0], at }, length: written[0].length };
  const word = match(dollars ? dollarName : name);
  if (word !== null) return { token: { kind: 'name', text: word[0], at }, length: word[0].length };
  const real = match(float);
  if (real !== null) {
    const single = /[fF]$/.test(real[0]);
    return {
      token: { kind: 'float', value: Number.parseFloat(real[0]), single, at },
      length: real[0].length,
    };
  }
  const whole = match(integer);
  if (whole !== null) return { token: integerToken(whole, at), length: whole[0].length };
  const letter = match(character);
  if (letter !== null)
    return { token: { kind: 'character', value: codeOf(letter[1] ?? ''), at }, length: letter[0].length };
  const sign = signs.find(candidate => text.startsWith(candidate, at));
  return sign === undefined ? undefined : { token: { kind: 'sign', text: sign, at }, length: sign.length };
}

function integerToken([, digits = '0', suffix = '']: RegExpExecArray, at: number): Token {
  const octal = /^0[0-7]+$/.test(digits);
  const lower = suffix.toLowerCase();
  return {
    kind: 'integer',
    value: BigInt(octal ? `0o${digits.slice(1)}` : digits),
    unsigned: lower.includes('u'),
    long: lower.includes('l'),
    longLong: lower.includes('ll'),
    decimal: /^[1-9]\d*$/.test(digits),
    at,
  };
}

const escapes: Readonly<Record<string, number>> = {
  ...{ a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 },
  ...{ '\\': 92, "'": 39, '"': 34, '?': 63 },
};

/** The value of a plain `char` that has a sign. */
function codeOf(text: string): bigint {
  if (!text.startsWith('\\')) return BigInt(text.charCodeAt(0));
  const rest = text.slice(1);
  const known = escapes[rest];
  if (known !== undefined) return BigInt(known);
  return BigInt.asIntN(8, BigInt(rest.startsWith('x') ? `0${rest}` : `0o${rest}`));
}
