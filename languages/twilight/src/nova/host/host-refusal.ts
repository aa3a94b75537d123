// What a host function answers instead of a result.

import { hostErrors } from '../../toolchain/host/host-functions.js';

export type HostError = (typeof hostErrors)[keyof typeof hostErrors];

export const hostErrorName = (code: number): string =>
  Object.entries(hostErrors).find(([, each]) => each === code)?.[0] ?? `error ${code}`;

/** Thrown inside a host function, which then answers with the code. */
export class HostRefusal extends Error {
  readonly code: HostError;

  constructor(name: keyof typeof hostErrors) {
    super(name);
    this.code = hostErrors[name];
  }
}
