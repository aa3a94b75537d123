// What the screen needs of a terminal: its size, keys, and a way out for text that never blocks.

export interface Terminal {
  readonly columns: number;
  readonly rows: number;
  /** Resolves when the terminal has taken all of it; a slow one takes its time, and nobody waits meanwhile. */
  send(text: string): Promise<void>;
  /** Keys one by one, no echo; what comes is given to the listener. */
  open(events: TerminalEvents): void;
  /** As it was before `open`, by `leaveWords`: at once, whatever is still on its way. Also said when the process ends otherwise. */
  close(): void;
  /** Stops this process until its shell goes on with it; the terminal was closed before. */
  suspend(): void;
}

export interface TerminalEvents {
  input(text: string): void;
  resized(): void;
  /** The process goes on after it was stopped: the terminal has to be opened anew. */
  resumed(): void;
  /** Somebody wants it to stop: the terminal is to be closed before. */
  stopAsked(): void;
  interrupted(): void;
}

const escape = '\u001b';

/** Alternate screen, no cursor, mouse with clicks and wheel as SGR, bracketed paste, no wrap; asks for synchronized output. */
export const enterWords = `${escape}[?1049h${escape}[?25l${escape}[?1000h${escape}[?1006h${escape}[?2004h${escape}[?7l${escape}[?2026$p`;

export const leaveWords = `${escape}[?2026l${escape}[m${escape}[?7h${escape}[?2004l${escape}[?1006l${escape}[?1000l${escape}[?25h${escape}[?1049l`;

/** Longer ones are dropped by many terminals, some of them with a part of it on the screen. */
const longestClip = 50_000;

/** Puts a text into the clipboard of the person at the terminal, over ssh too: OSC 52 of xterm. Undefined for one that is too long. */
export function clipboardWords(text: string): string | undefined {
  const clip = Buffer.from(text).toString('base64');
  return clip.length > longestClip ? undefined : `${escape}]52;c;${clip}\u0007`;
}

/** Around a frame, where the terminal says that it shows such a frame at once. */
export const beginFrame = `${escape}[?2026h`;
export const endFrame = `${escape}[?2026l`;
