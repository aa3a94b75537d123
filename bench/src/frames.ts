// Messages of a child process, as thin as it gets: what is measured is the debugger and not its client.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { performance } from 'node:perf_hooks';

/** How messages follow one another. */
export interface Framing {
  /** How many bytes the first message takes, which may be more than have come; undefined when they do not tell yet. */
  size(bytes: Buffer): number | undefined;
  /** What a whole message says. */
  said(message: Buffer): unknown;
}

/** A process that is asked and answers; everything it says goes to whoever listens, in order. */
export class Child {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #waiting: { readonly wants: (said: unknown) => boolean; take(said: unknown): void }[] = [];
  #unwanted: unknown[] = [];
  #parts: Buffer[] = [];
  #available = 0;
  #wanted: number | undefined;
  #arrived = 0;

  constructor(
    command: string,
    args: readonly string[],
    private readonly framing: Framing,
  ) {
    this.#process = spawn(command, args, { stdio: 'pipe' });
    this.#process.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#process.stderr.resume();
    this.#process.stdin.on('error', () => undefined);
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  write(text: string): void {
    this.#process.stdin.write(text);
  }

  /** When the last byte of what was said last was here: before it was understood, which is the client's own work. */
  get arrived(): number {
    return this.#arrived;
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
    this.#arrived = performance.now();
    this.#parts.push(chunk);
    this.#available += chunk.length;
    for (let message = this.#next(); message !== undefined; message = this.#next())
      this.#hear(this.framing.said(message));
  }

  /** Joined only once all of it is there, so that a long one is not copied again for every piece of it. */
  #next(): Buffer | undefined {
    if (this.#available < (this.#wanted ?? 1)) return undefined;
    const joined = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts, this.#available);
    this.#parts = [joined];
    this.#wanted ??= this.framing.size(joined);
    if (this.#wanted === undefined || this.#available < this.#wanted) return undefined;
    const message = joined.subarray(0, this.#wanted);
    this.#parts = [joined.subarray(this.#wanted)];
    this.#available -= this.#wanted;
    this.#wanted = undefined;
    return message;
  }

  #hear(said: unknown): void {
    const at = this.#waiting.findIndex(({ wants }) => wants(said));
    if (at < 0) this.#unwanted.push(said);
    else this.#waiting.splice(at, 1)[0]!.take(said);
  }
}
