// The terminal of this process: raw keys in, text out without ever blocking, and all put back at the end, however that comes.
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import type { ReadStream, WriteStream } from 'node:tty';
import { constants as system } from 'node:os';
import { TerminalGuard } from './terminal-guard.js';
import { leaveWords, type Terminal, type TerminalEvents } from './terminal.js';

/** A terminal that takes nothing is asked again after this. */
const retryMs = 8;
/** How long the words that put a terminal back may take; one that is stopped (Ctrl+S) takes none. */
const lastWordsMs = 300;
/** A stop that was asked for has come by then, or never comes: where no shell could end it, the system ignores it. */
const stopMs = 50;

/**
 * Signals that end a process and that it can hear of. SIGTERM and SIGHUP end the session first, which is its owner's business.
 * Faults (SIGSEGV, SIGTRAP …) cannot be handled here: the instruction would be tried for ever. They are left to the guard.
 */
const deadly = (
  [
    ...['SIGQUIT', 'SIGABRT', 'SIGALRM', 'SIGVTALRM', 'SIGUSR2', 'SIGXCPU', 'SIGXFSZ'],
    ...['SIGIO', 'SIGPWR', 'SIGSTKFLT'],
  ] as NodeJS.Signals[]
).filter(signal => signal in system.signals);

export class NodeTerminal implements Terminal {
  /** A description of its own: what is set on it does not touch others that share the terminal. */
  readonly #descriptor: number;
  readonly #ownsDescriptor: boolean;
  #queue: { bytes: Uint8Array; readonly taken: () => void }[] = [];
  #writing = false;
  #events: TerminalEvents | undefined;
  #decoder = new StringDecoder('utf8');
  #lastWords: string | undefined;
  #guard: TerminalGuard | undefined;
  #unstopped: NodeJS.Timeout | undefined;

  constructor(
    private readonly input: ReadStream,
    private readonly output: WriteStream,
  ) {
    [this.#descriptor, this.#ownsDescriptor] = openTerminal();
    process.on('exit', this.#restore);
    // Before Node prints what went wrong: on the screen that goes away nobody would see it.
    process.on('uncaughtExceptionMonitor', this.#restore);
    for (const signal of deadly) process.on(signal, this.#killed);
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
    this.#guard ??= TerminalGuard.start();
    this.#guard?.watch();
    this.input.setRawMode(true);
    // It may be open already: who was stopped by force comes back without having closed it.
    this.input.off('data', this.#data);
    this.input.on('data', this.#data);
    this.input.resume();
  }

  close(): void {
    this.#restore();
    this.input.off('data', this.#data);
    this.input.pause();
  }

  suspend(): void {
    // As the key does at a terminal: to all of the group, or who waits for us would be left waiting, as npm does.
    process.off('SIGTSTP', this.#stopAsked);
    process.kill(0, 'SIGTSTP');
    this.#unstopped = setTimeout(this.#continued, stopMs);
  }

  /** Nothing is heard from it any more. */
  release(): void {
    process.off('exit', this.#restore);
    process.off('uncaughtExceptionMonitor', this.#restore);
    for (const signal of deadly) process.off(signal, this.#killed);
    clearTimeout(this.#unstopped);
    process.off('SIGCONT', this.#continued);
    process.off('SIGTSTP', this.#stopAsked);
    process.off('SIGINT', this.#interrupted);
    this.output.off('resize', this.#resized);
    if (this.#ownsDescriptor) closeSync(this.#descriptor);
    this.#guard?.end();
  }

  readonly #data = (bytes: Buffer | string): void =>
    this.#events?.input(typeof bytes === 'string' ? bytes : this.#decoder.write(bytes));
  readonly #resized = (): void => this.#events?.resized();
  readonly #continued = (): void => {
    if (this.#unstopped !== undefined) process.on('SIGTSTP', this.#stopAsked);
    clearTimeout(this.#unstopped);
    this.#unstopped = undefined;
    this.#events?.resumed();
  };
  readonly #stopAsked = (): void => this.#events?.stopAsked();
  readonly #interrupted = (): void => this.#events?.interrupted();

  /** It dies of the signal after all, so that its parent hears how it ended. */
  readonly #killed = (signal: NodeJS.Signals): void => {
    this.#restore();
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  };

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
    this.#guard?.rest();
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
