// Something that others wait for and that happens once.

export class Settling {
  #settle: () => void = () => undefined;
  #isSettled = false;
  readonly settled = new Promise<void>(resolve => (this.#settle = resolve));

  get isSettled(): boolean {
    return this.#isSettled;
  }

  settle(): void {
    this.#isSettled = true;
    this.#settle();
  }
}
