// Where the gas of a transaction went: it is run again in this thread, and told at every statement what was used.

import { Failure } from '@sonde/engine';
import { PlainProgram } from '@sonde/engine-wasm';
import type { ContractCall } from '../chain/contract-runner.js';
import { instructionCosts } from '../host/gas.js';
import { runPlainly } from './plain-runner.js';

export interface GasRow {
  /** Of a statement. */
  readonly offset: number;
  readonly count: number;
  /** Of the statement itself, the calls of the host in it, and what it calls that has no statements. */
  readonly gas: bigint;
}

export interface GasProfile {
  /** Before the first statement: placing of arguments, and the entry. */
  readonly before: bigint;
  /** In the order of the offsets. */
  readonly statements: readonly GasRow[];
  /** What a panic took besides, or running out. */
  readonly burned: bigint;
}

export function gasProfile(call: ContractCall): GasProfile {
  const { contract } = call;
  const { statements } = contract.interface;
  if (statements.length === 0)
    throw new Failure(
      'not-supported',
      'user',
      'the contract has no debug information.',
      'Build it without --release.',
    );
  const rows = new Map<number, { count: number; gas: bigint }>();
  let last: { readonly offset: number; readonly used: bigint } | undefined;
  let before = 0n;
  const pay = (used: bigint): void => {
    if (last === undefined) before = used;
    else rows.get(last.offset)!.gas += used - last.used;
  };
  const program = new PlainProgram(contract.module, { costs: instructionCosts, probes: statements });
  const { report } = runPlainly(program, call, (offset, used) => {
    pay(used);
    const row = rows.get(offset) ?? { count: 0, gas: 0n };
    row.count++;
    rows.set(offset, row);
    last = { offset, used };
  });
  const { outcome, gasUsed } = report;
  const isExact = outcome.status === 'success' || outcome.status === 'revert';
  if (isExact) pay(gasUsed);
  return {
    before,
    statements: [...rows]
      .sort(([a], [b]) => a - b)
      .map(([offset, { count, gas }]) => ({ offset, count, gas })),
    burned: isExact ? 0n : gasUsed - (last?.used ?? 0n),
  };
}
