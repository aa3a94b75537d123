// The functions of the program by its symbols: searched by name, opened, and stopped at.
import { functionViewOf, sourceName, type FunctionRow, type FunctionView } from '@sonde/client';
import type { Canvas } from '../terminal/grid.js';
import { ListCursor } from './list-cursor.js';
import type { KeyHelp, Pane, PaneHost } from './pane.js';
import { drawEmptyWords, drawNameAndPlace, drawRows } from './rows.js';

/** The next page is read when fewer rows than these are left. */
const near = 50;

export class FunctionsPane implements Pane {
  readonly id = 'functions';
  readonly name = 'Functions';
  readonly shortName = 'Funcs';
  readonly keys: readonly KeyHelp[] = [
    ['Enter Space', 'break at the function, or no longer'],
    ['o', 'show it in the source'],
    ['/', 'search by a part of the name'],
  ];
  readonly #cursor = new ListCursor();
  readonly #view: FunctionView;

  constructor(private readonly host: PaneHost) {
    this.#view = functionViewOf(host.model);
    for (const store of [this.#view.page, this.#view.problem]) store.subscribe(() => host.redraw());
  }

  readonly detail = (): string => {
    const filter = this.#view.filter.get();
    const { total } = this.#view.page.get();
    return `${total}${filter === '' ? '' : ` with “${filter}”`}`;
  };

  /** Only Sonde tells it; an adapter of another maker has no such list. */
  isThere(): boolean {
    return this.host.model.info.get() !== undefined;
  }

  draw(canvas: Canvas, isFocused: boolean): void {
    const { look, model } = this.host;
    // Read while somebody looks, and only then.
    void this.#view.look();
    const { rows } = this.#view.page.get();
    const problem = this.#view.problem.get();
    if (rows.length === 0) {
      const filter = this.#view.filter.get();
      const words =
        problem ?? (filter === '' ? 'No functions.' : `No function with “${filter}”. / searches.`);
      drawEmptyWords(canvas, look, words, problem !== undefined);
    }
    this.#cursor.fit(rows.length, canvas.height);
    if (this.#cursor.top + canvas.height > rows.length - near) void this.#view.more();
    const set = new Set(model.breakpoints.book.content.get().functions.map(({ name }) => name));
    drawRows(canvas, this.#cursor, look, isFocused, (part, index) =>
      this.#drawRow(part, rows[index]!, set.has(rows[index]!.name)),
    );
  }

  key(chord: string): boolean {
    if (this.#cursor.key(chord)) return true;
    const row = this.#view.page.get().rows[this.#cursor.at];
    switch (chord) {
      case 'Enter':
      case 'Space':
      case 'b':
      case 'F9':
        if (row !== undefined) this.#toggle(row);
        return true;
      case 'o':
        if (row !== undefined) this.#open(row);
        return true;
      case '/':
        this.search();
        return true;
      default:
        return false;
    }
  }

  click(x: number, y: number): void {
    const index = this.#cursor.rowAt(y);
    if (index === undefined) return;
    const isAgain = this.#cursor.at === index;
    this.#cursor.at = index;
    if (x <= 1) this.key('Enter');
    else if (isAgain) this.key('o');
  }

  wheel(lines: number): void {
    this.#cursor.wheel(lines);
  }

  copied(): string | undefined {
    return this.#view.page.get().rows[this.#cursor.at]?.name;
  }

  /** The list follows the typing; without a text it is asked for. */
  search(text?: string): void {
    const go = (filter: string): void => {
      this.#cursor.at = 0;
      void this.#view.search(filter.trim());
    };
    if (text !== undefined) return go(text);
    const before = this.#view.filter.get();
    this.host.ask({ label: 'functions with: ', text: before, changed: go, answer: go });
  }

  #toggle({ name }: FunctionRow): void {
    const { model } = this.host;
    if (!model.can('supportsFunctionBreakpoints'))
      return this.host.say('This program cannot stop at functions by name.');
    void model.breakpoints.toggleFunction(name);
  }

  #open({ name, source, line }: FunctionRow): void {
    if (source === undefined) return this.host.say(`The source of ${name} is not known.`);
    this.host.show('source', false);
    void this.host.model.sources.show(source, line ?? 1);
  }

  #drawRow(canvas: Canvas, { name, source, line }: FunctionRow, isSet: boolean): void {
    const { style, glyphs } = this.host.look;
    if (isSet) canvas.text(0, 0, glyphs.breakpoint, style('breakpoint'));
    const place = source === undefined ? '' : `${sourceName(source)}:${line ?? ''}`;
    const role = source === undefined ? 'dim' : 'text';
    drawNameAndPlace(canvas, 2, [name, style(role)], [place, style('dim')]);
  }
}
