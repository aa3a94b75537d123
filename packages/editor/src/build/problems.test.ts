import { describe, expect, it } from 'vitest';
import { problemsIn, withoutRepeated } from './problems.js';

describe('problems in the output of a build', () => {
  it('are the lines with a place and a severity, notes with the one before them', () => {
    const output = [
      'In file included from a.c:1:',
      "\u001B[1ma.c:3:7: \u001B[31merror: \u001B[0muse of 'x'",
      '    3 |   y = x;',
      '      |       ^',
      'b.c:1:1: note: declared here',
      '/abs/d.c:12: warning[W7]: unused',
      'C:\\w\\e.c:2:2: fatal error: gone',
      'collect: error: ld returned 1',
      'a.c:0:0: error: no place',
    ].join('\r\n');
    expect(problemsIn(output, '/w')).toEqual([
      {
        file: '/w/a.c',
        line: 3,
        column: 7,
        severity: 'error',
        message: "use of 'x'",
        related: [{ file: '/w/b.c', line: 1, column: 1, message: 'declared here' }],
      },
      { file: '/abs/d.c', line: 12, column: 1, severity: 'warning', message: 'unused', code: 'W7' },
      expect.objectContaining({ line: 2, column: 2, severity: 'error', message: 'gone' }),
      { file: '/w/a.c', line: 1, column: 1, severity: 'error', message: 'no place' },
    ]);
  });

  it('stand alone when a note comes first', () => {
    expect(problemsIn('a.x:1:2: note: look', '/w')).toMatchObject([
      { severity: 'information', message: 'look' },
    ]);
  });

  it('are read from JSON: an array, an object with a list, an object a line', () => {
    const one = {
      file: 'a.x',
      line: 2,
      column: 3,
      severity: 'Warning',
      message: 'w',
      code: 12,
      endLine: 2,
      endColumn: 9,
    };
    const expected = { ...one, file: '/w/a.x', severity: 'warning', code: '12' };
    const bare = { path: '/w/b.x', message: 'm' };
    const second = { file: '/w/b.x', line: 1, column: 1, severity: 'error', message: 'm' };
    expect(problemsIn(JSON.stringify([one, bare]), '/w')).toEqual([expected, second]);
    expect(problemsIn(JSON.stringify({ diagnostics: [one] }), '/w')).toEqual([expected]);
    expect(problemsIn(`${JSON.stringify(one)}\n${JSON.stringify(bare)}\n`, '/w')).toEqual([expected, second]);
  });

  it('are none in what is no JSON of ours, and text that only begins like JSON is read as text', () => {
    expect(problemsIn('[1, null, {"file": 3, "message": "x"}, "a"]', '/w')).toEqual([]);
    expect(problemsIn('{ nonsense\na.x:1:1: error: e', '/w')).toMatchObject([{ message: 'e' }]);
    expect(problemsIn('', '/w')).toEqual([]);
    expect(problemsIn('error: everything is wrong', '/w')).toEqual([]);
  });
});

describe('a problem that somebody else tells too', () => {
  const problem = { message: 'unknown name', line: 2, column: 5 };
  const other = { message: 'unknown name', line: 3, column: 5 };

  it('is not ours any more', () => {
    expect(withoutRepeated([problem, other], [problem, other, { ...problem }])).toEqual([other]);
  });

  it('stays where only we tell it, twice though it may be', () => {
    expect(withoutRepeated([problem, problem], [problem, problem, other])).toEqual([problem, problem]);
  });
});
