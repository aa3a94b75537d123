// What runs the code of contracts: in this thread without a debugger, or on a thread of its own under one.

import type { Failure } from '@sonde/engine';
import type { CallContext } from '../host/call-context.js';
import type { EmittedEvent, HostCallRecord } from '../host/host-run.js';
import type { StorageChange } from '../host/storage-overlay.js';
import type { Outcome } from '../log/outcome.js';
import type { Address } from './address.js';
import type { Contract } from './contract.js';
import type { EntryPoint } from './contract-interface.js';

/** The storage of the contract as it was before the call. */
export interface StorageBefore {
  read(key: Uint8Array): Uint8Array | undefined;
  /** All of it, for those who cannot ask in the middle of a run. */
  all(): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Of a past whose log has gaps: why it is not known what was under this key, or under all of them. */
  missing?(key?: Uint8Array): Failure | undefined;
}

export interface ContractCall {
  /** Of the transaction. */
  readonly hash: string;
  readonly to: Address;
  readonly contract: Contract;
  readonly entry: EntryPoint;
  readonly arguments: unknown;
  readonly context: CallContext;
  readonly gasLimit: bigint;
  readonly storage: StorageBefore;
}

export interface ContractResult {
  readonly outcome: Outcome;
  readonly gasUsed: bigint;
  /** As JSON; null without one. */
  readonly output: unknown;
  readonly events: readonly EmittedEvent[];
  readonly printed: readonly string[];
  readonly found: Readonly<Record<string, string | null>>;
  readonly changes: readonly StorageChange[];
  readonly hostCalls: HostCallRecord;
  /** A debugger changed something on the way, so that it cannot be run again with the same end. */
  readonly edited?: boolean;
}

/** Throws a Failure where the call cannot begin, or the machine under it fails; the transaction is in no log then. */
export interface ContractRunner {
  run(call: ContractCall): Promise<ContractResult>;
}
