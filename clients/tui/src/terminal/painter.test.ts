import xterm from '@xterm/headless';
import { describe, expect, it } from 'vitest';
import { Grid } from './grid.js';
import { paint } from './painter.js';
import { styleOf } from './style.js';

const show = (terminal: xterm.Terminal, text: string): Promise<void> =>
  new Promise(resolve => terminal.write(text, resolve));

const rowsOf = (terminal: xterm.Terminal): readonly string[] =>
  Array.from({ length: terminal.rows }, (_, y) =>
    terminal.buffer.active.getLine(terminal.buffer.active.baseY + y)!.translateToString(true),
  );

/** How a person sees the cells of a row: of a blank no letters, so no colour of letters. */
function looksOf(terminal: xterm.Terminal, y: number): readonly string[] {
  const line = terminal.buffer.active.getLine(terminal.buffer.active.baseY + y)!;
  return Array.from({ length: terminal.cols }, (_, x) => {
    const cell = line.getCell(x)!;
    const ground = cell.isBgDefault() ? -1 : cell.getBgColor();
    const lines = [cell.isUnderline(), cell.isInverse()].map(Number).join('');
    if (cell.getChars() === '' || cell.getChars() === ' ') return `${ground} ${lines}`;
    const text = cell.isFgDefault() ? -1 : cell.getFgColor();
    return `${ground} ${lines} ${text} ${[cell.isBold(), cell.isDim(), cell.isItalic()].map(Number).join('')}`;
  });
}

/** The same numbers each time. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    yield state >>> 8;
  }
}

describe('the painter', () => {
  it('writes nothing where nothing changed, and only what changed elsewhere', () => {
    const [before, after] = [new Grid(80, 24), new Grid(80, 24)];
    for (const grid of [before, after]) grid.put(3, 5, 'let total = 0;', 0);
    expect(paint(before, after)).toBe('');
    after.put(15, 5, '7', styleOf({ text: 3 }));
    expect(paint(before, after)).toBe('\u001b[6;16H\u001b[33m7\u001b[m');
    after.put(0, 6, 'x', 0);
    expect(paint(before, after)).toBe('\u001b[6;16H\u001b[33m7\r\n\u001b[mx');
  });

  it('shows each cell in its style, and switches no colour for blanks', async () => {
    const terminal = new xterm.Terminal({ cols: 30, rows: 1, allowProposedApi: true, scrollback: 0 });
    const grid = new Grid(30, 1);
    grid.put(0, 0, 'let', styleOf({ text: 5 }));
    grid.put(3, 0, ' ', styleOf({ text: 2, bold: true }));
    grid.put(4, 0, 'it', styleOf({ text: 5 }));
    grid.put(6, 0, ' ', styleOf({ text: 5, ground: 1 }));
    grid.put(7, 0, 'be', styleOf({ text: 5, underline: true }));
    grid.put(10, 0, 'x', styleOf({ text: 5 }));
    const painted = paint(undefined, grid);
    expect(painted).toContain('\u001b[35mlet it\u001b[41m ');
    await show(terminal, painted);
    expect(looksOf(terminal, 0).slice(0, 11)).toEqual([
      ...['-1 00 5 000', '-1 00 5 000', '-1 00 5 000', '-1 00', '-1 00 5 000', '-1 00 5 000'],
      ...['1 00', '-1 10 5 000', '-1 10 5 000', '-1 00', '-1 00 5 000'],
    ]);
    terminal.dispose();
  });

  it('erases the end of a line in three bytes', () => {
    const [before, after] = [new Grid(80, 2), new Grid(80, 2)];
    before.put(0, 0, 'abandoned: a long line that goes away', 0);
    after.put(0, 0, 'a', 0);
    expect(paint(before, after)).toBe('\u001b[1;2H\u001b[K');
  });

  it('makes a terminal show any screen out of any other', async () => {
    const terminal = new xterm.Terminal({ cols: 30, rows: 6, allowProposedApi: true, scrollback: 0 });
    await show(terminal, '\u001b[?7l');
    const random = numbers(7);
    const letters = ['a', 'Z', '漢', '字', 'é', ' ', ' ', 'x'];
    let before: Grid | undefined;
    for (let round = 0; round < 60; round++) {
      const after = new Grid(30, 6);
      for (let y = 0; y < 6; y++)
        for (let part = 0; part < random.next().value % 6; part++) {
          const text = Array.from(
            { length: random.next().value % 8 },
            () => letters[random.next().value % 8]!,
          );
          const bit = (): boolean => random.next().value % 4 === 0;
          const style = styleOf({
            ...{ text: random.next().value % 20, bold: bit(), underline: bit(), inverse: bit() },
            ...(bit() ? { ground: random.next().value % 20 } : {}),
          });
          after.put(random.next().value % 30, y, text.join(''), style);
        }
      await show(terminal, paint(before, after));
      const wanted = Array.from({ length: 6 }, (_, y) => after.rowText(y));
      expect(rowsOf(terminal).map(row => row.trimEnd())).toEqual(wanted);
      // Whoever painted all of it anew would see the same.
      const anew = new xterm.Terminal({ cols: 30, rows: 6, allowProposedApi: true, scrollback: 0 });
      await show(anew, `\u001b[?7l${paint(undefined, after)}`);
      for (let y = 0; y < 6; y++) expect(looksOf(terminal, y)).toEqual(looksOf(anew, y));
      anew.dispose();
      before = after;
    }
    terminal.dispose();
  });

  it('what stands behind an emoji of several characters is right, whatever width a terminal gives it', async () => {
    const terminal = new xterm.Terminal({ cols: 30, rows: 2, allowProposedApi: true, scrollback: 0 });
    const [before, after] = [new Grid(30, 2), new Grid(30, 2)];
    for (const grid of [before, after]) grid.put(20, 0, '│ right', 0);
    await show(terminal, paint(undefined, before));
    after.put(0, 0, '👩‍👩‍👧 x', 0);
    await show(terminal, paint(before, after));
    expect(rowsOf(terminal)[0]).toMatch(/ x +│ right *$/);
    terminal.dispose();
  });

  it('writes one word of a large screen when one word changed', () => {
    const [before, after] = [new Grid(200, 52), new Grid(200, 52)];
    for (const grid of [before, after])
      for (let y = 0; y < 52; y++) grid.put(0, y, 'some text of a line '.repeat(9), styleOf({ text: y }));
    after.put(10, 20, 'changed', styleOf({ text: 5 }));
    expect(paint(before, after).length).toBeLessThan(40);
  });
});
