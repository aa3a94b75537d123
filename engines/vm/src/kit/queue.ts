// A queue whose ends cost the same however long it is.

export class Queue<Item> {
  readonly #items: Item[] = [];
  /** What lies before it was taken. */
  #start = 0;

  get first(): Item | undefined {
    return this.#items[this.#start];
  }

  get items(): readonly Item[] {
    return this.#items.slice(this.#start);
  }

  /** In the place of what it holds. */
  fill(items: readonly Item[]): void {
    this.#start = 0;
    this.#items.length = 0;
    for (const item of items) this.#items.push(item);
  }

  add(item: Item): void {
    this.#items.push(item);
  }

  take(): Item | undefined {
    const { first } = this;
    if (first === undefined) return undefined;
    this.#start++;
    if (this.#start * 2 > this.#items.length) {
      this.#items.splice(0, this.#start);
      this.#start = 0;
    }
    return first;
  }

  /** Before the first that is to come after it; the queue must be in that order. Cheapest where that is the end. */
  insert(item: Item, comesAfter: (other: Item) => boolean): void {
    let low = this.#start;
    let high = this.#items.length;
    if (high === low || !comesAfter(this.#items[high - 1]!)) return this.add(item);
    while (low < high) {
      const middle = (low + high) >> 1;
      if (comesAfter(this.#items[middle]!)) high = middle;
      else low = middle + 1;
    }
    this.#items.splice(low, 0, item);
  }

  /** Looks through the queue: for what happens rarely. */
  remove(item: Item): void {
    const at = this.#items.indexOf(item, this.#start);
    if (at >= 0) this.#items.splice(at, 1);
  }
}
