import { describe, expect, it } from 'vitest';
import { conformanceOptions } from './options.js';
import { parseWords } from './parse-words.js';

const parse = (...args: readonly string[]) => parseWords(args, conformanceOptions);

describe('the words of the command line', () => {
  it('are options, and behind the dashes the command of the adapter', () => {
    const words = parse(
      '--profile',
      'p.json',
      '--only',
      'wire',
      '--only=motion',
      '-v',
      '--',
      'node',
      'a.js',
      '--list',
    );
    expect(words.text('profile')).toBe('p.json');
    expect(words.texts('only')).toEqual(['wire', 'motion']);
    expect(words.flag('verbose')).toBe(true);
    expect(words.flag('list')).toBe(false);
    expect(words.operands).toEqual(['node', 'a.js', '--list']);
  });

  it('belong to the adapter from the first that is no option', () => {
    expect(parse('adapter', '--jobs', '3').operands).toEqual(['adapter', '--jobs', '3']);
  });

  it('are refused when nobody knows them', () => {
    expect(() => parse('--profil', 'x')).toThrow('there is no option --profil. Did you mean --profile?');
    expect(() => parse('--profile')).toThrow('--profile needs a value: --profile FILE.');
    expect(() => parse('--list=yes')).toThrow('--list takes no value.');
  });
});
