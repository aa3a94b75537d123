// Instructions around the place of the frame, with the functions and source lines that they belong to.
import {
  bytesText,
  codeNamed,
  disassemblyViewOf,
  instructionMarks,
  listing,
  sourceKey,
  sourceName,
  type DisassemblyView,
  type InstructionMark,
  type ListingRow,
  type OpenSource,
} from '@sonde/client';
import type { Source } from '@sonde/dap';
import type { Canvas } from '../terminal/grid.js';
import { onGround } from '../terminal/style.js';
import { fitted } from '../terminal/width.js';
import { drawInstruction, shortAddress } from './instruction-text.js';
import { ListCursor } from './list-cursor.js';
import type { KeyHelp, Pane, PaneHost } from './pane.js';
import { drawRows } from './rows.js';

/** Rows from an end at which more are read. */
const near = 10;

export class DisassemblyPane implements Pane {
  readonly id = 'disassembly';
  readonly name = 'Disassembly';
  readonly shortName = 'Code';
  readonly keys: readonly KeyHelp[] = [
    ['b F9 Space', 'breakpoint on the instruction'],
    ['Enter', 'show its line in the source'],
    ['o', 'go to an address or a name'],
    ['.', 'back to where the program stands'],
  ];
  readonly #cursor = new ListCursor();
  readonly #view: DisassemblyView;
  #rows: readonly ListingRow[] = [];
  #version = -1;
  /** The sources whose lines the rows show: a text may come after the instructions. */
  #open: readonly OpenSource[] = [];
  #shown: string | undefined;
  #top: string | undefined;
  /** The source whose lines were shown last: to divide it for each of them would cost the whole of it. */
  #text: { readonly whole: string; readonly lines: readonly string[] } | undefined;

  constructor(private readonly host: PaneHost) {
    this.#view = disassemblyViewOf(host.model);
    this.#view.instructions.version.subscribe(() => host.redraw());
    this.#view.problem.subscribe(() => host.redraw());
  }

  isThere(): boolean {
    return this.host.model.can('supportsDisassembleRequest');
  }

  draw(canvas: Canvas, isFocused: boolean): void {
    const { look, model } = this.host;
    const place = model.frame.selection.get()?.frame.instructionPointerReference;
    this.#follow(place);
    this.#renew();
    const problem = this.#view.problem.get();
    if (this.#rows.length === 0) {
      canvas.text(
        1,
        0,
        fitted(problem ?? '', canvas.width - 2),
        look.style(problem === undefined ? 'dim' : 'error'),
      );
      return;
    }
    this.#cursor.fit(this.#rows.length, canvas.height);
    this.#revealPlace();
    this.#readOn();
    const { book, outcomes, others } = model.breakpoints;
    const marks = instructionMarks(
      book.content.get().instructions,
      outcomes.get().instructions,
      others.get(),
    );
    const at = place === undefined ? -1 : this.#view.instructions.indexOf(place);
    const current =
      model.phase.get().kind === 'stopped' ? this.#view.instructions.list[at]?.address : undefined;
    drawRows(canvas, this.#cursor, look, isFocused, (part, index) =>
      this.#drawRow(part, this.#rows[index]!, marks, current),
    );
  }

  key(chord: string): boolean {
    if (this.#cursor.key(chord)) return true;
    const row = this.#rows[this.#cursor.at];
    switch (chord) {
      case 'b':
      case 'F9':
      case 'Space':
        if (!this.host.model.can('supportsInstructionBreakpoints'))
          this.host.say('This program cannot stop at single instructions.');
        else if (row?.kind === 'instruction') void this.#view.toggleBreakpoint(row.instruction.address);
        return true;
      case 'Enter':
        if (row?.kind === 'source') this.#showSource(row.source, row.line);
        if (row?.kind === 'instruction' && row.instruction.source !== undefined)
          this.#showSource(row.instruction.source, row.instruction.line ?? 1);
        return true;
      case 'o':
        this.host.ask({
          label: 'disassemble at: ',
          offers: async text => (await this.host.functions(text)).map(name => ({ text: name })),
          answer: text => this.goTo(text),
        });
        return true;
      case '.':
        this.#shown = undefined;
        return true;
      default:
        return false;
    }
  }

  click(x: number, y: number): void {
    const index = this.#cursor.rowAt(y);
    if (index === undefined) return;
    this.#cursor.at = index;
    if (x <= 1) this.key('b');
  }

  wheel(lines: number): void {
    this.#cursor.wheel(lines);
    this.#readOn();
  }

  copied(): string | undefined {
    const row = this.#rows[this.#cursor.at];
    if (row?.kind === 'instruction') return `${row.instruction.address} ${row.instruction.text}`;
    return row?.kind === 'symbol' ? row.name : row?.text;
  }

  async goTo(text: string): Promise<void> {
    await this.host.model.attempt(async () => {
      const reference = await codeNamed(this.host.model, text.trim());
      await this.#view.show(reference);
      this.#top = reference;
    });
    this.host.redraw();
  }

  #showSource(source: Source, line: number): void {
    this.host.show('source', false);
    void this.host.model.sources.show(source, line);
  }

  /** Shows where the frame stands, when that is another place than before. */
  #follow(place: string | undefined): void {
    if (place === undefined || place === this.#shown || this.host.model.phase.get().kind !== 'stopped')
      return;
    this.#shown = place;
    void this.#view.show(place).then(() => {
      this.#top = place;
      this.host.redraw();
    });
  }

  #revealPlace(): void {
    const wanted = this.#top;
    if (wanted === undefined) return;
    const address = this.#view.instructions.list[this.#view.instructions.indexOf(wanted)]?.address;
    const row = this.#rows.findIndex(
      each => each.kind === 'instruction' && each.instruction.address === address,
    );
    if (address === undefined || row < 0) return;
    this.#top = undefined;
    this.#cursor.reveal(row, this.#rows.length);
  }

  #renew(): void {
    const version = this.#view.instructions.version.get();
    const open = this.host.model.sources.open.get();
    if (version === this.#version && open === this.#open) return;
    const chosen = this.#rows[this.#cursor.at]?.key;
    const offset = this.#cursor.at - this.#cursor.top;
    [this.#version, this.#open] = [version, open];
    this.#rows = listing(this.#view.instructions.list, this.#lineText);
    // What was read before it moves everything down.
    const again = chosen === undefined ? -1 : this.#rows.findIndex(({ key }) => key === chosen);
    if (again < 0) return;
    this.#cursor.at = again;
    this.#cursor.top = Math.max(0, again - offset);
  }

  #readOn(): void {
    const { top, height } = this.#cursor;
    const { before, after } = this.#view.instructions.hasMore;
    if (after && top + height > this.#rows.length - near) void this.#view.after();
    if (before && top < near) void this.#view.before();
  }

  /** Of sources that are open; another would have to be fetched. */
  readonly #lineText = (source: Source, line: number): string | undefined => {
    const key = sourceKey(source);
    const text = this.host.model.sources.open.get().find(each => each.key === key)?.text;
    if (text === undefined) return undefined;
    if (text !== this.#text?.whole) this.#text = { whole: text, lines: text.split('\n') };
    return this.#text.lines[line - 1];
  };

  #drawRow(
    canvas: Canvas,
    row: ListingRow,
    marks: ReadonlyMap<string, InstructionMark>,
    current: string | undefined,
  ): void {
    const { style, glyphs } = this.host.look;
    if (row.kind === 'symbol') return void canvas.text(1, 0, `${row.name}:`, style('symbol'));
    if (row.kind === 'source') {
      const place = `${sourceName(row.source)}:${row.line}`;
      const x = canvas.text(2, 0, place, style('dim'));
      if (row.text !== undefined)
        canvas.text(x + 1, 0, fitted(row.text.trim(), canvas.width - x - 1), style('comment'));
      return;
    }
    const { address, text, bytes } = row.instruction;
    const mark = marks.get(address);
    if (mark !== undefined)
      canvas.text(
        0,
        0,
        mark.state === 'waiting' ? glyphs.waiting : glyphs.breakpoint,
        style(mark.state === 'foreign' ? 'foreign' : mark.state === 'waiting' ? 'waiting' : 'breakpoint'),
      );
    const isCurrent = address === current;
    canvas.text(1, 0, isCurrent ? glyphs.pointer : ' ', style('key'));
    let x = canvas.text(3, 0, shortAddress(address), style('address')) + 1;
    if (canvas.width >= 70 && bytes !== undefined) {
      canvas.text(x, 0, fitted(bytesText(bytes), 23), style('dim'));
      x += 24;
    }
    drawInstruction(canvas, x + 1, text, this.host.look);
    if (isCurrent) canvas.restyleRow(0, each => onGround(each, style('current')));
  }
}
