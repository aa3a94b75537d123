// Shows the newest screen as soon as the terminal has taken the one before: a slow terminal skips frames, nobody waits for it.
import { Grid } from '../terminal/grid.js';
import { paint } from '../terminal/painter.js';
import { beginFrame, endFrame, enterWords, type Terminal } from '../terminal/terminal.js';

export interface FrameCount {
  frames: number;
  bytes: number;
  /** Milliseconds to draw and compare, of the last frame and of all. */
  last: number;
  total: number;
}

export interface Caret {
  readonly x: number;
  readonly y: number;
}

export class FrameLoop {
  readonly count: FrameCount = { frames: 0, bytes: 0, last: 0, total: 0 };
  /** What the terminal shows; undefined when nobody knows. */
  #shown: Grid | undefined;
  #spare: Grid | undefined;
  #caret: Caret | undefined;
  #isOpen = false;
  #isDue = false;
  #isBusy = false;
  #synchronizes = false;
  readonly #idle = new Set<() => void>();

  constructor(
    private readonly terminal: Terminal,
    /** Draws on a blank grid; answers where somebody types. */
    private readonly draw: (grid: Grid) => Caret | undefined,
  ) {}

  /** What the terminal shows, as far as it is known. */
  get shown(): Grid | undefined {
    return this.#shown;
  }

  /** The terminal shows frames at once that are marked as such. */
  synchronize(): void {
    this.#synchronizes = true;
  }

  open(): void {
    this.#isOpen = true;
    this.#shown = undefined;
    this.#caret = undefined;
    void this.terminal.send(enterWords);
    this.due();
  }

  /** Puts the terminal back. */
  close(): void {
    this.#isOpen = false;
    this.terminal.close();
  }

  /** Everything is written anew. */
  forget(): void {
    this.#shown = undefined;
    this.due();
  }

  /** Something may look different: once per turn, however much changed. */
  due(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => this.#next());
  }

  /** Settles when what is shown is the newest. */
  settled(): Promise<void> {
    if (!this.#isDue && !this.#isBusy) return Promise.resolve();
    return new Promise(resolve => this.#idle.add(resolve));
  }

  #next(): void {
    if (this.#isBusy) return;
    const isDue = this.#isDue && this.#isOpen;
    // Before it is drawn: what the drawing itself asks for comes next.
    this.#isDue = false;
    const text = isDue ? this.#frame() : '';
    if (text === '') return this.#settle();
    this.#isBusy = true;
    void this.terminal.send(text).then(() => {
      this.#isBusy = false;
      this.#next();
    });
  }

  #settle(): void {
    for (const resolve of this.#idle) resolve();
    this.#idle.clear();
  }

  #frame(): string {
    const begin = performance.now();
    const { columns, rows } = this.terminal;
    const fits = this.#spare?.columns === columns && this.#spare.rows === rows;
    const grid = fits ? this.#spare! : new Grid(columns, rows);
    grid.clear();
    const caret = this.draw(grid);
    const changes = paint(this.#shown, grid);
    this.#spare = this.#shown?.columns === columns && this.#shown.rows === rows ? this.#shown : undefined;
    this.#shown = grid;
    const words = this.#caretWords(caret, changes !== '');
    this.#caret = caret;
    const whole = changes === '' && words === '' ? '' : this.#wrapped(changes + words);
    if (whole === '') return '';
    const { count } = this;
    count.last = performance.now() - begin;
    count.total += count.last;
    count.frames++;
    count.bytes += Buffer.byteLength(whole);
    return whole;
  }

  #wrapped(text: string): string {
    return this.#synchronizes ? beginFrame + text + endFrame : text;
  }

  #caretWords(caret: Caret | undefined, moved: boolean): string {
    if (caret === undefined) return this.#caret === undefined ? '' : '\u001b[?25l';
    const same = this.#caret?.x === caret.x && this.#caret.y === caret.y;
    if (same && !moved) return '';
    return `\u001b[${caret.y + 1};${caret.x + 1}H${this.#caret === undefined ? '\u001b[?25h' : ''}`;
  }
}
