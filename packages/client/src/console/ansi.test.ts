import { describe, expect, it } from 'vitest';
import { ansiClasses, parseAnsi, plainStyle, withoutAnsi } from './ansi.js';

const said = (text: string) => parseAnsi(text).runs.map(run => [run.text, ansiClasses(run.style)]);

describe('escapes in output', () => {
  it('leave plainStyle text as it is', () => {
    expect(parseAnsi('total 12')).toEqual({
      runs: [{ text: 'total 12', style: plainStyle }],
      end: plainStyle,
    });
    expect(parseAnsi('')).toEqual({ runs: [], end: plainStyle });
  });

  it('colour what follows until they are taken back', () => {
    expect(said('\u001b[31mred\u001b[0m and \u001b[1;92mbright\u001b[39m bold')).toEqual([
      ['red', 'ansi-1'],
      [' and ', ''],
      ['bright', 'ansi-10 ansi-bold'],
      [' bold', 'ansi-bold'],
    ]);
  });

  it('colour the ground, and change places with the text when inverted', () => {
    expect(said('\u001b[44mon blue\u001b[7m swapped\u001b[m\u001b[7mno colours')).toEqual([
      ['on blue', 'ansi-on-4'],
      [' swapped', 'ansi-4'],
      ['no colours', 'ansi-inverse'],
    ]);
  });

  it('of 256 or all colours become the nearest of sixteen', () => {
    expect(said('\u001b[38;5;196mred\u001b[38;2;10;10;160mblue\u001b[48;5;255mwhite')).toEqual([
      ['red', 'ansi-1'],
      ['blue', 'ansi-4'],
      ['white', 'ansi-4 ansi-on-15'],
    ]);
    expect(said('\u001b[38;5;999mnone')).toEqual([['none', '']]);
    expect(said('\u001b[38:5:2mcolons')).toEqual([['colons', 'ansi-2']]);
  });

  it('carry over to the next line of the stream', () => {
    const { end } = parseAnsi('\u001b[33mfirst');
    expect(parseAnsi('second\u001b[0m', end).runs).toEqual([{ text: 'second', style: { text: 3 } }]);
  });

  it('that are not known are dropped, also when they are cut off', () => {
    expect(said('a\u001b[2Kb\u001b]0;title\u0007c\u001b(Bd\u001b[?25le\u001b[12')).toEqual([['abcde', '']]);
    expect(said('a\u001b')).toEqual([['a', '']]);
    expect(said('bell\u0007 and\u0000 nothing')).toEqual([['bell and nothing', '']]);
    expect(withoutAnsi('\u001b[1mbold\u001b[0m')).toBe('bold');
  });

  it('begin the line anew after a return, as a progress does', () => {
    expect(said('10 %\r20 %\r100 %')).toEqual([['100 %', '']]);
  });
});
