// Whatever the text is, the parser gives a tree or a `SourceProblem`. Seeded, so that a failure comes again.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithOutside } from '@sonde/testkit/vitest';
import { describe, expect, test } from 'vitest';
import { SourceProblem } from '../source.js';
import { parseExpression, parseUnit } from './parser.js';
import { sampleProgram } from '../../test/parser/sample-program.js';

/** A small random generator (xorshift): numbers below the limit. */
function randomFrom(seed: number): (limit: number) => number {
  let state = seed;
  return limit => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

const pick = <T>(items: readonly T[], random: (limit: number) => number): T => items[random(items.length)]!;

/** Parses, and complains about any other failure than a mistake with a place inside the text. */
function survives(text: string, parse: (text: string) => unknown = asUnit): boolean {
  try {
    parse(text);
    return true;
  } catch (problem) {
    if (!(problem instanceof SourceProblem))
      throw new Error(`on ${JSON.stringify(text)}`, { cause: problem });
    const lines = text.split('\n');
    expect(problem.at.line).toBeLessThanOrEqual(lines.length);
    expect(problem.at.column).toBeLessThanOrEqual(lines[problem.at.line - 1]!.length + 1);
    expect(problem.hint).toBeTruthy();
    return false;
  }
}

const asUnit = (text: string): unknown => parseUnit({ path: '/folder/sample.ng', module: 'sample', text });

const pieces = [
  ...[
    'fun',
    'val',
    'type',
    'trait',
    'impl',
    'for',
    'where',
    'const',
    'if',
    'else',
    'loop',
    'next',
    'switch',
    'case',
  ],
  ...[
    'otherwise',
    'return',
    'new',
    'cast',
    'typeof',
    'ref',
    'move',
    'is',
    'import',
    'module',
    'export',
    'exports',
  ],
  ...[
    'use',
    'auto',
    'wraps',
    'native',
    'delete',
    'true',
    'unit',
    'i32',
    'string',
    'property',
    'as',
    'derive',
    'break',
  ],
  ...[
    'a',
    'b',
    'T',
    '_',
    'sample',
    '1',
    '2.5',
    '3u8',
    '4f64',
    '5i',
    '6.',
    '"x"',
    '"\\x4',
    '"',
    "'",
    '\n',
    '// c\n',
  ],
  ...[
    '/*',
    '*/',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '<',
    '>',
    '>>',
    '>>>',
    '<>',
    '=',
    ':=',
    ':',
    '::',
    ';',
    ',',
    '.',
    '..',
  ],
  ...[
    '..=',
    '...',
    '?...',
    '+',
    '-',
    '*',
    '/',
    '&&',
    '||',
    '|',
    '|>',
    '!',
    '^',
    '->',
    '=>',
    '&',
    '%',
    'é',
    '😀',
    '\0',
  ],
];

/** Cuts, doubles and replaces parts of a program. */
function mutated(text: string, random: (limit: number) => number): string {
  let result = text;
  for (let n = random(4); n >= 0; n -= 1) {
    const at = random(result.length + 1);
    const length = random(20);
    const part = result.slice(at, at + length);
    const piece = pick(pieces, random);
    const change = [
      piece,
      ` ${piece} `,
      '',
      part + part,
      part.toUpperCase(),
      String.fromCharCode(random(256)),
    ];
    result = result.slice(0, at) + pick(change, random) + result.slice(at + (random(2) === 0 ? 0 : length));
  }
  return result;
}

describe('random texts', () => {
  test('of tokens', () => {
    const random = randomFrom(20_260_609);
    for (let n = 0; n < 3000; n += 1) {
      const text = Array.from({ length: random(40) }, () => pick(pieces, random)).join(' ');
      survives(text);
      survives(text, parseExpression);
    }
  });

  test('of bytes', () => {
    const random = randomFrom(7);
    for (let n = 0; n < 1000; n += 1) {
      survives(Array.from({ length: random(60) }, () => String.fromCharCode(random(300))).join(''));
    }
  });

  test('that nest at random', () => {
    const random = randomFrom(99);
    const openers = [
      '(',
      '[',
      '{',
      'f(',
      'if (a) {',
      'loop {',
      '- ',
      'a + ',
      'a.b(',
      'x is (',
      'new P { x: ',
      'A<',
    ];
    for (let n = 0; n < 20; n += 1) {
      survives(Array.from({ length: 2000 }, () => pick(openers, random)).join(''));
    }
  });
});

describe('the sample program', () => {
  test('parses', () => {
    expect(survives(sampleProgram)).toBe(true);
  });

  test('cut off anywhere', () => {
    for (let length = 0; length < sampleProgram.length; length += 1) survives(sampleProgram.slice(0, length));
  });

  test('mutated', () => {
    const random = randomFrom(3);
    let whole = 0;
    for (let n = 0; n < 500; n += 1) whole += survives(mutated(sampleProgram, random)) ? 1 : 0;
    // Else the changes would be too wild to reach the later parts of the grammar.
    expect(whole).toBeGreaterThan(10);
  });
});

describeWithOutside('real programs', 'ng', folder => {
  const programs = readdirSync(folder).filter(name => name.endsWith('.ng'));

  test.each(programs)('%s parses, or is refused with the words of the original', name => {
    const path = join(folder, name);
    const expected = path.replace(/\.ng$/, '.expected.out');
    const text = readFileSync(path, 'utf8');
    try {
      parseUnit({ path, module: name.replace(/\.ng$/, ''), text });
    } catch (problem) {
      expect(problem).toBeInstanceOf(SourceProblem);
      expect(`${(problem as SourceProblem).verdict}\n`).toBe(readFileSync(expected, 'utf8'));
      return;
    }
    const output = name === 'p09lib.ng' ? '' : readFileSync(expected, 'utf8');
    expect(output).not.toMatch(/^(?:Parse error|Error): /);
  });

  test('mutated and cut off', () => {
    const random = randomFrom(11);
    for (const name of programs) {
      const text = readFileSync(join(folder, name), 'utf8');
      for (let n = 0; n < 60; n += 1) {
        survives(mutated(text, random));
        survives(text.slice(0, random(text.length)));
      }
    }
  });
});

test('long programs parse, also those in which every line may be the begin of type arguments', () => {
  for (const line of ['if (a < b) { c; }\n', 'f<i32>(x);\n', 'a < b;\n', 'val x: A<B<i32>> = y;\n']) {
    expect(survives(line.repeat(10_000))).toBe(true);
  }
});
