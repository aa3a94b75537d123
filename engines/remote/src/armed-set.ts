// The armed addresses of a far machine: changed here at once, sent when the machine is about to run.

import type { Armory } from '@sonde/engine/machine';
import type { RemoteMachine } from './remote-machine.js';

export class ArmedSet implements Armory {
  readonly #addresses = new Set<number>();
  #dirty = false;

  constructor(private readonly machine: Pick<RemoteMachine, 'arm' | 'beginsInstruction'>) {}

  arm(address: number): void {
    this.#addresses.add(address);
    this.#dirty = true;
  }

  disarm(address: number): void {
    this.#addresses.delete(address);
    this.#dirty = true;
  }

  beginsInstruction(address: number): boolean {
    return this.machine.beginsInstruction?.(address) ?? true;
  }

  /** The far side may have forgotten them. */
  doubt(): void {
    this.#dirty = true;
  }

  async flush(): Promise<void> {
    if (!this.#dirty) return;
    // What changes while the message travels goes with the next one.
    this.#dirty = false;
    try {
      await this.machine.arm([...this.#addresses].sort((a, b) => a - b));
    } catch (error) {
      this.#dirty = true;
      throw error;
    }
  }
}
