import { describe, expect, it } from 'vitest';
import { clustersOf, fitted, fromColumn, widthOf, withoutTabs } from './width.js';

const parts = (text: string): readonly string[] =>
  clustersOf(text).map(({ text: each, width }) => `${each}${width}`);

describe('widths of text', () => {
  it('letters take one cell, East Asian ones and emoji two', () => {
    expect(parts('a漢é한🙂')).toEqual(['a1', '漢2', 'é1', '한2', '🙂2']);
    expect(widthOf('plain')).toBe(5);
  });

  it('marks, joiners, skin tones and flags belong to what they stand with', () => {
    expect(parts('e\u0301x')).toEqual(['e\u03011', 'x1']);
    expect(parts('👩‍👩‍👧!')).toEqual(['👩‍👩‍👧2', '!1']);
    expect(parts('👍🏽')).toEqual(['👍🏽2']);
    expect(parts('🇩🇪🇫🇷')).toEqual(['🇩🇪2', '🇫🇷2']);
    expect(parts('❤\ufe0f')).toEqual(['❤\ufe0f2']);
  });

  it('nothing that commands a terminal or turns a line around gets through', () => {
    expect(clustersOf('a\u001b[31m\u0007\u009b\u202eb').map(({ text }) => text)).toEqual([
      ...['a', '␛', '[', '3', '1', 'm', '␇', '·', '·', 'b'],
    ]);
    expect(parts('\ud800')).toEqual(['\ufffd1']);
    expect(parts('\u200b\ufeff\u0301')).toEqual([]);
  });

  it('cuts text to cells and says so', () => {
    expect(fitted('abcdef', 4)).toBe('abc…');
    expect(fitted('漢字漢字', 6)).toBe('漢字…');
    expect(fitted('漢字', 4)).toBe('漢字');
    expect(fitted('abc', 0)).toBe('');
  });

  it('begins at a column, and leaves out what the column cuts', () => {
    expect(fromColumn('abcdef', 2)).toEqual({ gap: 0, text: 'cdef' });
    expect(fromColumn('漢字🙂x', 2)).toEqual({ gap: 0, text: '字🙂x' });
    expect(fromColumn('漢字🙂x', 3)).toEqual({ gap: 1, text: '🙂x' });
    expect(fromColumn('e\u0301f🇩🇪', 1)).toEqual({ gap: 0, text: 'f🇩🇪' });
    expect(fromColumn('漢', 1)).toEqual({ gap: 0, text: '' });
  });

  it('tabs go to the next stop', () => {
    expect(withoutTabs('a\tb\tc', 4)).toBe('a   b   c');
    expect(withoutTabs('漢\tx', 4)).toBe('漢  x');
  });
});
