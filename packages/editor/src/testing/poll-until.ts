// Waits for something that tells nobody when it happens. The error says what was waited for, and what was there instead.

export interface PollOptions {
  /** What is waited for, for the error. */
  readonly what: string;
  /** 10 seconds if absent. */
  readonly timeoutMs?: number;
  /** 20 milliseconds if absent. */
  readonly intervalMs?: number;
}

/** Reads until the value is accepted, at once first; errors of `read` count as not there yet. */
export async function pollUntil<Value>(
  read: () => Value | Promise<Value>,
  accept: (value: Value) => boolean,
  { what, timeoutMs = 10_000, intervalMs = 20 }: PollOptions,
): Promise<Value> {
  const deadline = performance.now() + timeoutMs;
  let last = 'nothing';
  for (;;) {
    try {
      const value = await read();
      if (accept(value)) return value;
      last = textOf(value);
    } catch (error) {
      last = `an error: ${error instanceof Error ? error.message : String(error)}`;
    }
    if (performance.now() >= deadline)
      throw new Error(`Waited ${timeoutMs} ms in vain for ${what}; last seen: ${last}`);
    await new Promise(resolve => setTimeout(resolve, intervalMs));
  }
}

const textOf = (value: unknown): string => (value === undefined ? 'undefined' : JSON.stringify(value));
