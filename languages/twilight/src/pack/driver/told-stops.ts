// What was told of moments that one may come back to: where the transaction failed, and where it wrote to storage.

import type { StoppedParams } from './messages.js';

/** Stops at what ended the transaction, or would have. */
const failures = new Set(['revert', 'panic', 'outOfGas', 'assertion']);

export class ToldStops {
  /** Steps behind writes that were told: the contract stands in the compiler's own code there. */
  readonly #writes = new Set<number>();
  #failure: { readonly branch: number; readonly step: number; readonly reason: string } | undefined;

  /** Another transaction begins. */
  begin(): void {
    this.#writes.clear();
    this.#failure = undefined;
  }

  wrote(step: number): void {
    this.#writes.add(step);
  }

  isWrite(step: number): boolean {
    return this.#writes.has(step);
  }

  /** Where the transaction failed, it has failed whenever one comes back. */
  withFailure(stop: StoppedParams, branch: number, step: number): StoppedParams {
    const { reason } = stop;
    if (failures.has(reason)) this.#failure = { branch, step, reason };
    const failed = this.#failure;
    return failed?.branch === branch && failed.step === step ? { ...stop, reason: failed.reason } : stop;
  }
}
