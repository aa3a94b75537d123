// What the program and the debugger said, and a line to ask, to command, and to answer the program.
import {
  askConsole,
  CommandHistory,
  offersOf,
  parseAnsi,
  plainStyle,
  withOffer,
  type AnsiStyle,
  type LogLine,
  type Offer,
  type Shelf,
} from '@sonde/client';
import { LineEditor } from '../input/line-editor.js';
import type { Role } from '../look/look.js';
import type { Canvas } from '../terminal/grid.js';
import { styleOf, type Style } from '../terminal/style.js';
import { clustersOf, fitted, widthOf, withoutTabs } from '../terminal/width.js';
import type { KeyHelp, Pane, PaneHost } from './pane.js';

const mostOffers = 6;

export class ConsolePane implements Pane {
  readonly id = 'console';
  readonly name = 'Console';
  readonly shortName = 'Console';
  readonly keys: readonly KeyHelp[] = [
    ['Enter', 'evaluate, or send to the program that waits for input'],
    ['Tab', 'complete'],
    ['Up Down', 'what was asked before'],
    ['PageUp PageDown', 'scroll'],
    ['C-d', 'end the program’s input'],
    ['Escape', 'leave the line'],
  ];
  readonly #line: LineEditor;
  readonly #history: CommandHistory;
  /** Number of the last line in view while somebody reads older ones: it stays there, whatever the program prints. */
  #bottom: number | undefined;
  #height = 1;
  #offers: readonly Offer[] = [];
  caret: { readonly x: number; readonly y: number } | undefined;

  constructor(
    private readonly host: PaneHost,
    shelf: Shelf,
  ) {
    this.#history = new CommandHistory(shelf);
    this.#line = new LineEditor('', this.#history);
    host.model.log.version.subscribe(() => host.redraw());
  }

  readonly detail = (): string => {
    const below = this.#below;
    return below === 0 ? '' : below === 1 ? '1 line below' : `${below} lines below`;
  };

  isThere(): boolean {
    return true;
  }

  draw(canvas: Canvas, isFocused: boolean): void {
    const { look, model } = this.host;
    const waits = model.waitsForInput.get();
    const room = canvas.height - 1;
    this.#height = room;
    const rows = this.#wrapped(canvas.width, room);
    for (const [y, row] of rows.entries()) {
      let x = 0;
      for (const { text, style } of row) x = canvas.text(x, y, text, style);
    }
    if (isFocused && this.#offers.length > 0) {
      const words = this.#offers.slice(0, mostOffers).map(({ item }) => item.label);
      const more = this.#offers.length > mostOffers ? ` ${look.glyphs.more}` : '';
      canvas.fill(0, room - 1, canvas.width, look.style('overlay'));
      canvas.text(1, room - 1, fitted(words.join('  ') + more, canvas.width - 2), look.style('overlay'));
    }
    const prompt = waits ? 'input> ' : '> ';
    const x = canvas.text(0, room, prompt, look.style(waits ? 'input' : isFocused ? 'key' : 'dim'));
    const caret = this.#line.draw(canvas, x, room, look.style('text'));
    this.caret = isFocused ? { x: caret, y: room } : undefined;
  }

  key(chord: string, text: string | undefined): boolean {
    if (chord === 'Enter') {
      this.#enter();
      return true;
    }
    if (chord === 'Tab') {
      void this.#complete();
      return true;
    }
    if (chord === 'PageUp' || chord === 'PageDown') {
      this.wheel(chord === 'PageUp' ? -this.#height : this.#height);
      return true;
    }
    if (chord === 'C-d' && this.#line.text === '' && this.host.model.waitsForInput.get()) {
      void this.host.model.input(undefined);
      return true;
    }
    this.#offers = [];
    return this.#line.key(chord, text);
  }

  paste(text: string): void {
    const lines = text.split('\n');
    // For a program that waits, pasted lines are lines; a question is one line.
    if (this.host.model.waitsForInput.get() && lines.length > 1) {
      const last = lines.pop()!;
      for (const line of lines) {
        this.#line.insert(line);
        this.#enter();
      }
      this.#line.insert(last);
    } else this.#line.insert(text);
  }

  /** Evaluates, and leaves the line that somebody types as it is. */
  ask(expression: string): void {
    const { host } = this;
    // A session gives what is asked meanwhile to the program as a line.
    if (host.model.waitsForInput.get())
      return host.say('The program waits for input. Pause it (F6) to evaluate.');
    this.#bottom = undefined;
    this.#history.add(expression);
    void askConsole(host.model, expression);
  }

  click(): void {
    this.#bottom = undefined;
  }

  wheel(lines: number): void {
    const all = this.host.model.log.lines;
    const below = Math.max(0, Math.min(all.length - 1, this.#below - lines));
    this.#bottom = below === 0 ? undefined : all[all.length - 1 - below]!.number;
  }

  /** The last line in view. */
  copied(): string | undefined {
    const { lines } = this.host.model.log;
    return lines[lines.length - 1 - this.#below]?.text;
  }

  /** How many lines are newer than those in view. */
  get #below(): number {
    const { lines } = this.host.model.log;
    const [first, last] = [lines[0]?.number, lines.at(-1)?.number];
    // What was read is gone: the log was cleared, or has dropped it.
    if (this.#bottom === undefined || first === undefined || this.#bottom < first) return 0;
    return last! - this.#bottom;
  }

  #enter(): void {
    const { model } = this.host;
    const { text } = this.#line;
    this.#bottom = undefined;
    this.#offers = [];
    if (model.waitsForInput.get()) {
      this.#line.set('');
      void model.input(text);
      return;
    }
    if (text.trim() === '') return;
    this.#line.set('');
    this.ask(text);
  }

  async #complete(): Promise<void> {
    const { model } = this.host;
    const [first] = this.#offers;
    if (first !== undefined && this.#offers.length === 1) return this.#take(first);
    if (!model.can('supportsCompletionsRequest') || !model.isConnected) return;
    const { text, caret } = this.#line;
    const frameId = model.frame.selection.get()?.frame.id;
    try {
      const { targets } = await model.client.request('completions', {
        text,
        column: caret + 1,
        ...(frameId === undefined ? {} : { frameId }),
      });
      if (this.#line.text !== text) return;
      const offers = offersOf(targets, text, caret);
      const common = commonBeginning(offers.map(offer => offer.text));
      const [only] = offers;
      if (only !== undefined && offers.length === 1) this.#take(only);
      else {
        this.#offers = offers;
        // What all of them share is typed at once, as shells do.
        const typed = only === undefined ? '' : text.slice(only.from, caret);
        if (only !== undefined && common.length > typed.length && common.startsWith(typed))
          this.#line.set(text.slice(0, only.from) + common + text.slice(caret), only.from + common.length);
      }
    } catch {
      // Nothing to offer.
    }
    this.host.redraw();
  }

  #take(offer: Offer): void {
    const { line, from } = withOffer(this.#line.text, offer);
    this.#line.set(line, from);
    this.#offers = [];
  }

  /** The last lines that fit, above those that were scrolled away. */
  #wrapped(width: number, room: number): readonly (readonly Run[])[] {
    const { lines } = this.host.model.log;
    const rows: (readonly Run[])[] = [];
    for (let index = lines.length - 1 - this.#below; index >= 0 && rows.length < room; index--)
      rows.unshift(...wrap(tailOf(this.#runsOf(lines[index]!), width, room), width));
    return rows.slice(Math.max(0, rows.length - room));
  }

  #runsOf(line: LogLine): readonly Run[] {
    const { look } = this.host;
    const own = look.style(roleOf(line));
    const prefix = prefixOf(line);
    const runs = parseAnsi(line.text, plainStyle).runs.map(({ text, style }) => ({
      text: withoutTabs(text),
      style: look.theme === 'none' ? own : ansiStyle(style, own),
    }));
    return prefix === '' ? runs : [{ text: prefix, style: look.style('dim') }, ...runs];
  }
}

interface Run {
  readonly text: string;
  readonly style: Style;
}

function roleOf({ kind, stream }: LogLine): Role {
  if (kind === 'problem' || (kind === 'output' && stream === 'stderr')) return 'error';
  if (kind === 'notice') return 'notice';
  if (kind === 'question') return 'key';
  return kind === 'input' ? 'input' : 'text';
}

function prefixOf({ kind, stream }: LogLine): string {
  if (kind === 'question') return '> ';
  if (kind === 'input') return '< ';
  // Streams of a language's own have names; the usual two are known by their looks.
  return kind === 'output' && stream !== 'stdout' && stream !== 'stderr' && stream !== ''
    ? `${stream}: `
    : '';
}

function ansiStyle(style: AnsiStyle, own: Style): Style {
  if (style === plainStyle) return own;
  const {
    text,
    ground,
    bold = false,
    dim = false,
    italic = false,
    underline = false,
    inverse = false,
  } = style;
  return styleOf({
    ...(text === undefined ? {} : { text }),
    ...(ground === undefined ? {} : { ground }),
    ...{ bold, dim, italic, underline, inverse },
  });
}

/** More characters than the cells of a letter have, with its marks. */
const mostForCell = 8;

/** The end of a line that fills the room for sure; what is left out are whole rows of a text of narrow letters. */
function tailOf(runs: readonly Run[], width: number, room: number): readonly Run[] {
  const length = runs.reduce((sum, { text }) => sum + text.length, 0);
  const surplus = length - width * (room + 1) * mostForCell;
  if (surplus <= 0) return runs;
  let left = surplus - (surplus % width);
  return runs.flatMap(run => {
    const text = run.text.slice(left);
    left = Math.max(0, left - run.text.length);
    return text === '' ? [] : [{ ...run, text }];
  });
}

function wrap(runs: readonly Run[], width: number): readonly (readonly Run[])[] {
  if (runs.length === 0) return [[]];
  if (runs.length === 1 && widthOf(runs[0]!.text) <= width) return [runs];
  const rows: Run[][] = [[]];
  let taken = 0;
  for (const { text, style } of runs) {
    let part = '';
    for (const cluster of clustersOf(text)) {
      if (taken + cluster.width > width) {
        rows.at(-1)!.push({ text: part, style });
        rows.push([]);
        [part, taken] = ['', 0];
      }
      part += cluster.text;
      taken += cluster.width;
    }
    rows.at(-1)!.push({ text: part, style });
  }
  return rows;
}

function commonBeginning(texts: readonly string[]): string {
  const [first = ''] = texts;
  let length = first.length;
  for (const text of texts) while (!text.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}
