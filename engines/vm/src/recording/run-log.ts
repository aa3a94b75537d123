// A list of answers in which neighbours are mostly the same, kept as runs: a million times `true` takes two numbers.

export class RunLog<Value> {
  readonly #values: Value[] = [];
  /** Behind the last entry of each run. */
  readonly #ends: number[] = [];

  static of<Value>(runs: readonly (readonly [Value, number])[]): RunLog<Value> {
    const log = new RunLog<Value>();
    for (const [value, count] of runs) log.add(value, count);
    return log;
  }

  get length(): number {
    return this.#ends.at(-1) ?? 0;
  }

  /** How many values are kept for them. */
  get runs(): number {
    return this.#values.length;
  }

  add(value: Value, count = 1): void {
    if (count <= 0) return;
    const last = this.#values.length - 1;
    const { length } = this;
    if (last >= 0 && Object.is(this.#values[last], value)) {
      this.#ends[last] = length + count;
      return;
    }
    this.#values.push(value);
    this.#ends.push(length + count);
  }

  /** The run that an entry is in. */
  runOf(index: number): number {
    let low = 0;
    let high = this.#ends.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ends[middle]! <= index) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  valueOf(run: number): Value {
    return this.#values[run] as Value;
  }

  endOf(run: number): number {
    return this.#ends[run] ?? 0;
  }

  /** A log of its own with the first so many entries. */
  cutAt(length: number): RunLog<Value> {
    const cut = new RunLog<Value>();
    for (const [value, count] of this.entries()) {
      if (cut.length >= length) break;
      cut.add(value, Math.min(count, length - cut.length));
    }
    return cut;
  }

  /** Values with how often they come one after the other. */
  *entries(): Iterable<readonly [Value, number]> {
    let start = 0;
    for (const [run, value] of this.#values.entries()) {
      const end = this.#ends[run]!;
      yield [value, end - start];
      start = end;
    }
  }
}

/** Goes along a log: takes what is in it, and adds to it at its end. */
export class LogCursor<Value> {
  #at = 0;
  #run = 0;

  constructor(public log: RunLog<Value>) {}

  get at(): number {
    return this.#at;
  }

  set at(at: number) {
    this.#at = at;
    this.#run = this.log.runOf(at);
  }

  /** Whether the next answer is in the log. */
  get replays(): boolean {
    return this.#at < this.log.length;
  }

  take(): Value {
    while (this.#at >= this.log.endOf(this.#run)) this.#run++;
    this.#at++;
    return this.log.valueOf(this.#run);
  }

  /** At the end of the log only. */
  record(value: Value): Value {
    this.log.add(value);
    this.#at++;
    this.#run = this.log.runs - 1;
    return value;
  }
}
