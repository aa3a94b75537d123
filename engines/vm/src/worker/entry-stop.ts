// The stop at the entry: a machine may have code to run first, and the entry is not forgotten over breakpoints in it.

import type { StopReason } from '@sonde/engine';
import type { ArmedAddresses } from '@sonde/engine/machine';
import type { Machine } from '../machine.js';

export class EntryStop {
  /** Where it is still to come. */
  #address: number | undefined;

  constructor(
    private readonly machine: Machine,
    private readonly addresses: ArmedAddresses,
  ) {}

  /** Whether the program stands there already; else it is met on the way. */
  isHere(): boolean {
    this.#address = this.machine.entry;
    if (this.#address === undefined) return true;
    this.addresses.want(this.#address);
    return false;
  }

  expects(address: number): boolean {
    return address === this.#address;
  }

  /** The reason to stop at an address, once. */
  take(address: number | undefined): readonly StopReason[] {
    if (address === undefined || address !== this.#address) return [];
    this.addresses.release(address);
    this.#address = undefined;
    return [{ kind: 'entry' }];
  }
}
