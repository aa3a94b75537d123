// The armed addresses of a far machine: changed here at once, sent when the machine is about to run.

import type { Armory } from '@sonde/engine/machine';
import type { RemoteMachine, SoleBreakpoint } from './remote-machine.js';

/** What is known of the only breakpoint at an address. */
export interface SoleAt {
  readonly condition?: string;
  readonly logMessage?: string;
  /** Where the far side may judge it by itself. */
  readonly sole?: SoleBreakpoint;
}

export class ArmedSet implements Armory {
  readonly #addresses = new Set<number>();
  /** What the far side was told last; undefined when it may have forgotten. */
  #told: string | undefined = '[]';

  constructor(
    private readonly machine: Pick<RemoteMachine, 'arm' | 'beginsInstruction'>,
    /** The breakpoint that alone decides at an address, so that the far side may judge it. */
    private readonly soleAt: (address: number) => SoleAt | undefined = () => undefined,
  ) {}

  arm(address: number): void {
    this.#addresses.add(address);
  }

  disarm(address: number): void {
    this.#addresses.delete(address);
  }

  beginsInstruction(address: number): boolean {
    return this.machine.beginsInstruction?.(address) ?? true;
  }

  /** The far side may have forgotten them. */
  doubt(): void {
    this.#told = undefined;
  }

  async flush(): Promise<void> {
    const addresses = [...this.#addresses].sort((a, b) => a - b);
    const conditions = new Map<number, string>();
    const sole = new Map<number, SoleBreakpoint>();
    const texts: unknown[] = [];
    for (const address of addresses) {
      const found = this.soleAt(address);
      if (found?.condition !== undefined) conditions.set(address, found.condition);
      if (found?.sole !== undefined) sole.set(address, found.sole);
      // The programs follow from the texts.
      if (found !== undefined)
        texts.push([address, found.condition, found.logMessage, found.sole?.id, found.sole?.hits]);
    }
    const telling = JSON.stringify([...addresses, ...texts]);
    if (telling === this.#told) return;
    // What changes while the message travels goes with the next one.
    this.#told = telling;
    try {
      await this.machine.arm(addresses, conditions, sole);
    } catch (error) {
      this.#told = undefined;
      throw error;
    }
  }
}
