// Rows of a tree of values, drawn and worked with by keys: what the panes of variables, watches and registers share.
import { breakOnChange, canWrite, writeValue, type TreeRow, type ValueTree } from '@sonde/client';
import type { Canvas } from '../terminal/grid.js';
import { fitted, widthOf } from '../terminal/width.js';
import { ListCursor } from './list-cursor.js';
import type { KeyHelp, PaneHost } from './pane.js';
import { drawEmptyWords, drawRows } from './rows.js';
import { matcher } from './search.js';

export const valueKeys: readonly KeyHelp[] = [
  ['Enter Right Left', 'open and close'],
  ['= F2', 'set the value'],
  ['w', 'watch it'],
  ['m', 'show its memory'],
  ['D', 'stop when it changes'],
  ['x', 'numbers in hexadecimal'],
  ['/', 'search in what is open; Enter on nothing goes on'],
];

/** A search ends after so many rows: an array may have a million. */
const mostSearched = 20_000;

export class ValueRows {
  readonly cursor = new ListCursor();
  #seen = '';
  #pattern = '';

  constructor(
    private readonly host: PaneHost,
    readonly tree: ValueTree,
    /** Where all are of one kind, types are noise. */
    private readonly showsTypes = true,
  ) {
    tree.version.subscribe(() => host.redraw());
  }

  get row(): TreeRow | undefined {
    return this.tree.row(this.cursor.at);
  }

  draw(canvas: Canvas, isFocused: boolean, emptyWords: string): void {
    const { look } = this.host;
    const count = this.tree.rowCount;
    if (count === 0) drawEmptyWords(canvas, look, emptyWords);
    this.cursor.fit(count, canvas.height);
    this.#see();
    drawRows(canvas, this.cursor, look, isFocused, (part, index) => {
      const row = this.tree.row(index);
      if (row !== undefined) this.#drawRow(part, row);
    });
  }

  key(chord: string): boolean {
    if (this.cursor.key(chord)) return true;
    const { row, host, tree } = this;
    if (row === undefined) return false;
    const { model } = host;
    const { variable } = row;
    switch (chord) {
      case 'Enter':
      case 'Space':
        if (row.canOpen) void tree.toggle(row.key);
        return true;
      case 'Right':
        if (row.canOpen && !row.isOpen) void tree.toggle(row.key);
        else if (row.isOpen) this.cursor.key('Down');
        return true;
      case 'Left':
        if (row.isOpen) void tree.toggle(row.key);
        else this.cursor.at = Math.max(0, tree.parentIndex(this.cursor.at));
        return true;
      case '=':
      case 'F2':
        this.#askValue(row);
        return true;
      case 'w':
        if (variable.evaluateName === undefined) host.say('This value has no expression to watch it by.');
        else void model.watches.add(variable.evaluateName).then(() => host.show('watches', false));
        return true;
      case 'm':
        if (variable.memoryReference === undefined) host.say('This value has no place in memory.');
        else host.showMemory(variable.memoryReference, variable.name);
        return true;
      case 'D':
        if (!model.can('supportsDataBreakpoints')) host.say('This program cannot stop when a value changes.');
        else void model.attempt(() => breakOnChange(model, row)).then(() => host.glance('breakpoints'));
        return true;
      case '/':
        this.#askSearch();
        return true;
      case 'x':
        void model.attempt(() => model.frame.setHex(!model.frame.hex.get()));
        return true;
      default:
        return false;
    }
  }

  click(x: number, y: number): void {
    const index = this.cursor.rowAt(y);
    if (index === undefined) return;
    const isAgain = this.cursor.at === index;
    this.cursor.at = index;
    const { row } = this;
    if (row?.canOpen === true && (isAgain || x <= row.depth * 2 + 1)) void this.tree.toggle(row.key);
  }

  #askSearch(): void {
    const begin = this.cursor.at;
    this.host.ask({
      label: '/',
      changed: pattern => void (pattern !== '' && this.search(pattern, begin)),
      // What was typed is found already; nothing means the next.
      answer: pattern => {
        if (this.search(pattern, pattern === '' ? this.cursor.at + 1 : begin)) return;
        this.host.say(`“${this.#pattern}” is not in what is open here.`);
      },
    });
  }

  /** Goes to the next row whose name or value has the text, round about; false when there is none. */
  search(pattern: string, from: number): boolean {
    if (pattern !== '') this.#pattern = pattern;
    const count = this.tree.rowCount;
    if (this.#pattern === '' || count === 0) return false;
    const wanted = matcher(this.#pattern);
    for (let step = 0; step < Math.min(count, mostSearched); step++) {
      const index = (from + step) % count;
      const { name, value } = this.tree.row(index)!.variable;
      if (!wanted(name) && !wanted(value)) continue;
      this.cursor.at = index;
      return true;
    }
    return false;
  }

  /** Rows that come into view are read. */
  #see(): void {
    const { top, height } = this.cursor;
    const seen = `${top} ${height} ${this.tree.rowCount}`;
    if (seen === this.#seen) return;
    this.#seen = seen;
    void this.tree.see(top, top + height + 10);
  }

  #drawRow(canvas: Canvas, row: TreeRow): void {
    const { style, glyphs } = this.host.look;
    const { variable, depth, kind } = row;
    const indent = depth * 2;
    if (kind === 'loading') return void canvas.text(indent + 2, 0, '…', style('dim'));
    if (row.canOpen) canvas.text(indent, 0, row.isOpen ? glyphs.open : glyphs.closed, style('dim'));
    if (kind === 'scope') return void canvas.text(indent + 2, 0, variable.name, style('title'));
    if (kind === 'problem') {
      canvas.text(indent + 2, 0, fitted(row.problem ?? '', canvas.width - indent - 2), style('error'));
      return;
    }
    if (row.changed) canvas.text(indent + 1, 0, glyphs.changed, style('changed'));
    let x = canvas.text(indent + 2, 0, variable.name, style('name'), canvas.width - 4);
    const text = row.problem ?? variable.value;
    if (text === '') return;
    x = canvas.text(x, 0, ' = ', style('dim'));
    const valueStyle = style(row.problem !== undefined ? 'error' : row.changed ? 'changed' : 'value');
    x = canvas.text(x, 0, fitted(text.replaceAll(/\s*\n\s*/g, ' '), canvas.width - x), valueStyle);
    const { type } = variable;
    if (type === undefined || type === '' || !this.showsTypes) return;
    const room = canvas.width - x - 2;
    if (room >= Math.min(widthOf(type), 6))
      canvas.text(canvas.width - Math.min(room, widthOf(type)), 0, fitted(type, room), style('type'));
  }

  #askValue(row: TreeRow): void {
    const { host } = this;
    if (!canWrite(host.model, row)) return host.say('This value cannot be set here.');
    host.ask({
      label: `set ${row.variable.name} = `,
      text: row.variable.value,
      answer: text => host.model.attempt(() => writeValue(host.model, row, text)),
    });
  }
}
