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
  /** Of each call of a function its own part, by what was used when it was entered. */
  readonly own: ReadonlyMap<bigint, bigint>;
}

/** The run has come as far as it was asked for. */
class FarEnough extends Error {}

/** `until`: only what was used up to there. */
export function gasProfile(call: ContractCall, until?: bigint): GasProfile {
  const { contract } = call;
  const { statements } = contract.interface;
  if (statements.length === 0)
    throw new Failure(
      'not-supported',
      'user',
      'the contract has no debug information.',
      'Build it without --release.',
    );
  const counted = new Counted();
  const program = new PlainProgram(contract.module, { costs: instructionCosts, probes: statements });
  try {
    const { report } = runPlainly(program, call, (offset, used, entry) => {
      counted.pay(until === undefined || used < until ? used : until);
      if (until !== undefined && used >= until) throw new FarEnough();
      counted.begin(offset, used, entry);
    });
    if (until !== undefined) counted.pay(until);
    const { outcome, gasUsed } = report;
    const isExact = until !== undefined || outcome.status === 'success' || outcome.status === 'revert';
    if (isExact && until === undefined) counted.pay(gasUsed);
    return counted.profile(isExact ? 0n : gasUsed - counted.used);
  } catch (error) {
    if (!(error instanceof FarEnough)) throw error;
    return counted.profile(0n);
  }
}

/** Each statement pays for what is used until the next begins. */
class Counted {
  readonly #rows = new Map<number, { count: number; gas: bigint }>();
  readonly #own = new Map<bigint, bigint>();
  #before = 0n;
  #last: { readonly offset: number; readonly used: bigint; readonly entry: bigint } | undefined;

  /** When the last statement began. */
  get used(): bigint {
    return this.#last?.used ?? 0n;
  }

  pay(used: bigint): void {
    const last = this.#last;
    if (last === undefined) {
      this.#before = used;
      return;
    }
    const gas = used - last.used;
    this.#rows.get(last.offset)!.gas += gas;
    this.#own.set(last.entry, (this.#own.get(last.entry) ?? 0n) + gas);
  }

  begin(offset: number, used: bigint, entry: bigint): void {
    const row = this.#rows.get(offset) ?? { count: 0, gas: 0n };
    row.count++;
    this.#rows.set(offset, row);
    this.#last = { offset, used, entry };
  }

  profile(burned: bigint): GasProfile {
    return {
      before: this.#before,
      statements: [...this.#rows]
        .sort(([a], [b]) => a - b)
        .map(([offset, { count, gas }]) => ({ offset, count, gas })),
      burned,
      own: this.#own,
    };
  }
}
