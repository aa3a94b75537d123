// Standard input as bytes: lines come as text, and programs read as many bytes as they like.

export class InputBytes {
  #left: Uint8Array = new Uint8Array();

  /** `readLine` waits; undefined when there is no more. */
  constructor(private readonly readLine: () => string | undefined) {}

  /** At most so many; none at the end. Waits only where nothing is there and `mayWait` says so. */
  take(most: number, mayWait: boolean): Uint8Array {
    if (this.#left.length === 0 && mayWait && most > 0)
      this.#left = new TextEncoder().encode(this.readLine() ?? '');
    const taken = this.#left.subarray(0, most);
    this.#left = this.#left.subarray(taken.length);
    return taken;
  }
}
