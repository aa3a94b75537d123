import { describe, expect, test } from 'vitest';
import { SourceProblem } from '../source.js';
import { lex } from './lexer.js';
import { reservedWords } from './reserved-words.js';

const texts = (source: string): readonly string[] => lex(source).map(({ text }) => text);
const kinds = (source: string): readonly string[] => lex(source).map(({ kind }) => kind);

function problemOf(source: string): SourceProblem {
  try {
    lex(source);
  } catch (problem) {
    if (problem instanceof SourceProblem) return problem;
    throw problem;
  }
  throw new Error(`no problem in ${source}`);
}

describe('words', () => {
  test('names are ASCII letters, digits and underscores', () => {
    expect(lex('a _b C3')).toMatchObject(['a', '_b', 'C3'].map(text => ({ kind: 'name', text })));
  });

  test('keywords and the names of built-in types are no names', () => {
    expect(kinds('fun otherwise i32 string unit')).toEqual(Array(5).fill('fixed'));
  });

  test('a reserved word is refused wherever it stands, and the hint says what to write', () => {
    const problem = problemOf('val x = 1;\n  while');
    expect(problem.verdict).toBe('Error: You are using a reserved token: while');
    expect(problem.at).toEqual({ line: 2, column: 3 });
    expect(problem.hint).toContain('loop');
    for (const word of reservedWords.keys()) {
      expect(problemOf(word).verdict).toBe(`Error: You are using a reserved token: ${word}`);
    }
  });
});

describe('operators', () => {
  test('the longest run of operator characters is one operator', () => {
    expect(texts('a<<b |> c == -d')).toEqual(['a', '<<', 'b', '|>', 'c', '==', '-', 'd']);
    expect(texts('x:=y::z:w')).toEqual(['x', ':=', 'y', '::', 'z', ':', 'w']);
    expect(texts('a.b..c..=d...e')).toEqual(['a', '.', 'b', '..', 'c', '..=', 'd', '...', 'e']);
  });

  test('a run that is no operator is refused, with a hint where a blank belongs', () => {
    expect(problemOf('x*-1').verdict).toBe('Error: Unknown operator: *-');
    expect(problemOf('x*-1').hint).toContain('`* -`');
    expect(problemOf('a==-1').verdict).toBe('Error: Unknown operator: ==-');
    expect(problemOf('!!b').hint).toContain('`! !`');
    expect(problemOf('a += 1').hint).toContain('x := x +');
    expect(problemOf('a |$> b').hint).toContain('blanks or parentheses');
  });

  test('`<>` and `>>>` are taken apart for type arguments', () => {
    expect(texts('a<>b')).toEqual(['a', '<', '>', 'b']);
    expect(texts('>>>')).toEqual(['>>', '>']);
    expect(lex('>>>')[1]).toMatchObject({
      at: { line: 1, column: 3 },
      span: { start: { line: 1, column: 3 } },
    });
    expect(problemOf('>>>>').verdict).toBe('Error: Unknown operator: >>>>');
  });
});

describe('numbers', () => {
  test.each([
    ['1_000', '1000', 'integer'],
    ['7u8', '7', 'u8'],
    ['7I64', '7', 'i64'],
    ['2.5', '2.5', 'decimal'],
    ['1e10', '1e10', 'decimal'],
    ['1.5e-3f64', '1.5e-3', 'f64'],
    ['3f32', '3', 'f32'],
    ['9u128', '9', 'u128'],
    ['1f256', '1', 'f256'],
  ])('%s has the digits %s and the type %s', (source, digits, type) => {
    expect(lex(source)).toMatchObject([{ kind: 'number', digits, type }]);
  });

  test('a point belongs to a number only in front of a digit', () => {
    expect(texts('0..3')).toEqual(['0', '..', '3']);
    expect(texts('1.size')).toEqual(['1', '.', 'size']);
    expect(texts('t.1.0')).toEqual(['t', '.', '1.0']);
  });

  test('an exponent has no plus sign', () => {
    expect(texts('1e+5')).toEqual(['1e', '+', '5']);
  });

  test.each(['12abc', '1.5.2', '1.5..2', '0{', 't.0[1]', '1:', '1E5', '1u7', '1f8', '1i256', '1.5u8'])(
    '%s is not a number',
    source => {
      expect(problemOf(source).verdict).toBe('Error: Error: lex exception found');
      expect(problemOf(source).hint).toBeTruthy();
    },
  );

  test('a suffix needs a width', () => {
    expect(problemOf('1u').verdict).toBe('Error: stoi');
    expect(problemOf('1i99999999999').verdict).toBe('Error: stoi');
  });
});

describe('texts', () => {
  const content = (source: string): string => lex(source)[0]!.text;

  test('have the escapes of C', () => {
    expect(content(String.raw`"\'\"\?\\\a\b\f\n\r\t\v"`)).toBe('\'"?\\\x07\b\f\n\r\t\v');
    expect(content(String.raw`"\q\z"`)).toBe('qz');
  });

  test('have codes that end before they would pass 255', () => {
    expect(content(String.raw`"\x41B"`)).toBe('AB');
    expect(content(String.raw`"\x4G"`)).toBe('\x04G');
    expect(content(String.raw`"\1011"`)).toBe('A1');
    expect(content(String.raw`"\8"`)).toBe('\x008');
    expect(content(String.raw`"\xC3\xA9"`)).toBe('\xc3\xa9');
    expect(content(String.raw`"\x"`)).toBe('\0');
  });

  test('take further digits from 128 on, as a signed byte does', () => {
    expect(content(String.raw`"\xFF41"`)).toBe('A');
  });

  test('are bytes', () => {
    expect(content('"é€😀"')).toBe('\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80');
  });

  test('that do not end are refused where they begin', () => {
    const problem = problemOf('a\n "b\n');
    expect(problem.verdict).toBe('Error: Unterminated string literal');
    expect(problem.at).toEqual({ line: 2, column: 2 });
    expect(problemOf('"\\').verdict).toBe('Error: Unterminated string literal');
  });
});

describe('what lies between tokens', () => {
  test('comments of all kinds, and a first line for the shell', () => {
    expect(texts('#!/usr/bin/ng\na // b\n/* c\n * d */ e # f')).toEqual(['a', 'e']);
    expect(texts('a /* at the end */')).toEqual(['a']);
  });

  test('a block comment must end, and does not nest', () => {
    expect(problemOf('a /* b').verdict).toBe('Error: Unterminated block comment');
    expect(problemOf('a /* b').at).toEqual({ line: 1, column: 3 });
    expect(texts('/* /* */ a')).toEqual(['a']);
  });

  test('other characters are refused', () => {
    expect(problemOf("'a'").verdict).toBe("Error: Unknown token: '");
    expect(problemOf("'a'").hint).toContain('double quotes');
    expect(problemOf('@').verdict).toBe('Error: Unknown token: @');
    expect(problemOf('val ü').verdict).toBe('Error: Unknown token: ü');
    expect(problemOf('val ü').hint).toContain('ASCII');
    expect(problemOf('\ufeffval').hint).toContain('byte order mark');
    expect(problemOf('a\u00a0b').verdict).toBe('Error: Unknown token: \u00a0');
  });

  test('a NUL is the end of the text', () => {
    expect(texts('a\0 var')).toEqual(['a']);
    expect(texts('"a\0b"')).toEqual(['a\0b']);
  });
});

describe('places', () => {
  const places = (source: string): readonly string[] =>
    lex(source).map(({ at, span: { start, end } }) =>
      [`${at.line}:${at.column}`, `${start.line}:${start.column}`, `${end.line}:${end.column}`].join(' '),
    );

  test('line and column from 1', () => {
    expect(places('ab c\r\n\td')).toEqual(['1:1 1:1 1:3', '1:4 1:4 1:5', '2:2 2:2 2:3']);
  });

  test('the original counts bytes, editors count UTF-16 units', () => {
    expect(places('"é😀" b')[1]).toBe('1:10 1:7 1:8');
  });

  test('the original is one column short behind a block comment of several lines', () => {
    expect(places('/*\n*/ a\nb')).toEqual(['2:3 2:4 2:5', '3:1 3:1 3:2']);
  });

  test('the original misses line ends inside texts', () => {
    expect(places('"a\nb" c')[1]).toBe('1:7 2:4 2:5');
  });
});
