// What is asked of the chain: to deploy a contract, or to call a function of one.

import type { Address } from './address.js';

interface Asked {
  readonly from: Address;
  /** A list in the order of the parameters, or an object by their names. */
  readonly arguments: unknown;
  readonly value: bigint;
  readonly gasLimit: bigint;
  /** Access to conflict domains that the function does not declare is refused. */
  readonly strictDomains: boolean;
}

export interface DeployRequest extends Asked {
  readonly kind: 'deploy';
  readonly code: Uint8Array;
  readonly meta: Uint8Array | undefined;
}

export interface CallRequest extends Asked {
  readonly kind: 'call';
  readonly to: Address;
  readonly function: string;
}

export type TransactionRequest = DeployRequest | CallRequest;

export const defaultGasLimit = 10_000_000n;

/** What fits into 16 bytes: no account holds more. */
export const mostValue = (1n << 128n) - 1n;
/** Gas is counted in 64 bits, with room to spare. */
export const mostGas = 1n << 53n;
