import { describe, expect, it } from 'vitest';
import { parseTraceOptions, UsageProblem } from './trace-options.js';

const problem = (...args: readonly string[]): string => {
  try {
    parseTraceOptions(args);
  } catch (error) {
    if (error instanceof UsageProblem) return error.message;
    throw error;
  }
  return 'none';
};

describe('the command line of ng-trace', () => {
  it('takes options before and behind the program, and leaves the program its own', () => {
    expect(parseTraceOptions(['-b', '3', 'a.ng', '--json', '--watch=x', 'one', '--json'])).toEqual({
      program: 'a.ng',
      args: ['one', '--json'],
      breaks: [{ text: '3', line: 3 }],
      watches: ['x'],
      upstreamCompatible: false,
      json: true,
    });
    expect(parseTraceOptions(['a.ng', '--', '--json'])).toMatchObject({ args: ['--json'], json: false });
    expect(parseTraceOptions(['--upstream-compatible', 'a.ng', '--strange'])).toMatchObject({
      upstreamCompatible: true,
      args: ['--strange'],
    });
  });

  it('reads files, lines and conditions of breakpoints', () => {
    const breaks = (text: string) => parseTraceOptions(['--break', text, 'a.ng'])?.breaks[0];
    expect(breaks('12')).toEqual({ text: '12', line: 12 });
    expect(breaks('lib/b.ng:4')).toMatchObject({ file: 'lib/b.ng', line: 4 });
    expect(breaks('b.ng:4 if x > 2')).toMatchObject({ file: 'b.ng', line: 4, condition: 'x > 2' });
    expect(breaks('4 if s == "b.ng:9"')).toMatchObject({ line: 4, condition: 's == "b.ng:9"' });
    expect(breaks('4 if s == " if "')).toMatchObject({ line: 4, condition: 's == " if "' });
  });

  it('answers with nothing when the help is asked for', () => {
    expect(parseTraceOptions(['--help'])).toBeUndefined();
    expect(parseTraceOptions(['a.ng', '-h'])).toBeUndefined();
  });

  it('says what is wrong', () => {
    expect(problem()).toBe('sonde ng-trace needs PROGRAM.');
    expect(problem('--brake', '3', 'a.ng')).toBe(
      'sonde ng-trace has no option --brake. Did you mean --break?',
    );
    expect(problem('-x', 'a.ng')).toBe('sonde ng-trace has no option -x.');
    expect(problem('a.ng', '--break')).toBe('--break needs a value: --break [FILE:]LINE.');
    expect(problem('a.ng', '--json=yes')).toBe('--json takes no value.');
    for (const text of ['0', 'x', 'b.ng:', '3 if', '-4', '99999999999999999999'])
      expect(problem(`--break=${text}`, 'a.ng')).toContain(`"${text}" is not a breakpoint`);
  });
});
