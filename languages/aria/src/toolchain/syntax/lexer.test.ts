import { describe, expect, it } from 'vitest';
import { Problems, SourceText } from '@sonde/native-compiler';
import { Lexer } from './lexer.js';
import type { Token } from './tokens.js';

function read(text: string): { readonly tokens: readonly Token[]; readonly messages: readonly string[] } {
  const source = new SourceText({ name: 'a.aria' }, text);
  const problems = new Problems(source);
  const tokens = new Lexer(source, problems).tokens();
  const messages = problems
    .diagnostics()
    .map(({ location, message }) => `${location!.line}:${location!.column} ${message}`);
  return { tokens, messages };
}

const texts = (text: string): readonly string[] => read(text).tokens.map(token => token.text);
const bytesOf = (token: Token | undefined): readonly number[] =>
  token?.kind === 'string' ? [...token.bytes] : [];

describe('tokens', () => {
  it('are words, names, signs and literals; comments are nothing', () => {
    expect(texts('int8:x = 1; // rest\n/* a /* b */ while')).toEqual([
      'int8',
      ':',
      'x',
      '=',
      '1',
      ';',
      'while',
      '',
    ]);
    expect(read('while x').tokens.map(({ kind }) => kind)).toEqual(['word', 'name', 'end']);
  });

  it('know where they stand', () => {
    const [, second] = read('a\r\n  `x\ny`').tokens;
    expect(second!.at).toEqual({ start: 5, end: 10, line: 2, column: 3, endLine: 3, endColumn: 3 });
  });

  it('take the longest sign that fits', () => {
    expect(texts('a<=>b<<=c...d..e?.f??g|>h->i=>j')).toEqual(
      'a <=> b <<= c ... d .. e ?. f ?? g |> h -> i => j'.split(' ').concat(''),
    );
  });

  it.each([
    ['42', 42n],
    ['0xfF', 255n],
    ['0b1010', 10n],
    ['0o17', 15n],
    ['1_000_000', 1_000_000n],
    ['18446744073709551615', 18446744073709551615n],
  ])('the number %s is %s', (text, value) => {
    expect(read(text).tokens[0]).toMatchObject({ kind: 'integer', value });
  });

  it('tells a fraction from a range', () => {
    expect(texts('0..9')).toEqual(['0', '..', '9', '']);
    expect(read('1.5e3').tokens[0]).toMatchObject({ kind: 'float', value: 1500 });
    expect(texts('a.b')).toEqual(['a', '.', 'b', '']);
  });

  it('are bytes inside of texts: UTF-8, and any byte by its number', () => {
    expect(bytesOf(read('"aé\\n\\x00\\xff\\""').tokens[0])).toEqual([97, 195, 169, 10, 0, 255, 34]);
    expect(read("'A' '\\n' '\\xff'").tokens.map(token => (token.kind === 'char' ? token.value : 0n))).toEqual(
      [65n, 10n, -1n, 0n],
    );
  });

  it('have templates whose holes are tokens again, with templates in them', () => {
    const [template] = read('`a &{b + `<&{c}>`} \\&{d} &`').tokens;
    if (template?.kind !== 'template') throw new Error('no template');
    const shape = template.parts.map(part =>
      'tokens' in part ? part.tokens.map(({ text }) => text) : 'text',
    );
    expect(shape).toEqual(['text', ['b', '+', '`<&{c}>`', '}'], 'text']);
  });
});

describe('what is no token', () => {
  it.each([
    ['"open', '1:1 this text does not end'],
    ['"a\nb"', '1:1 this text does not end'],
    ['`open', '1:1 this template does not end'],
    ['`a &{b', '1:4 this &{ has no }'],
    ["'ab'", '1:1 a character is one byte, this has 2'],
    ["'é'", '1:1 a character is one byte, this has 2'],
    ["'", '1:1 this character does not end'],
    ['"\\q"', '1:2 there is no escape \\q'],
    ['"\\x4"', '1:2 \\x needs two hexadecimal digits'],
    ['/* open', '1:1 this comment does not end'],
    ['1i32', '1:1 1i32 is not a number'],
    ['0x', '1:1 this number has no digits'],
    [`1${'0'.repeat(100)}`, '1:1 this number is too large for any type'],
    ['a \u00a7\u00a7 b', '1:3 unexpected "§§"'],
    ['\u0000', '1:1 unexpected "\\u0000"'],
  ])('%j is told: %s', (text, message) => {
    expect(read(text).messages).toContain(message);
  });

  it('does not keep the rest from being read', () => {
    expect(texts('a § b "x\nc')).toEqual(['a', 'b', '"x', 'c', '']);
  });
});
