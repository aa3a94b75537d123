import { describe, expect, it } from 'vitest';
import { MemoryShelf } from './test/scripted-adapter.js';
import { BreakpointBook, emptyBook } from './breakpoint-book.js';
import { ProgramShelves } from './program-shelf.js';

const bookOn = (shelf = new MemoryShelf()): BreakpointBook => {
  const book = new BreakpointBook(new ProgramShelves(shelf));
  book.open('/program');
  return book;
};

describe('the book of breakpoints', () => {
  it('is found again after a reload', () => {
    const shelf = new MemoryShelf();
    const book = bookOn(shelf);
    book.setLine('/a', { line: 7 });
    book.setLine('/a', { line: 3, condition: 'x > 1' });
    book.change({ functions: [{ name: 'main' }], filters: { 'one two': { one: '' } } });
    const again = bookOn(shelf);
    expect(again.linesOf('/a')).toEqual([{ line: 3, condition: 'x > 1' }, { line: 7 }]);
    expect(again.content.get()).toEqual(book.content.get());
  });

  it('has one breakpoint on a line, and forgets files that have none', () => {
    const book = bookOn();
    book.setLine('/a', { line: 3 });
    book.setLine('/a', { line: 3, logMessage: 'here' });
    expect(book.linesOf('/a')).toEqual([{ line: 3, logMessage: 'here' }]);
    book.removeLine('/a', 3);
    expect(book.content.get().lines).toEqual({});
  });

  it('does not keep what means something else in the next run', () => {
    const shelf = new MemoryShelf();
    bookOn(shelf).change({
      data: [{ dataId: '0x10 4', label: 'x' }],
      instructions: [{ instructionReference: '0x10' }],
    });
    expect(bookOn(shelf).content.get()).toEqual(emptyBook);
  });

  it.each([
    '',
    '{',
    'null',
    '7',
    '[]',
    '{"lines":[1],"functions":{},"filters":"x"}',
    '{"lines":{"/a":[{"line":"3"}]}}',
  ])('begins anew where the storage holds %s', text => {
    const shelf = new MemoryShelf(JSON.stringify([['/program', text]]));
    const { lines, functions, filters } = bookOn(shelf).content.get();
    expect(Object.values(lines).flat()).toEqual([]);
    expect(functions).toEqual([]);
    expect(filters).toEqual({});
  });

  it.each(['', '{', 'null', '7', '{"lines":{}}', '[["/program"]]', '[["/program", 7]]', '[null]'])(
    'begins anew where what is kept for all programs is %s',
    text => {
      const shelf = new MemoryShelf(text);
      expect(bookOn(shelf).content.get()).toEqual(emptyBook);
      bookOn(shelf).setLine('/a', { line: 3 });
      expect(bookOn(shelf).linesOf('/a')).toEqual([{ line: 3 }]);
    },
  );
});
