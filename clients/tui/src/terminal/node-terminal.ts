// The terminal of this process: raw keys in, text out without ever blocking, and all put back at the end, however that comes.
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import type { ReadStream, WriteStream } from 'node:tty';
import { leaveWords, type Terminal, type TerminalEvents } from './terminal.js';

/** A terminal that takes nothing is asked again after this. */
const retryMs = 8;
/** How long the words that put a terminal back may take; one that is stopped (Ctrl+S) takes none. */
const lastWordsMs = 300;

export class NodeTerminal implements Terminal {
  /** A description of its own: what is set on it does not touch others that share the terminal. */
  readonly #descriptor: number;
  readonly #ownsDescriptor: boolean;
  #queue: { bytes: Uint8Array; readonly taken: () => void }[] = [];
  #writing = false;
  #events: TerminalEvents | undefined;
  #decoder = new StringDecoder('utf8');
  #lastWords: string | undefined;

  constructor(
    private readonly input: ReadStream,
    private readonly output: WriteStream,
  ) {
    [this.#descriptor, this.#ownsDescriptor] = openTerminal();
    process.on('exit', this.#restore);
    // Before Node prints what went wrong: on the screen that goes away nobody would see it.
    process.on('uncaughtExceptionMonitor', this.#restore);
    process.on('SIGCONT', this.#continued);
    process.on('SIGTSTP', this.#stopAsked);
    process.on('SIGINT', this.#interrupted);
    output.on('resize', this.#resized);
    // A terminal that is gone is no reason to fail: SIGHUP ends the process.
    input.on('error', () => undefined);
  }

  get columns(): number {
    return positive(this.output.columns, 80);
  }

  get rows(): number {
    return positive(this.output.rows, 24);
  }

  send(text: string): Promise<void> {
    return new Promise(taken => {
      this.#queue.push({ bytes: Buffer.from(text), taken });
      if (!this.#writing) this.#drain();
    });
  }

  open(events: TerminalEvents): void {
    this.#events = events;
    this.#lastWords = leaveWords;
    this.input.setRawMode(true);
    this.input.on('data', this.#data);
    this.input.resume();
  }

  close(): void {
    this.#restore();
    this.input.off('data', this.#data);
    this.input.pause();
  }

  suspend(): void {
    process.kill(process.pid, 'SIGSTOP');
  }

  /** Nothing is heard from it any more. */
  release(): void {
    process.off('exit', this.#restore);
    process.off('uncaughtExceptionMonitor', this.#restore);
    process.off('SIGCONT', this.#continued);
    process.off('SIGTSTP', this.#stopAsked);
    process.off('SIGINT', this.#interrupted);
    this.output.off('resize', this.#resized);
    if (this.#ownsDescriptor) closeSync(this.#descriptor);
  }

  readonly #data = (bytes: Buffer | string): void =>
    this.#events?.input(typeof bytes === 'string' ? bytes : this.#decoder.write(bytes));
  readonly #resized = (): void => this.#events?.resized();
  readonly #continued = (): void => this.#events?.resumed();
  readonly #stopAsked = (): void => this.#events?.stopAsked();
  readonly #interrupted = (): void => this.#events?.interrupted();

  readonly #restore = (): void => {
    const words = this.#lastWords;
    if (words === undefined) return;
    this.#lastWords = undefined;
    // What was not taken yet belongs to a screen that goes away, but half of an escape must not swallow what follows: CAN.
    const half = this.#queue.length > 0;
    this.#drop();
    this.#sayNow((half ? '\u0018' : '') + words);
    try {
      this.input.setRawMode(false);
    } catch {
      // The terminal is gone.
    }
  };

  #drain(): void {
    this.#writing = false;
    for (let first = this.#queue[0]; first !== undefined; first = this.#queue[0]) {
      const count = this.#tryWrite(first.bytes);
      if (count === 'gone') return this.#drop();
      if (count < first.bytes.length) {
        first.bytes = first.bytes.subarray(count);
        this.#writing = true;
        setTimeout(() => this.#drain(), retryMs);
        return;
      }
      this.#queue.shift();
      first.taken();
    }
  }

  #drop(): void {
    for (const { taken } of this.#queue.splice(0)) taken();
  }

  #sayNow(text: string): void {
    let bytes: Uint8Array = Buffer.from(text);
    for (const end = Date.now() + lastWordsMs; bytes.length > 0 && Date.now() < end;) {
      const count = this.#tryWrite(bytes);
      if (count === 'gone') return;
      bytes = bytes.subarray(count);
    }
  }

  #tryWrite(bytes: Uint8Array): number | 'gone' {
    try {
      return writeSync(this.#descriptor, bytes);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 0 : 'gone';
    }
  }
}

/** Node writes to terminals synchronously: one that is stopped would stop the session, so it is opened once more without that. */
function openTerminal(): [descriptor: number, owns: boolean] {
  try {
    return [openSync('/dev/tty', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY), true];
  } catch {
    // No controlling terminal, as under some test runners: then the output it is.
    return [1, false];
  }
}

const positive = (number: number | undefined, otherwise: number): number =>
  number === undefined || number <= 0 ? otherwise : number;
