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

type Voice = 'debugger' | 'stdout' | 'stderr';

export class Screen {
  /** Whose line is not finished yet. */
  #openLine: Voice | undefined;
  editor: Editor | undefined;

  constructor(
    private readonly output: Writable,
    readonly style: Style,
  ) {}

  /** One or more lines of the debugger. */
  say(text: string): void {
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
    this.#write(voice, text);
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
