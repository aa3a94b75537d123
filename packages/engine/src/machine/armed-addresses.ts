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

  /** While suspended nothing is armed in the machine, whoever wants it. */
  get suspended(): boolean {
    return this.#suspended;
  }

  set suspended(suspended: boolean) {
    if (suspended === this.#suspended) return;
    this.#suspended = suspended;
    for (const address of this.#wanted.keys())
      if (suspended) this.machine.disarm(address);
      else this.machine.arm(address);
  }
  #suspended = false;

  beginsInstruction(address: number): boolean {
    return this.machine.beginsInstruction?.(address) ?? true;
  }

  want(address: number): void {
    const count = this.#wanted.get(address) ?? 0;
    this.#wanted.set(address, count + 1);
    if (count === 0 && !this.#suspended) this.machine.arm(address);
  }

  release(address: number): void {
    const count = this.#wanted.get(address) ?? 0;
    if (count > 1) {
      this.#wanted.set(address, count - 1);
    } else if (count === 1) {
      this.#wanted.delete(address);
      if (!this.#suspended) this.machine.disarm(address);
    }
  }
}
