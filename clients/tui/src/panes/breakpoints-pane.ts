// All breakpoints in one list: lines, functions, data, instructions, exceptions, and those of other clients.
import {
  breakpointRows,
  removeRow,
  switchRow,
  type BreakpointRow,
  type BreakpointTerms,
} from '@sonde/client';
import type { Canvas } from '../terminal/grid.js';
import { fitted } from '../terminal/width.js';
import { termsIn, termsQuestion, termsText, withoutTerms } from './breakpoint-terms.js';
import { ListCursor } from './list-cursor.js';
import type { KeyHelp, Pane, PaneHost } from './pane.js';
import { drawEmptyWords, drawRows } from './rows.js';

export class BreakpointsPane implements Pane {
  readonly id = 'breakpoints';
  readonly name = 'Breakpoints';
  readonly shortName = 'Breaks';
  readonly keys: readonly KeyHelp[] = [
    ['Enter', 'show it in the source'],
    ['Space', 'switch it on and off'],
    ['Delete', 'remove it'],
    ['C', 'condition, hit count or log message'],
    ['a', 'break at a function, chosen from the list'],
  ];
  readonly #cursor = new ListCursor();
  #made: readonly BreakpointRow[] = [];
  #madeFrom: readonly unknown[] = [];

  constructor(private readonly host: PaneHost) {}

  isThere(): boolean {
    return true;
  }

  draw(canvas: Canvas, isFocused: boolean): void {
    const { look } = this.host;
    const rows = this.#rows();
    if (rows.length === 0) drawEmptyWords(canvas, look, 'F9 sets one, a names a function.');
    this.#cursor.fit(rows.length, canvas.height);
    drawRows(canvas, this.#cursor, look, isFocused, (part, index) => this.#drawRow(part, rows[index]!));
  }

  key(chord: string): boolean {
    if (this.#cursor.key(chord)) return true;
    if (chord === 'a') {
      this.askFunction();
      return true;
    }
    const row = this.#rows()[this.#cursor.at];
    if (row === undefined) return false;
    switch (chord) {
      case 'Enter':
        if (row.path !== undefined) void this.host.model.sources.show({ path: row.path }, row.line ?? 1);
        return true;
      case 'Space':
        void this.#change(switchRow(this.host.model, row));
        return true;
      case 'Delete':
      case 'd':
        void this.#change(removeRow(this.host.model, row));
        return true;
      case 'C':
        this.#askTerms(row);
        return true;
      default:
        return false;
    }
  }

  click(x: number, y: number): void {
    const index = this.#cursor.rowAt(y);
    if (index === undefined) return;
    this.#cursor.at = index;
    this.key(x <= 1 ? 'Space' : 'Enter');
  }

  wheel(lines: number): void {
    this.#cursor.wheel(lines);
  }

  copied(): string | undefined {
    return this.#rows()[this.#cursor.at]?.label;
  }

  askFunction(): void {
    const { host } = this;
    const { breakpoints } = host.model;
    if (!host.model.can('supportsFunctionBreakpoints'))
      return host.say('This program cannot stop at functions by name.');
    host.ask({
      label: 'break at function: ',
      offers: async text => (await host.functions(text)).map(name => ({ text: name })),
      answer: async text => {
        const { functions } = breakpoints.book.content.get();
        const name = text.trim();
        if (name === '' || functions.some(each => each.name === name)) return;
        await breakpoints.setFunctions([...functions, { name }]);
        host.glance('breakpoints');
      },
    });
  }

  /** Made again when something of it is new. */
  #rows(): readonly BreakpointRow[] {
    const { breakpoints, capabilities } = this.host.model;
    const from = [
      breakpoints.book.content.get(),
      breakpoints.outcomes.get(),
      breakpoints.others.get(),
      capabilities.get(),
      JSON.stringify(breakpoints.activeFilters()),
    ] as const;
    if (from.some((each, nth) => each !== this.#madeFrom[nth])) {
      const filters = from[3].exceptionBreakpointFilters ?? [];
      this.#made = breakpointRows(from[0], from[1], from[2], filters, breakpoints.activeFilters());
      this.#madeFrom = from;
    }
    return this.#made;
  }

  #drawRow(canvas: Canvas, row: BreakpointRow): void {
    const { style, glyphs } = this.host.look;
    const [glyph, role] =
      row.state === 'off'
        ? ([glyphs.disabled, 'waiting'] as const)
        : row.state === 'waiting'
          ? ([glyphs.waiting, 'waiting'] as const)
          : ([glyphs.breakpoint, row.kind === 'foreign' ? 'foreign' : 'breakpoint'] as const);
    canvas.text(0, 0, glyph, style(role));
    const x = canvas.text(2, 0, fitted(row.label, canvas.width - 2), style(row.enabled ? 'text' : 'dim'));
    const why = row.state === 'waiting' ? (row.message ?? '') : '';
    const detail = [row.detail, why].filter(text => text !== '').join(', ');
    if (canvas.width - x > 3) canvas.text(x + 1, 0, fitted(detail, canvas.width - x - 1), style('dim'));
  }

  async #change(change: Promise<string | undefined>): Promise<void> {
    const why = await change;
    if (why !== undefined) this.host.say(why);
  }

  #askTerms(row: BreakpointRow): void {
    const { breakpoints } = this.host.model;
    const { functions } = breakpoints.book.content.get();
    const ask = <Each extends BreakpointTerms>(
      known: Each,
      set: (changed: Omit<Each, keyof BreakpointTerms> & BreakpointTerms) => Promise<void>,
    ): void =>
      this.host.ask({
        label: termsQuestion,
        text: termsText(known),
        answer: text => set({ ...withoutTerms(known), ...termsIn(text) }),
      });
    if (row.kind === 'line') {
      const known = breakpoints.book.linesOf(row.path!).find(({ line }) => line === row.line);
      ask(known ?? { line: row.line! }, changed => breakpoints.setLine(row.path!, changed));
    } else if (row.kind === 'function')
      ask(functions[row.index!]!, changed =>
        breakpoints.setFunctions(functions.map((each, index) => (index === row.index ? changed : each))),
      );
    else if (row.kind === 'exception')
      this.host.ask({
        label: 'stop when: ',
        text: breakpoints.activeFilters()[row.filter!] ?? '',
        answer: text =>
          breakpoints.setFilters({ ...breakpoints.activeFilters(), [row.filter!]: text.trim() }),
      });
    else this.host.say('It takes no condition.');
  }
}
