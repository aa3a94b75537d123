// Counts bytes on their way out and wakes whoever waits for the count to reach zero.
export class DrainGate {
  #bytes = 0;
  #open = false;
  #waiting: (() => void)[] = [];

  get bufferedBytes(): number {
    return this.#bytes;
  }

  add(bytes: number): void {
    if (!this.#open) this.#bytes += bytes;
  }

  remove(bytes: number): void {
    if (this.#open) return;
    this.#bytes -= bytes;
    if (this.#bytes === 0) this.#wake();
  }

  /** The transport is gone: nothing is buffered, and nobody waits any more. */
  openForGood(): void {
    this.#open = true;
    this.#bytes = 0;
    this.#wake();
  }

  whenDrained(): Promise<void> {
    if (this.#bytes === 0) return Promise.resolve();
    return new Promise(resolve => this.#waiting.push(resolve));
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
