// The six streams of a program, as buffers. Texts have one character per byte.

export type OutputName = 'stdout' | 'stderr' | 'stddbg' | 'stddato';

export class Streams {
  readonly #written: Record<OutputName, string[]> = { stdout: [], stderr: [], stddbg: [], stddato: [] };
  #input: string;
  #data: string;

  constructor(input: string, data: string) {
    this.#input = input;
    this.#data = data;
  }

  write(stream: OutputName, text: string): void {
    this.#written[stream].push(text);
  }

  written(stream: OutputName): string {
    return this.#written[stream].join('');
  }

  /** Without its end; undefined when there is none. */
  readLine(): string | undefined {
    if (this.#input === '') return undefined;
    const end = this.#input.indexOf('\n');
    const line = end < 0 ? this.#input : this.#input.slice(0, end);
    this.#input = end < 0 ? '' : this.#input.slice(end + 1);
    return end < 0 ? line : line.replace(/\r$/, '');
  }

  /** Undefined at the end. */
  readBytes(count: number): string | undefined {
    if (this.#data === '') return undefined;
    const taken = this.#data.slice(0, count);
    this.#data = this.#data.slice(count);
    return taken;
  }
}
