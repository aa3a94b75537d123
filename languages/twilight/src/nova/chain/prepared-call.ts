// A transaction as a call of its contract: what the runner is given, and what comes of one that does not run at all.

import { Failure } from '@sonde/engine';
import type { CallContext } from '../host/call-context.js';
import { knownHex } from '../hex.js';
import type { Address } from './address.js';
import type { Contract } from './contract.js';
import type { EntryPoint } from './contract-interface.js';
import type { ContractCall, ContractResult } from './contract-runner.js';
import type { TransactionRequest } from './transaction.js';

export interface BlockContext {
  readonly block: number;
  readonly timestamp: number;
}

/** All of a call but what depends on where it runs. */
export function callOf(
  contract: Contract,
  entry: EntryPoint,
  request: Pick<TransactionRequest, 'from' | 'value' | 'gasLimit' | 'strictDomains' | 'arguments'>,
  at: BlockContext,
  to: Address,
): Omit<ContractCall, 'hash' | 'storage'> {
  const { domains } = contract.interface;
  const sender = knownHex(request.from);
  const context: CallContext = {
    sender,
    origin: sender,
    self: knownHex(to),
    value: request.value,
    block: BigInt(at.block),
    timestamp: BigInt(at.timestamp),
    ...(request.strictDomains && domains !== undefined
      ? { domains: { known: domains, reads: entry.reads, writes: entry.writes } }
      : {}),
  };
  return { to, contract, entry, arguments: request.arguments, context, gasLimit: request.gasLimit };
}

export const initOf = ({ interface: { entries } }: Contract): EntryPoint | undefined =>
  entries.find(entry => entry.isInit);

const nothingRan: ContractResult = {
  outcome: { status: 'success' },
  gasUsed: 0n,
  output: null,
  events: [],
  printed: [],
  found: {},
  changes: [],
  hostCalls: { count: 0, digest: `0x${'0'.repeat(64)}` },
};

/** What comes of a transaction whose code is not entered; undefined where it is. */
export function withoutRun(
  { value, arguments: given }: Pick<TransactionRequest, 'value' | 'arguments'>,
  entry: EntryPoint | undefined,
): ContractResult | undefined {
  if (value > 0n && entry?.payable !== true)
    return {
      ...nothingRan,
      outcome: { status: 'revert', message: `${entry?.name ?? 'init'} is not payable` },
    };
  if (entry !== undefined) return undefined;
  if (Object.keys(given ?? {}).length > 0)
    throw new Failure(
      'bad-arguments',
      'user',
      'the contract has no init, so that nothing can be given to it.',
    );
  return nothingRan;
}
