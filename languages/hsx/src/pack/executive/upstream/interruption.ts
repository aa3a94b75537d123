// A pause that somebody asked for, and waits that it cuts short.

export class Interruption {
  #raised = false;
  #wake: (() => void) | undefined;

  get raised(): boolean {
    return this.#raised;
  }

  raise(): void {
    this.#raised = true;
    this.wake();
  }

  /** Ends a wait without asking for a pause. */
  wake(): void {
    this.#wake?.();
  }

  clear(): void {
    this.#raised = false;
  }

  /** Answers when the time is over, or sooner. */
  async after(ms: number): Promise<void> {
    if (this.#raised) return;
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
  }
}
