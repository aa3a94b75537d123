import { describe, expect, it } from 'vitest';
import type { LogLine, NewLine } from '@sonde/client';
import { copyOf, labelOf, LogView, noFilter, streamOf } from './log-view.js';

function linesOf(...news: readonly (Partial<NewLine> & { readonly text: string })[]): LogLine[] {
  return news.map((line, index) => ({ kind: 'output', stream: 'stdout', number: index + 1, ...line }));
}

const texts = (lines: readonly LogLine[]) => lines.map(({ text }) => text);
const hiding = (...streams: string[]) => ({ hidden: new Set(streams), text: '' });

describe('the lines that are shown', () => {
  it('are all of them without a filter, and grow with the log', () => {
    const view = new LogView();
    const lines = linesOf({ text: 'one' }, { text: 'two' });
    expect(texts(view.update(lines, noFilter))).toEqual(['one', 'two']);
    lines[1] = { ...lines[1]!, text: 'two and more' };
    lines.push({ ...lines[1], number: 3, text: 'three' });
    expect(texts(view.update(lines, noFilter))).toEqual(['one', 'two and more', 'three']);
    expect(texts(view.update(lines, noFilter))).toEqual(['one', 'two and more', 'three']);
  });

  it('are those of the streams that are wanted', () => {
    const view = new LogView();
    const lines = linesOf(
      { text: 'a' },
      { text: 'b', stream: 'stderr' },
      { text: '1 + 1', kind: 'question', stream: '' },
      { text: 'built', kind: 'notice', stream: '' },
    );
    expect(texts(view.update(lines, hiding('stderr', 'notes')))).toEqual(['a', '1 + 1']);
    expect(view.streams).toEqual(['stdout', 'stderr', 'console', 'notes']);
    expect(texts(view.update(lines, noFilter))).toHaveLength(4);
  });

  it('hold the text that is looked for, whatever its case and colours', () => {
    const view = new LogView();
    const lines = linesOf({ text: 'Total: 4' }, { text: 'to\u001b[1mtal\u001b[0m 5' }, { text: 'other' });
    expect(view.update(lines, { hidden: new Set(), text: 'TOTAL' })).toHaveLength(2);
  });

  it('go when the log drops them, and all when it is cleared', () => {
    const view = new LogView();
    const lines = linesOf({ text: 'one' }, { text: 'two' }, { text: 'three' });
    view.update(lines, noFilter);
    expect(texts(view.update(lines.slice(1), noFilter))).toEqual(['two', 'three']);
    expect(view.update([], noFilter)).toEqual([]);
    expect(view.streams).toEqual([]);
    expect(texts(view.update([{ ...lines[0]!, number: 9, text: 'new' }], noFilter))).toEqual(['new']);
  });

  it('are of the new session only when the log was cleared between two looks', () => {
    const view = new LogView();
    view.update(linesOf({ text: 'one' }, { text: 'two', stream: 'stderr' }), noFilter);
    const [line] = linesOf({ text: 'new' });
    expect(texts(view.update([{ ...line!, number: 3 }], noFilter))).toEqual(['new']);
    expect(view.streams).toEqual(['stdout']);
  });

  it('begin in the colour in which the line before of their stream ended, under any filter', () => {
    const view = new LogView();
    const lines = linesOf(
      { text: '\u001b[31mred' },
      { text: 'plain', stream: 'stderr' },
      { text: 'still red\u001b[0m' },
      { text: 'plain' },
    );
    for (const filter of [noFilter, hiding('stderr')]) {
      view.update(lines, filter);
      expect(lines.map(line => view.beginOf(line))).toEqual([{}, {}, { text: 1 }, {}]);
    }
  });

  it('are copied without escapes', () => {
    expect(copyOf(linesOf({ text: 'x', kind: 'question' }, { text: '\u001b[1m4\u001b[0m' }))).toBe('> x\n4');
  });

  it('have a label and a stream each', () => {
    const [out, error, own, input] = linesOf(
      { text: '' },
      { text: '', stream: 'stddbg' },
      { text: '', stream: 'trace' },
      { text: '', kind: 'input', stream: 'stdin' },
    );
    expect([out, error, own, input].map(line => labelOf(line!))).toEqual(['out', 'dbg', 'trace', 'in']);
    expect(streamOf(input!)).toBe('stdin');
  });
});
