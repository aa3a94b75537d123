// Threads and their frames; the one that is chosen is the one that all other panes are about.
import { sourceName, stackLines, type StackLine } from '@sonde/client';
import type { Canvas } from '../terminal/grid.js';
import { fitted } from '../terminal/width.js';
import { ListCursor } from './list-cursor.js';
import type { KeyHelp, Pane, PaneHost } from './pane.js';
import { drawNameAndPlace, drawRows } from './rows.js';

export class StackPane implements Pane {
  readonly id = 'stack';
  readonly name = 'Stack';
  readonly shortName = 'Stack';
  readonly keys: readonly KeyHelp[] = [['Enter', 'look at the frame or the thread']];
  readonly #cursor = new ListCursor();
  #selected: number | undefined;

  constructor(private readonly host: PaneHost) {}

  readonly detail = (): string => {
    const { length } = this.host.model.threads.list.get();
    return length > 1 ? `${length} threads` : '';
  };

  isThere(): boolean {
    return true;
  }

  draw(canvas: Canvas, isFocused: boolean): void {
    const { model, look } = this.host;
    const lines = this.#lines();
    const chosen = model.frame.selection.get()?.frame.id;
    if (chosen !== this.#selected) {
      this.#selected = chosen;
      const at = lines.findIndex(line => line.kind === 'frame' && line.frame.id === chosen);
      if (at >= 0) this.#cursor.at = at;
    }
    this.#cursor.fit(lines.length, canvas.height);
    const hasThreads = model.threads.list.get().length > 1;
    drawRows(canvas, this.#cursor, look, isFocused, (row, index) => {
      const line = lines[index]!;
      this.#drawLine(row, line, line.kind === 'frame' && line.frame.id === chosen, hasThreads);
    });
  }

  key(chord: string): boolean {
    if (this.#cursor.key(chord)) return true;
    if (chord !== 'Enter' && chord !== 'Space' && chord !== 'Right') return false;
    const line = this.#lines()[this.#cursor.at];
    if (line !== undefined) this.#choose(line);
    return true;
  }

  click(_x: number, y: number): void {
    const row = this.#cursor.rowAt(y);
    const line = row === undefined ? undefined : this.#lines()[row];
    if (row === undefined || line === undefined) return;
    this.#cursor.at = row;
    this.#choose(line);
  }

  wheel(lines: number): void {
    this.#cursor.wheel(lines);
  }

  copied(): string | undefined {
    const line = this.#lines()[this.#cursor.at];
    if (line?.kind === 'thread') return line.thread.name;
    if (line?.kind !== 'frame') return undefined;
    const { name, source, line: number } = line.frame;
    return source === undefined ? name : `${name} ${sourceName(source)}:${number}`;
  }

  /** One frame further out (1) or in (-1) than the one that is looked at. */
  climb(step: number): void {
    const { model } = this.host;
    const frames = this.#lines().filter(line => line.kind === 'frame');
    const at = frames.findIndex(({ frame }) => frame.id === model.frame.selection.get()?.frame.id);
    const next = frames[at + step];
    if (next === undefined)
      return this.host.say(step > 0 ? 'This is the outermost frame.' : 'This is the innermost frame.');
    this.#choose(next);
  }

  #lines(): readonly StackLine[] {
    const { list, selected } = this.host.model.threads;
    return stackLines(list.get(), selected.get());
  }

  #choose(line: StackLine): void {
    const { model } = this.host;
    const { threads } = model;
    if (line.kind === 'thread') void model.attempt(() => threads.select(line.thread.id));
    if (line.kind === 'more') void model.attempt(() => threads.loadMore(line.thread.id));
    if (line.kind === 'last') void model.attempt(() => threads.loadLast(line.thread.id));
    if (line.kind === 'frame')
      void model.attempt(() => model.frame.select(line.thread.id, line.frame, 'user'));
  }

  #drawLine(canvas: Canvas, line: StackLine, isChosen: boolean, hasThreads: boolean): void {
    const { style, glyphs } = this.host.look;
    const indent = hasThreads ? 1 : 0;
    switch (line.kind) {
      case 'thread':
        canvas.text(0, 0, line.isOpen ? glyphs.open : glyphs.closed, style('dim'));
        canvas.text(2, 0, fitted(line.thread.name, canvas.width - 2), style('title'));
        return;
      case 'label':
        canvas.text(indent + 1, 0, fitted(line.text, canvas.width - 2), style('dim'));
        return;
      case 'more':
        canvas.text(
          indent + 1,
          0,
          `${glyphs.more} ${line.rest} more ${line.rest === 1 ? 'frame' : 'frames'}`,
          style('dim'),
        );
        return;
      case 'last':
        canvas.text(indent + 1, 0, `${glyphs.more} the outermost frames`, style('dim'));
        return;
      case 'problem':
        canvas.text(indent + 1, 0, fitted(line.text, canvas.width - 2), style('error'));
        return;
      case 'frame': {
        const { name, source, line: number, presentationHint } = line.frame;
        if (isChosen) canvas.text(indent, 0, glyphs.pointer, style('key'));
        const place = source === undefined ? '' : `${sourceName(source)}:${number}`;
        const role = presentationHint === 'subtle' ? 'dim' : isChosen ? 'symbol' : 'text';
        drawNameAndPlace(canvas, indent + 2, [name, style(role)], [place, style('dim')]);
      }
    }
  }
}
