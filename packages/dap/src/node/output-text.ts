// Text that a process writes, piece by piece; one can wait for something in it without polling.

const keptCharacters = 1024 * 1024;

interface Waiter {
  readonly check: () => void;
  readonly ended: () => void;
}

export class OutputText {
  readonly #waiters = new Set<Waiter>();
  #text = '';
  #ended = false;

  get text(): string {
    return this.#text;
  }

  /** The last lines, for error messages. */
  tail(lines = 15): string {
    return this.#text.trimEnd().split('\n').slice(-lines).join('\n');
  }

  append(text: string): void {
    // A program that floods must not take its reader down with it.
    this.#text = (this.#text + text).slice(-keptCharacters);
    for (const waiter of [...this.#waiters]) waiter.check();
  }

  end(): void {
    this.#ended = true;
    for (const waiter of [...this.#waiters]) waiter.ended();
  }

  /** Resolves when nothing more will come, or when it has taken too long to find out. */
  whenEnded(timeoutMs: number): Promise<void> {
    return new Promise(resolve => {
      const settle = (): void => {
        this.#waiters.delete(waiter);
        clearTimeout(timer);
        resolve();
      };
      const waiter: Waiter = { check: () => undefined, ended: settle };
      const timer = setTimeout(settle, timeoutMs);
      this.#waiters.add(waiter);
      if (this.#ended) settle();
    });
  }

  /** Resolves to the match; rejects when the output ends without it or after the time-out. */
  waitFor(pattern: RegExp, timeoutMs: number): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const settle = (action: () => void): void => {
        this.#waiters.delete(waiter);
        clearTimeout(timer);
        action();
      };
      const fail = (why: string): void =>
        settle(() => reject(new Error(`${why} without ${String(pattern)}; it ends with:\n${this.tail()}`)));
      const waiter: Waiter = {
        check: () => {
          const match = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')).exec(this.#text);
          if (match !== null) settle(() => resolve(match));
          else if (this.#ended) fail('the output ended');
        },
        ended: () => fail('the output ended'),
      };
      const timer = setTimeout(() => fail(`${timeoutMs} ms went by`), timeoutMs);
      this.#waiters.add(waiter);
      waiter.check();
    });
  }
}
