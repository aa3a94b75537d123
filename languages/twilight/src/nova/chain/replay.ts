// Runs a logged transaction again, on what it found then, and tells whether it comes out the same.

import { isDeepStrictEqual } from 'node:util';
import type { LogEntry } from '../log/entry.js';
import type { ChainState } from './chain-state.js';
import { entryOf } from './contract.js';
import type { ContractCall, ContractResult, ContractRunner } from './contract-runner.js';
import { callOf, initOf, withoutRun } from './prepared-call.js';
import { onlyFound } from './storage-history.js';

/** Something that came out otherwise than the log says. */
export interface Difference {
  readonly what: string;
  readonly logged: unknown;
  readonly replayed: unknown;
}

export interface Replayed {
  readonly result: ContractResult;
  readonly differences: readonly Difference[];
}

/** The call of an entry, on the storage that it found; or what came of one that did not run. */
export function callAgain(state: ChainState, entry: LogEntry): ContractCall | ContractResult {
  const contract = state.contractOf(entry.code.hash, entry.code.meta);
  const point = entry.kind === 'deploy' ? initOf(contract) : entryOf(contract, entry.function ?? '');
  const request = {
    from: entry.from,
    value: BigInt(entry.value),
    gasLimit: BigInt(entry.gasLimit),
    strictDomains: entry.strictDomains,
    arguments: entry.arguments,
  };
  const ended = withoutRun(request, point);
  if (ended !== undefined || point === undefined) return ended!;
  const at = { block: Number(entry.context.block), timestamp: Number(entry.context.timestamp) };
  return {
    ...callOf(contract, point, request, at, entry.to),
    hash: entry.hash,
    storage: onlyFound(entry),
  };
}

export async function replay(state: ChainState, runner: ContractRunner, entry: LogEntry): Promise<Replayed> {
  const call = callAgain(state, entry);
  const result = 'outcome' in call ? call : await runner.run(call);
  return { result, differences: differencesOf(entry, result) };
}

export function differencesOf(entry: LogEntry, result: ContractResult): readonly Difference[] {
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['outcome', entry.outcome, result.outcome],
    ['gas used', entry.gasUsed, String(result.gasUsed)],
    ['output', entry.output, result.output],
    ['events', entry.events, result.events],
    ['printed', entry.printed, result.printed],
    ['storage read', entry.found, result.found],
    ['storage changes', entry.changes, result.changes],
    ['host calls', entry.hostCalls, result.hostCalls],
  ];
  return pairs
    .filter(([, logged, replayed]) => !isDeepStrictEqual(logged, replayed))
    .map(([what, logged, replayed]) => ({ what, logged, replayed }));
}
