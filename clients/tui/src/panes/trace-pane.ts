// What was executed last, where the target keeps it: instructions with their lines and what they changed, the latest at the end.
import { sourceName, traceViewOf, type TraceContent, type TraceRow, type TraceView } from '@sonde/client';
import type { Canvas } from '../terminal/grid.js';
import { fitted } from '../terminal/width.js';
import { drawInstruction, shortAddress } from './instruction-text.js';
import { ListCursor } from './list-cursor.js';
import type { KeyHelp, Pane, PaneHost } from './pane.js';
import { drawEmptyWords, drawRows } from './rows.js';

export class TracePane implements Pane {
  readonly id = 'trace';
  readonly name = 'Trace';
  readonly shortName = 'Trace';
  readonly keys: readonly KeyHelp[] = [
    ['Enter', 'show it in the source'],
    ['T', 'record what runs from now on, or no longer'],
  ];
  readonly #cursor = new ListCursor();
  readonly #view: TraceView;
  #shown: TraceContent | undefined;

  constructor(private readonly host: PaneHost) {
    this.#view = traceViewOf(host.model);
    for (const store of [this.#view.content, this.#view.problem]) store.subscribe(() => host.redraw());
  }

  readonly detail = (): string => {
    const content = this.#view.content.get();
    if (content === undefined || content.recording === 'off') return '';
    return `the last ${content.rows.length}${content.total > content.rows.length ? ` of ${content.total}` : ''}`;
  };

  /** Only the program itself knows; it is asked once. */
  isThere(): boolean {
    if (!this.#view.isKnown) void this.#view.look();
    return this.#view.content.get() !== undefined;
  }

  draw(canvas: Canvas, isFocused: boolean): void {
    const { look } = this.host;
    // Read while somebody looks, and only then.
    void this.#view.look();
    const rows = this.#rows();
    if (rows.length === 0) drawEmptyWords(canvas, look, this.#emptyWords());
    this.#cursor.fit(rows.length, canvas.height);
    const content = this.#view.content.get();
    if (content !== this.#shown) {
      this.#shown = content;
      this.#cursor.at = rows.length - 1;
      this.#cursor.fit(rows.length, canvas.height);
    }
    drawRows(canvas, this.#cursor, look, isFocused, (row, index) =>
      this.#drawRow(row, rows[index]!, rows[index - 1]),
    );
  }

  key(chord: string): boolean {
    if (this.#cursor.key(chord)) return true;
    switch (chord) {
      case 'T':
        void this.host.model.attempt(() => this.#record());
        return true;
      case 'Enter':
      case 'o':
        this.#open(this.#rows()[this.#cursor.at]);
        return true;
      default:
        return false;
    }
  }

  click(_x: number, y: number): void {
    const index = this.#cursor.rowAt(y);
    if (index === undefined) return;
    this.#cursor.at = index;
    this.key('Enter');
  }

  wheel(lines: number): void {
    this.#cursor.wheel(lines);
  }

  copied(): string | undefined {
    const row = this.#rows()[this.#cursor.at];
    return row === undefined ? undefined : `${row.address} ${row.text} ${row.changes}`.trimEnd();
  }

  /** As they ran: what is latest stands lowest, as in the console. */
  #rows(): readonly TraceRow[] {
    return this.#view.content.get()?.rows.toReversed() ?? [];
  }

  #emptyWords(): string {
    const recording = this.#view.content.get()?.recording;
    if (recording === 'off') return 'T records what runs from now on; the program is slower then.';
    return recording === undefined ? (this.#view.problem.get() ?? '') : 'Nothing has run yet.';
  }

  async #record(): Promise<void> {
    const recording = this.#view.content.get()?.recording;
    if (recording === 'always') return this.host.say('The machine keeps its last instructions by itself.');
    await this.#view.record(recording !== 'on');
  }

  #open(row: TraceRow | undefined): void {
    if (row === undefined) return;
    if (row.source === undefined) return this.host.say('The source of this instruction is not known.');
    this.host.show('source', false);
    void this.host.model.sources.show(row.source, row.line ?? 1);
  }

  /** The line stands where it changes; between, the eye stays on the instructions. */
  #drawRow(canvas: Canvas, row: TraceRow, before: TraceRow | undefined): void {
    const { style } = this.host.look;
    const isNarrow = canvas.width < 70;
    const placeRoom = isNarrow ? 6 : 20;
    const file = row.source === undefined || isNarrow ? '' : sourceName(row.source);
    const place = row.source === undefined ? (row.symbol ?? '') : `${file}:${row.line}`;
    const isSame = before !== undefined && before.line === row.line && before.symbol === row.symbol;
    canvas.text(0, 0, fitted(isSame ? '' : place, placeRoom), style('dim'));
    let x = canvas.text(placeRoom + 1, 0, shortAddress(row.address), style('address')) + 1;
    // A trace leaves blocks at any depth, so their indentation says nothing here.
    x = drawInstruction(canvas, x, row.text.trimStart(), this.host.look);
    // In a column of their own where there is room for one.
    x = Math.max(x + 2, Math.min(placeRoom + 34, canvas.width - 24));
    if (row.changes !== '' && canvas.width - x > 6)
      canvas.text(x, 0, fitted(row.changes, canvas.width - x), style('changed'));
  }
}
