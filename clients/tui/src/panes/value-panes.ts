// Variables of the frame, watched expressions and registers: three panes of trees.
import { registerViewOf, type RegisterView } from '@sonde/client';
import type { Canvas } from '../terminal/grid.js';
import type { KeyHelp, Pane, PaneHost } from './pane.js';
import { valueKeys, ValueRows } from './value-rows.js';

export class VariablesPane implements Pane {
  readonly id = 'variables';
  readonly name = 'Variables';
  readonly shortName = 'Vars';
  readonly keys = valueKeys;
  readonly #rows: ValueRows;

  constructor(private readonly host: PaneHost) {
    this.#rows = new ValueRows(host, host.model.frame.tree);
  }

  readonly detail = (): string => this.host.model.frame.selection.get()?.frame.name ?? '';

  isThere(): boolean {
    return true;
  }

  draw(canvas: Canvas, isFocused: boolean): void {
    const { kind } = this.host.model.phase.get();
    this.#rows.draw(canvas, isFocused, kind === 'running' ? 'The program runs.' : 'No variables.');
  }

  key(chord: string): boolean {
    return this.#rows.key(chord);
  }

  click(x: number, y: number): void {
    this.#rows.click(x, y);
  }

  wheel(lines: number): void {
    this.#rows.cursor.wheel(lines);
  }
}

export class WatchesPane implements Pane {
  readonly id = 'watches';
  readonly name = 'Watches';
  readonly shortName = 'Watch';
  readonly keys: readonly KeyHelp[] = [
    ['a', 'watch an expression'],
    ['Delete', 'stop watching'],
    ['e', 'change the expression'],
    ...valueKeys,
  ];
  readonly #rows: ValueRows;

  constructor(private readonly host: PaneHost) {
    this.#rows = new ValueRows(host, host.model.watches.tree);
  }

  isThere(): boolean {
    return true;
  }

  draw(canvas: Canvas, isFocused: boolean): void {
    this.#rows.draw(canvas, isFocused, isFocused ? 'a watches an expression.' : 'Nothing is watched.');
  }

  key(chord: string): boolean {
    const { watches } = this.host.model;
    const { row } = this.#rows;
    if (chord === 'a') {
      this.host.ask({ label: 'watch: ', answer: text => watches.add(text) });
      return true;
    }
    if (row?.depth === 0 && (chord === 'Delete' || chord === 'd')) {
      void watches.remove(row.variable.name);
      return true;
    }
    if (row?.depth === 0 && chord === 'e') {
      const { name } = row.variable;
      this.host.ask({ label: 'watch: ', text: name, answer: text => watches.change(name, text) });
      return true;
    }
    return this.#rows.key(chord);
  }

  click(x: number, y: number): void {
    this.#rows.click(x, y);
  }

  wheel(lines: number): void {
    this.#rows.cursor.wheel(lines);
  }
}

export class RegistersPane implements Pane {
  readonly id = 'registers';
  readonly name = 'Registers';
  readonly shortName = 'Regs';
  readonly keys = valueKeys;
  readonly #rows: ValueRows;
  readonly #view: RegisterView;

  constructor(host: PaneHost) {
    this.#view = registerViewOf(host.model);
    this.#rows = new ValueRows(host, this.#view.tree, false);
    this.#view.problem.subscribe(() => host.redraw());
  }

  isThere(): boolean {
    return !this.#view.hasNone;
  }

  draw(canvas: Canvas, isFocused: boolean): void {
    // Read while somebody looks, and only then.
    void this.#view.look();
    this.#rows.draw(canvas, isFocused, this.#view.problem.get() ?? '');
  }

  key(chord: string): boolean {
    return this.#rows.key(chord);
  }

  click(x: number, y: number): void {
    this.#rows.click(x, y);
  }

  wheel(lines: number): void {
    this.#rows.cursor.wheel(lines);
  }
}
