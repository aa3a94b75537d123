// What is drawn over the panes: the help, and the line in which a question is answered.
import { LineEditor } from '../input/line-editor.js';
import type { Look } from '../look/look.js';
import type { KeyHelp, OfferedAnswer, Question } from '../panes/pane.js';
import type { Canvas } from '../terminal/grid.js';
import { onGround } from '../terminal/style.js';
import { fitted, widthOf } from '../terminal/width.js';
import type { Caret } from './frame-loop.js';

/** Key help in as many columns as there is room for; closed by any key but those that scroll. */
export class HelpOverlay {
  #top = 0;
  #most = 0;

  constructor(
    private readonly look: Look,
    private readonly groups: readonly { readonly title: string; readonly keys: readonly KeyHelp[] }[],
  ) {}

  /** Whether it stays open. */
  key(chord: string): boolean {
    if (chord === 'Down' || chord === 'j' || chord === 'PageDown' || chord === 'Space')
      this.#top = Math.min(this.#most, this.#top + (chord.length > 5 ? 10 : 1));
    else if (chord === 'Up' || chord === 'k' || chord === 'PageUp')
      this.#top = Math.max(0, this.#top - (chord === 'PageUp' ? 10 : 1));
    else return false;
    return true;
  }

  draw(canvas: Canvas): void {
    const { look } = this;
    const ground = look.style('overlay');
    for (let y = 0; y < canvas.height; y++) canvas.fill(0, y, canvas.width, ground);
    canvas.fill(0, 0, canvas.width, look.style('focusedTitle'));
    canvas.text(1, 0, 'Keys', look.style('focusedTitle'));
    canvas.text(
      8,
      0,
      fitted('any other key closes, arrows scroll', canvas.width - 9),
      look.style('focusedTitle'),
    );
    const lines = this.groups.flatMap(({ title, keys }) => [[title] as const, ...keys, [''] as const]);
    const columns = Math.max(1, Math.floor(canvas.width / 58));
    const width = Math.floor(canvas.width / columns);
    const rows = canvas.height - 2;
    const perColumn = Math.ceil(lines.length / columns);
    this.#most = Math.max(0, perColumn - rows);
    for (let column = 0; column < columns; column++) {
      const part = canvas.part(column * width + 1, 2, width - 2, rows);
      const shown = lines
        .slice(column * perColumn, (column + 1) * perColumn)
        .slice(this.#top, this.#top + rows);
      for (const [y, [keys, words]] of shown.entries()) this.#line(part, y, keys, words);
    }
  }

  #line(canvas: Canvas, y: number, keys: string, words: string | undefined): void {
    const { style } = this.look;
    const ground = style('overlay');
    if (words === undefined) return void canvas.text(0, y, keys, style('symbol') | ground);
    const x = Math.max(18, canvas.text(1, y, keys, style('key') | ground) + 1);
    canvas.text(x, y, fitted(words, canvas.width - x), ground);
  }
}

/** A question in the last row, with what could be answered above it. */
export class QuestionLine {
  readonly #line: LineEditor;
  #offers: readonly OfferedAnswer[] = [];
  #chosen = -1;
  #asked = 0;

  constructor(
    private readonly question: Question,
    private readonly redraw: () => void,
  ) {
    this.#line = new LineEditor(question.text ?? '');
    this.#changed();
  }

  get text(): string {
    return this.#line.text;
  }

  /** `open` while it goes on. */
  key(chord: string, text: string | undefined): 'open' | 'closed' | 'answered' {
    if (chord === 'Escape' || chord === 'C-c') return 'closed';
    if (chord === 'Enter') {
      const offer = this.#offers[this.#chosen];
      if (offer !== undefined) this.#line.set(offer.text);
      return 'answered';
    }
    if (this.#offers.length > 0 && ['Tab', 'Down', 'Up', 'S-Tab'].includes(chord)) {
      this.#choose(chord === 'Up' || chord === 'S-Tab' ? -1 : 1);
      return 'open';
    }
    const before = this.text;
    this.#line.key(chord, text);
    if (this.text !== before) this.#changed();
    return 'open';
  }

  paste(text: string): void {
    this.#line.insert(text);
    this.#changed();
  }

  draw(canvas: Canvas, look: Look): Caret {
    const y = canvas.height - 1;
    canvas.fill(0, y, canvas.width, 0);
    const x = canvas.text(0, y, fitted(this.question.label, canvas.width - 12), look.style('key'));
    const caret = this.#line.draw(canvas, x, y, look.style('text'));
    const room = Math.min(10, y, this.#offers.length);
    const names = Math.max(14, ...this.#offers.map(({ text }) => widthOf(text)));
    const words = Math.max(0, ...this.#offers.map(offer => widthOf(offer.words ?? '')));
    const width = Math.min(canvas.width, Math.max(24, names + 4 + words));
    const top = Math.max(0, Math.min(this.#chosen - room + 1, this.#offers.length - room));
    for (let row = 0; row < room; row++) {
      const isChosen = top + row === this.#chosen;
      const style = look.style(isChosen ? 'chosen' : 'overlay');
      canvas.fill(0, y - room + row, width, style);
      const offer = this.#offers[top + row]!;
      const x = canvas.text(1, y - room + row, fitted(offer.text, width - 2), style);
      if (offer.words !== undefined && width - names > 8)
        canvas.text(
          Math.max(x + 1, names + 3),
          y - room + row,
          fitted(offer.words, width - names - 4),
          onGround(look.style('dim'), style),
        );
    }
    return { x: canvas.x + caret, y: canvas.y + y };
  }

  #choose(step: number): void {
    this.#chosen = (this.#chosen + step + this.#offers.length) % this.#offers.length;
    this.redraw();
  }

  #changed(): void {
    this.question.changed?.(this.text);
    const number = ++this.#asked;
    this.#chosen = -1;
    void this.question.offers?.(this.text).then(
      offers => {
        if (number !== this.#asked) return;
        this.#offers = offers;
        this.redraw();
      },
      () => undefined,
    );
  }
}
