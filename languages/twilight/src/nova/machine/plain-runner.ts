// Runs contracts in this thread, as fast as V8 does, without a debugger.

import { PlainProgram, type PlainRun } from '@sonde/engine-wasm';
import type { Contract } from '../chain/contract.js';
import type { ContractCall, ContractResult, ContractRunner } from '../chain/contract-runner.js';
import { instructionCosts } from '../host/gas.js';
import { ContractHost, type HostReport } from './contract-host.js';
import { entering } from './entry-calls.js';

export class PlainRunner implements ContractRunner {
  readonly #programs = new WeakMap<Contract, PlainProgram>();

  async run(call: ContractCall): Promise<ContractResult> {
    const { report, offset, address } = runPlainly(this.#program(call.contract), call);
    return resultOf(call, report, offset, address);
  }

  #program(contract: Contract): PlainProgram {
    const known = this.#programs.get(contract);
    if (known !== undefined) return known;
    const made = new PlainProgram(contract.module, { costs: instructionCosts });
    this.#programs.set(contract, made);
    return made;
  }
}

interface PlainlyRun {
  readonly report: HostReport;
  /** Of the instruction that failed. */
  readonly offset: number | undefined;
  readonly address: number;
}

/** `statement` hears of each that begins, with what was used before. */
export function runPlainly(
  program: PlainProgram,
  call: ContractCall,
  statement?: PlainRun['statement'],
): PlainlyRun {
  const { context, gasLimit, storage } = call;
  const { calls, memory, address } = entering(call);
  let host: ContractHost | undefined;
  const { offset } = program.run({
    host: given => {
      host = new ContractHost(given, { context, storage: key => storage.read(key) });
      return host.host;
    },
    calls,
    memory,
    limit: gasLimit,
    ...(statement === undefined ? {} : { statement }),
  });
  return { report: host!.report!, offset, address };
}

/** `offset`: of the instruction that failed; `address`: see `Entering`. */
export function resultOf(
  { contract, entry, arguments: given }: ContractCall,
  report: HostReport,
  offset: number | undefined,
  address: number,
): ContractResult {
  const { results, memory, outcome, ...rest } = report;
  const isGood = outcome.status === 'success';
  return {
    ...rest,
    outcome: isGood || offset === undefined ? outcome : { ...outcome, offset },
    output: isGood ? contract.interface.output(entry, results, memory, given, address) : null,
  };
}
