import { describe, expect, it } from 'vitest';
import { commands, findCommand, splitLine } from './command-table.js';

describe('commands of the console', () => {
  it.each([
    ['break', 'break'],
    ['b', 'break'],
    ['br', undefined],
    ['cont', 'continue'],
    ['c', 'continue'],
    ['s', 'step'],
    ['n', 'next'],
    ['p', 'print'],
    ['l', 'list'],
    ['bt', 'stack'],
    ['x', 'memory'],
    ['q', 'quit'],
    ['f', 'frame'],
    ['fini', 'finish'],
    ['undis', 'undisplay'],
    ['?', 'help'],
  ])('%s means %s', (word, name) => {
    if (name === undefined) expect(() => findCommand(word)).toThrow(/could be break, breakpoints/);
    else expect(findCommand(word).name).toBe(name);
  });

  it('that do not exist are answered with the nearest, or with the way to the list', () => {
    expect(() => findCommand('brake')).toThrow(/Did you mean break\?/);
    expect(() => findCommand('xyzzy')).toThrow(/See: help/);
  });

  it('have names and short forms of their own', () => {
    const words = commands.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(new Set(words).size).toBe(words.length);
  });

  it('are the first word of a line', () => {
    expect(splitLine('  Break main if n > 3 ')).toEqual({ word: 'break', rest: 'main if n > 3' });
    expect(splitLine('n')).toEqual({ word: 'n', rest: '' });
    expect(splitLine('? print')).toEqual({ word: '?', rest: 'print' });
    expect(splitLine('42 + 1')).toEqual({ word: '42', rest: '' });
  });
});
