import { describe, expect, it } from 'vitest';
import { firstComment, lookLine } from './examples.js';

const both = { line: '//', block: ['/*', '*/'] } as const;

describe('the sentence about an example', () => {
  it.each([
    ['// One line.\ncode', 'One line.'],
    ['// Goes on\n// here.\n//\n// Not this.\ncode', 'Goes on here.'],
    ['\n\n  // Further down.\n', 'Further down.'],
    ['\ufeff// Behind a mark.', 'Behind a mark.'],
    ['#!/usr/bin/env x\n// Below how it is run.', 'Below how it is run.'],
    ['/* In a block. */ code', 'In a block.'],
    ['/*\n * Over lines,\n * two of them.\n *\n * Not this.\n */', 'Over lines, two of them.'],
    ['/* never ends', 'never ends'],
    ['code // later', ''],
    ['//', ''],
    ['', ''],
  ])('in %j is %j', (text, sentence) => {
    expect(firstComment(text, both)).toBe(sentence);
  });

  it('is empty for a language without comments', () => {
    expect(firstComment('// text', undefined)).toBe('');
  });
});

describe('the line to look at', () => {
  it('is the first whose comment says so', () => {
    expect(lookLine('a\nb // #look\nc // #look', both)).toBe(2);
    expect(lookLine('a\nb /* here #look */', both)).toBe(2);
    expect(lookLine('a\r\nb // #sold #look\r\n', both)).toBe(2);
  });

  it('is none where only the program itself, or a longer word, says so', () => {
    expect(lookLine('print "#look"; // not here', both)).toBeUndefined();
    expect(lookLine('// #looking', both)).toBeUndefined();
    expect(lookLine('x // #look', undefined)).toBeUndefined();
  });
});
