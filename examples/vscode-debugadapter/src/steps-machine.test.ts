import { describe, expect, it } from 'vitest';
import { StepsMachine } from './steps-machine.js';
import { readProgram } from './steps-program.js';

/** Runs to the end and answers with what was printed. */
function printed(...lines: readonly string[]): string {
  let text = '';
  const machine = new StepsMachine(readProgram('test.steps', lines.join('\n')), part => (text += part));
  for (let step = 0; machine.frames.length > 0; step++) {
    if (step > 10_000) throw new Error('it does not end');
    machine.step();
  }
  return text;
}

describe('a program in Steps', () => {
  it('calculates, and joins texts', () => {
    expect(printed('print 2 + 3 * 4', 'print (2 + 3) * 4 - -1', 'print "a" + 1 + "b # c" # a comment')).toBe(
      '14\n21\na1b # c\n',
    );
    expect(printed('print 7 / 2', 'print 1 < 2', 'print "a" == "b"')).toBe('3\n1\n0\n');
  });

  it('repeats, also in each other and not at all', () => {
    expect(printed('repeat 2', 'repeat 3', 'print "x"', 'end', 'print "-"', 'end')).toBe(
      'x\nx\nx\n-\nx\nx\nx\n-\n',
    );
    expect(printed('repeat 0', 'print "never"', 'end', 'print "done"')).toBe('done\n');
  });

  it('calls, with values of its own in each call', () => {
    const factorial = [
      'to f(n)',
      'let r = 1',
      'repeat n > 1',
      'let r = call f(n - 1)',
      'end',
      'give n * r',
      'end',
    ];
    expect(printed(...factorial, 'let x = call f(5)', 'print x')).toBe('120\n');
    expect(printed('let g = 1', 'to show()', 'print g', 'end', 'call show()', 'call show()')).toBe('1\n1\n');
  });

  it.each([
    ['print nobody', 'there is no variable nobody'],
    ['call nobody()', 'there is nothing called nobody'],
    ['print 1 / 0', 'division by zero'],
    ['fail "with" + " words"', 'with words'],
    ['print 1 +', 'a value is missing'],
    ['print 1 2', 'cannot make sense of "1 2"'],
  ])('%s fails with words', (line, words) => {
    expect(() => printed(line)).toThrow(words);
  });

  it.each([
    ['walk', 'line 1: cannot make sense of "walk"'],
    ['end', 'line 1'],
    ['repeat 2', 'line 1 has no end'],
    ['let = 1', 'line 1'],
  ])('%s is no program', (line, words) => {
    expect(() => printed(line)).toThrow(words);
  });
});
