// Arms code addresses for everyone who wants them: several breakpoints and a step may want the same one.

/** Where addresses are armed. */
export interface Armory {
  arm(address: number): void;
  disarm(address: number): void;
  /** Absent counts as true everywhere. */
  beginsInstruction?(address: number): boolean;
}

export class ArmedAddresses {
  readonly #wanted = new Map<number, number>();

  constructor(private readonly machine: Armory) {}

  /** How many want it. */
  count(address: number): number {
    return this.#wanted.get(address) ?? 0;
  }

  has(address: number): boolean {
    return this.#wanted.has(address);
  }

  beginsInstruction(address: number): boolean {
    return this.machine.beginsInstruction?.(address) ?? true;
  }

  want(address: number): void {
    const count = this.#wanted.get(address) ?? 0;
    this.#wanted.set(address, count + 1);
    if (count === 0) this.machine.arm(address);
  }

  release(address: number): void {
    const count = this.#wanted.get(address) ?? 0;
    if (count > 1) {
      this.#wanted.set(address, count - 1);
    } else if (count === 1) {
      this.#wanted.delete(address);
      this.machine.disarm(address);
    }
  }
}
