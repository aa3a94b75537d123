// Children that are being offered to clients: a client may take none whose parent is over, as VS Code does.

export class ChildHandovers {
  readonly #open = new Set<Promise<void>>();

  /** `handover` ends when the client has the child, or the child runs by itself. */
  add(handover: Promise<void>): void {
    const entry = handover.finally(() => this.#open.delete(entry));
    this.#open.add(entry);
  }

  /** Requests to clients have a limit of time, and so has this. */
  async over(): Promise<void> {
    await Promise.allSettled(this.#open);
  }
}
