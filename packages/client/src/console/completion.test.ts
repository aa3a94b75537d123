import { describe, expect, it } from 'vitest';
import { isWorthAsking, offersOf, withOffer } from './completion.js';

describe('completions of a line', () => {
  it('are asked for after names and after what the language names', () => {
    expect(isWorthAsking('tot', 3, [])).toBe(true);
    expect(isWorthAsking('a1', 2, [])).toBe(true);
    expect(isWorthAsking('12', 2, [])).toBe(false);
    expect(isWorthAsking('a.', 2, ['.'])).toBe(true);
    expect(isWorthAsking('a.', 2, [])).toBe(false);
    expect(isWorthAsking('', 0, ['.'])).toBe(false);
    expect(isWorthAsking('a b', 2, ['.'])).toBe(false);
  });

  it('replace what the adapter says, counted from one', () => {
    const [offer] = offersOf([{ label: 'total', start: 5, length: 2 }], '1 + to * 2', 6);
    expect(withOffer('1 + to * 2', offer!)).toEqual({ line: '1 + total * 2', from: 9, to: 9 });
  });

  it('replace the word before the caret when it says nothing', () => {
    const [offer] = offersOf([{ label: 'length()', text: 'length' }], 'list.le', 7);
    expect(withOffer('list.le', offer!)).toMatchObject({ line: 'list.length' });
  });

  it('select what is to be filled in', () => {
    const item = { label: 'f', text: 'f(x)', selectionStart: 2, selectionLength: 1 };
    expect(withOffer('f', offersOf([item], 'f', 1)[0]!)).toEqual({ line: 'f(x)', from: 2, to: 3 });
  });

  it('are in their order, and none when the word is complete', () => {
    const items = [
      { label: 'b', sortText: '2' },
      { label: 'a', sortText: '2' },
      { label: 'c', sortText: '1' },
    ];
    expect(offersOf(items, '', 0).map(({ text }) => text)).toEqual(['c', 'b', 'a']);
    expect(offersOf([{ label: 'total', start: 1, length: 5 }], 'total', 5)).toEqual([]);
  });

  it('keep within the line whatever place they name', () => {
    const [offer] = offersOf([{ label: 'x', start: 90, length: 9 }], 'ab', 2);
    expect(withOffer('ab', offer!).line).toBe('abx');
  });
});
