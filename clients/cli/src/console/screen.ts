// The screen: what the debugger says, and what the program prints, told apart.
//
// Program output is marked at the left, `|` for stdout and `!` for stderr, so that a transcript reads well in black
// and white too. It may come at any time, also while a prompt waits for a command: the prompt moves down then.

import type { Writable } from 'node:stream';
import type { Style } from '../style.js';

/** The line editor of a terminal, as far as the screen has to know it. */
export interface Editor {
  /** Takes the line that is being typed off the screen, and puts it back. */
  hide(): void;
  show(): void;
}

/** The program prints on while nobody reads; more than this is not kept for a reader who may never come. */
const mostWaiting = 64 * 1024 * 1024;

type Voice = 'debugger' | 'stdout' | 'stderr';

export class Screen {
  /** Whose line is not finished yet. */
  #openLine: Voice | undefined;
  #lost = 0;
  editor: Editor | undefined;

  constructor(
    private readonly output: Writable,
    readonly style: Style,
    private readonly waitingLimit = mostWaiting,
  ) {}

  /** One or more lines of the debugger. */
  say(text: string): void {
    this.#tellLoss();
    this.#write('debugger', text.endsWith('\n') ? text : `${text}\n`);
  }

  problem(text: string): void {
    this.say(this.style.red(text));
  }

  /** A command of a script, shown as if it had been typed. */
  echo(prompt: string, line: string): void {
    this.say(`${this.style.dim(prompt)}${line}`);
  }

  /** What the program printed, in the pieces in which it came. */
  program(voice: 'stdout' | 'stderr', text: string): void {
    if (this.output.writableLength > this.waitingLimit) {
      this.#lost += text.length;
      return;
    }
    this.#tellLoss();
    this.#write(voice, text);
  }

  #tellLoss(): void {
    if (this.#lost === 0) return;
    const lost = this.#lost;
    this.#lost = 0;
    this.say(
      this.style.yellow(`[${lost} characters of output are missing here: they were not read in time]`),
    );
  }

  #write(voice: Voice, text: string): void {
    if (text === '') return;
    this.editor?.hide();
    let out = this.#openLine !== undefined && this.#openLine !== voice ? '\n' : '';
    let fresh = this.#openLine !== voice;
    for (const piece of text.split(/(?<=\n)/)) {
      if (fresh) out += this.#mark(voice);
      out += piece;
      fresh = piece.endsWith('\n');
    }
    this.#openLine = fresh ? undefined : voice;
    this.output.write(out);
    this.editor?.show();
  }

  /** Begins a new line if the program left one unfinished. */
  freshLine(): void {
    if (this.#openLine === undefined) return;
    this.#openLine = undefined;
    this.output.write('\n');
  }

  /** The person pressed Enter: the cursor stands at the left again. */
  lineWasTyped(): void {
    this.#openLine = undefined;
  }

  #mark(voice: Voice): string {
    if (voice === 'debugger') return '';
    return voice === 'stdout' ? this.style.cyan('| ') : this.style.red('! ');
  }
}
