// The armed addresses of a far machine: changed here at once, sent when the machine is about to run.

import type { Expression } from '@sonde/engine';
import type { Armory } from '@sonde/engine/machine';
import type { RemoteMachine } from './remote-machine.js';

/** The condition of the only breakpoint at an address. */
export interface SoleCondition {
  readonly text: string;
  /** Where the far side can decide it itself. */
  readonly filter?: Expression;
}

export class ArmedSet implements Armory {
  readonly #addresses = new Set<number>();
  /** What the far side was told last; undefined when it may have forgotten. */
  #told: string | undefined = '[]';

  constructor(
    private readonly machine: Pick<RemoteMachine, 'arm' | 'beginsInstruction'>,
    /** The condition that alone decides at an address, so that the far side may decide it. */
    private readonly conditionAt: (address: number) => SoleCondition | undefined = () => undefined,
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
    const filters = new Map<number, Expression>();
    for (const address of addresses) {
      const condition = this.conditionAt(address);
      if (condition !== undefined) conditions.set(address, condition.text);
      if (condition?.filter !== undefined) filters.set(address, condition.filter);
    }
    const telling = JSON.stringify([...addresses, ...(conditions.size > 0 ? [[...conditions]] : [])]);
    if (telling === this.#told) return;
    // What changes while the message travels goes with the next one.
    this.#told = telling;
    try {
      await this.machine.arm(addresses, conditions, filters);
    } catch (error) {
      this.#told = undefined;
      throw error;
    }
  }
}
