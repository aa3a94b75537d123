// A terminal that only remembers what it shows: what the screen is tried on.

import xterm from '@xterm/headless';
import type { Terminal, TerminalEvents } from '@sonde/tui';

/** How long a text may take to come, on a machine that has much else to do; less than a test may. */
export const patienceMs = 100_000;

export class HeadlessTerminal implements Terminal {
  readonly #xterm: xterm.Terminal;
  readonly #listeners = new Set<() => void>();
  #events: TerminalEvents | undefined;
  /** Frames that a slow terminal has not taken yet. */
  #held: (() => void)[] | undefined;
  isOpen = false;
  suspensions = 0;
  /** What was copied last. */
  clipboard = '';
  sent = 0;

  constructor(columns: number, rows: number) {
    this.#xterm = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 0 });
    this.#xterm.parser.registerOscHandler(52, words => {
      this.clipboard = Buffer.from(words.slice(words.indexOf(';') + 1), 'base64').toString();
      return true;
    });
    // What the terminal answers to questions comes like keys.
    this.#xterm.onData(text => this.#events?.input(text));
  }

  get columns(): number {
    return this.#xterm.cols;
  }

  get rows(): number {
    return this.#xterm.rows;
  }

  get isAlternate(): boolean {
    return this.#xterm.buffer.active.type === 'alternate';
  }

  async send(text: string): Promise<void> {
    this.sent += Buffer.byteLength(text);
    if (this.#held !== undefined) await new Promise<void>(resolve => this.#held!.push(resolve));
    await this.#write(text);
  }

  open(events: TerminalEvents): void {
    this.isOpen = true;
    this.#events = events;
  }

  close(): void {
    this.isOpen = false;
  }

  suspend(): void {
    this.suspensions++;
  }

  resume(): void {
    this.#events?.resumed();
  }

  type(keys: string): void {
    this.#events?.input(keys);
  }

  resize(columns: number, rows: number): void {
    this.#xterm.resize(columns, rows);
    this.#events?.resized();
  }

  /** From now on it takes nothing, until `release`. */
  hold(): void {
    this.#held = [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const take of held) take();
  }

  get lines(): readonly string[] {
    const { active } = this.#xterm.buffer;
    return Array.from({ length: this.rows }, (_, y) =>
      active.getLine(active.baseY + y)!.translateToString(true),
    );
  }

  get text(): string {
    return this.lines.join('\n');
  }

  /** The columns of a row in which this stands: letters before it may take two cells, or none of their own. */
  columnsOf(letter: string, row: number): readonly number[] {
    const { active } = this.#xterm.buffer;
    const line = active.getLine(active.baseY + row)!;
    return Array.from({ length: this.columns }, (_, x) => x).filter(
      x => line.getCell(x)!.getChars() === letter,
    );
  }

  /** Settles when the screen shows it; says what is there when it does not come. */
  async sees(what: string | RegExp, timeoutMs = patienceMs): Promise<void> {
    const isThere = (): boolean =>
      typeof what === 'string' ? this.text.includes(what) : what.test(this.text);
    if (isThere()) return;
    await new Promise<void>((resolve, reject) => {
      const end = (): void => {
        clearTimeout(late);
        this.#listeners.delete(look);
      };
      const look = (): void => {
        if (!isThere()) return;
        end();
        resolve();
      };
      const late = setTimeout(() => {
        end();
        reject(new Error(`the screen does not show ${String(what)}:\n${this.text}`));
      }, timeoutMs);
      this.#listeners.add(look);
    });
  }

  dispose(): void {
    this.#xterm.dispose();
  }

  #write(text: string): Promise<void> {
    return new Promise(resolve =>
      this.#xterm.write(text, () => {
        resolve();
        for (const listener of [...this.#listeners]) listener();
      }),
    );
  }
}
