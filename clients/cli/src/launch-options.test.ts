import { describe, expect, it } from 'vitest';
import { UsageError } from './command.js';
import { readLaunchOptions } from './launch-options.js';

describe('--set', () => {
  it('takes JSON where the value is that, else the text as it stands', () => {
    expect(
      readLaunchOptions([
        'list=["-O2", "-g"]',
        'number=12',
        'flag=true',
        'quoted="12"',
        'path=/usr/bin/x',
        'broken=[1,',
        'nothing=',
        'equation=a=b',
        'lines=one\ntwo',
      ]),
    ).toEqual({
      list: ['-O2', '-g'],
      number: 12,
      flag: true,
      quoted: '12',
      path: '/usr/bin/x',
      broken: '[1,',
      nothing: '',
      equation: 'a=b',
      lines: 'one\ntwo',
    });
  });

  it.each([
    [['lonely'], /write --set NAME=VALUE/],
    [['=value'], /write --set NAME=VALUE/],
    [['a b=value'], /write --set NAME=VALUE/],
    [['a=1', 'b=2', 'a=3'], /--set a stands twice/],
  ])('refuses %j', (settings, message) => {
    expect(() => readLaunchOptions(settings)).toThrow(message);
    expect(() => readLaunchOptions(settings)).toThrow(UsageError);
  });

  it('is not led astray by names that every object has', () => {
    expect(Object.keys(readLaunchOptions(['__proto__={"a":1}', 'constructor=2']))).toEqual([
      '__proto__',
      'constructor',
    ]);
  });
});
