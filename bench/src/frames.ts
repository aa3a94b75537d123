// Messages of a child process, as thin as it gets: what is measured is the debugger and not its client.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';

/** A process that is asked and answers; everything it says goes to whoever listens, in order. */
export class Child {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #waiting: { readonly wants: (said: unknown) => boolean; take(said: unknown): void }[] = [];
  #unwanted: unknown[] = [];
  #rest: Buffer = Buffer.alloc(0);

  /** `cut` takes what it can from the front of the bytes: a message and how many bytes it was, or undefined. */
  constructor(
    command: string,
    args: readonly string[],
    private readonly cut: (bytes: Buffer) => { readonly said: unknown; readonly size: number } | undefined,
  ) {
    this.#process = spawn(command, args, { stdio: 'pipe' });
    this.#process.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#process.stderr.resume();
    this.#process.stdin.on('error', () => undefined);
  }

  write(text: string): void {
    this.#process.stdin.write(text);
  }

  /** The first thing said that is wanted, be it already said. */
  wait<T>(wants: (said: unknown) => said is T): Promise<T> {
    const at = this.#unwanted.findIndex(wants);
    if (at >= 0) return Promise.resolve(this.#unwanted.splice(at, 1)[0] as T);
    return new Promise(resolve => this.#waiting.push({ wants, take: said => resolve(said as T) }));
  }

  /** Nobody asks for what was said before. */
  forget(): void {
    this.#unwanted = [];
  }

  async end(): Promise<void> {
    const ended = new Promise(resolve => this.#process.once('exit', resolve));
    this.#process.stdin.end();
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), 5_000);
    if (this.#process.exitCode === null && this.#process.signalCode === null) await ended;
    clearTimeout(timer);
  }

  #take(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    for (let next = this.cut(this.#rest); next !== undefined; next = this.cut(this.#rest)) {
      this.#rest = this.#rest.subarray(next.size);
      this.#hear(next.said);
    }
  }

  #hear(said: unknown): void {
    const at = this.#waiting.findIndex(({ wants }) => wants(said));
    if (at < 0) this.#unwanted.push(said);
    else this.#waiting.splice(at, 1)[0]!.take(said);
  }
}
