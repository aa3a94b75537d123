import { describe, expect, it } from 'vitest';
import { BreakpointBook, emptyBook, type Shelf } from './breakpoint-book.js';

class MemoryShelf implements Shelf {
  constructor(public text: string | null = null) {}

  read(): string | null {
    return this.text;
  }

  write(text: string): void {
    this.text = text;
  }
}

describe('the book of breakpoints', () => {
  it('is found again after a reload', () => {
    const shelf = new MemoryShelf();
    const book = new BreakpointBook(shelf);
    book.setLine('/a', { line: 7 });
    book.setLine('/a', { line: 3, condition: 'x > 1' });
    book.change({ functions: [{ name: 'main' }], filters: { 'one two': { one: '' } } });
    const again = new BreakpointBook(shelf);
    expect(again.linesOf('/a')).toEqual([{ line: 3, condition: 'x > 1' }, { line: 7 }]);
    expect(again.content.get()).toEqual(book.content.get());
  });

  it('has one breakpoint on a line, and forgets files that have none', () => {
    const book = new BreakpointBook(new MemoryShelf());
    book.setLine('/a', { line: 3 });
    book.setLine('/a', { line: 3, logMessage: 'here' });
    expect(book.linesOf('/a')).toEqual([{ line: 3, logMessage: 'here' }]);
    book.removeLine('/a', 3);
    expect(book.content.get().lines).toEqual({});
  });

  it('does not keep what means something else in the next run', () => {
    const shelf = new MemoryShelf();
    new BreakpointBook(shelf).change({
      data: [{ dataId: '0x10 4', label: 'x' }],
      instructions: [{ instructionReference: '0x10' }],
    });
    expect(new BreakpointBook(shelf).content.get()).toEqual(emptyBook);
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
    const { lines, functions, filters } = new BreakpointBook(new MemoryShelf(text)).content.get();
    expect(Object.values(lines).flat()).toEqual([]);
    expect(functions).toEqual([]);
    expect(filters).toEqual({});
  });
});
