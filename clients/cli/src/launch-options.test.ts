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

  it('takes the text as it stands where an option is no number, and what else the schema allows', () => {
    const either = { anyOf: [{ type: 'string', const: '2' }, { type: 'boolean' }] };
    const properties = { token: { type: 'string' }, port: { type: 'integer' }, level: either };
    const read = (...settings: string[]) => readLaunchOptions(settings, { properties });
    expect(read('token=12e4', 'port=9933', 'level=2')).toEqual({ token: '12e4', port: 9933, level: '2' });
    expect(read('token="x"', 'port=x', 'level=true')).toEqual({ token: 'x', port: 'x', level: true });
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
