// The one kind of error here: what happened, what to do next, and the command that does it, for a button.

export interface FailureDetails {
  /** What the reader can do about it, as a sentence. */
  readonly next?: string;
  /** A command line that puts it right: shown, copied or run in a terminal. */
  readonly command?: string;
  readonly cause?: unknown;
}

export class EditorFailure extends Error {
  override readonly name = 'EditorFailure';
  readonly next: string | undefined;
  readonly command: string | undefined;

  constructor(message: string, { next, command, cause }: FailureDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.next = next;
    this.command = command;
  }

  /** Message, next step and command, as people read them. */
  get text(): string {
    const install = this.command === undefined ? [] : [`Run: ${this.command}`];
    return [this.message, ...(this.next === undefined ? [] : [this.next]), ...install].join(' ');
  }
}

/** What any thrown thing says to a person. */
export function failureText(error: unknown): string {
  if (error instanceof EditorFailure) return error.text;
  return error instanceof Error ? error.message : String(error);
}
