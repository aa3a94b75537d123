// What the engine and its proxy in the user's terminal say to each other: one JSON value per line.

export type ToTerminal =
  | { readonly out: 'stdout' | 'stderr'; readonly text: string }
  /** What is not text, in base64. */
  | { readonly out: 'stdout' | 'stderr'; readonly bytes: string }
  | { readonly exit: number };

export type FromTerminal =
  | { readonly token: string }
  | { readonly input: string }
  | { readonly inputEnded: true }
  | { readonly interrupt: true }
  /** One piece of output was written. */
  | { readonly took: true };

/** Collects text and hands over whole lines. */
export class LineSplitter {
  #rest = '';

  constructor(private readonly longest = Infinity) {}

  /** Throws a RangeError when a line gets longer than allowed. */
  add(text: string): readonly string[] {
    const parts = (this.#rest + text).split('\n');
    this.#rest = parts.pop() ?? '';
    if (this.#rest.length > this.longest) throw new RangeError('the line is too long');
    return parts;
  }
}
