// Runs a function on a copy of the state where a transaction stands: nothing of it comes back but what the function gave.

import type { Failure } from '@sonde/engine';
import { PlainProgram } from '@sonde/engine-wasm';
import { checkContract } from '../chain/contract-code.js';
import { described } from '../chain/contract-meta.js';
import { entryOf, type Contract } from '../chain/contract.js';
import type { ContractResult } from '../chain/contract-runner.js';
import { hexOf, knownHex } from '../hex.js';
import { instructionCosts } from '../host/gas.js';
import { resultOf, runPlainly } from '../machine/plain-runner.js';
import type { DebugTarget } from './target.js';

/** Code that need not be the contract's own: what a debugger compiled for an expression. */
export interface SandboxedCall {
  readonly code: string;
  readonly meta: string;
  readonly function: string;
  readonly arguments: unknown;
  readonly gasLimit: bigint;
}

/** All instructions cost gas, so that this also limits the time. */
export const sandboxGas = { usual: 10_000_000n, most: 50_000_000n } as const;

interface Loaded {
  readonly contract: Contract;
  readonly program: PlainProgram;
}

/** Expressions are evaluated again at every stop. */
const mostKept = 64;

export class Sandbox {
  readonly #loaded = new Map<string, Loaded>();

  /** Throws a Failure for code that is no contract, and for a transaction that does not stand. */
  async run(target: DebugTarget, given: SandboxedCall): Promise<ContractResult> {
    const { contract, program } = this.#load(given);
    const { hash, to, context, storage, gasLimit } = target.standingCall();
    const written = (await target.standing().ask('host', { about: 'written', given: '0x' })) as ReadonlyMap<
      string,
      Uint8Array
    >;
    // Domains are declared for functions of the contract, and not for what a debugger asks.
    const { domains: _, ...free } = context;
    // What is asked has gas of its own; what it says of the gas is about the transaction.
    const gasLeft = gasLimit - (target.stop?.gasUsed ?? 0n);
    // A result that was made of a value that is not known would be wrong.
    let missing: Failure | undefined;
    const call = {
      hash,
      to,
      contract,
      entry: entryOf(contract, given.function),
      arguments: given.arguments,
      context: { ...free, gasLeft },
      gasLimit: given.gasLimit,
      storage: {
        read: (key: Uint8Array) => {
          const found = written.get(hexOf(key)) ?? storage.read(key);
          if (found === undefined) missing ??= storage.missing?.(key);
          return found;
        },
        all: () => storage.all(),
      },
    };
    const { report, offset, address } = runPlainly(program, call);
    if (missing !== undefined) throw missing;
    return resultOf(call, report, offset, address);
  }

  #load({ code, meta }: SandboxedCall): Loaded {
    const key = `${code} ${meta}`;
    const loaded = this.#loaded.get(key) ?? load(knownHex(code), new TextEncoder().encode(meta));
    this.#loaded.delete(key);
    this.#loaded.set(key, loaded);
    const [oldest] = this.#loaded.keys();
    if (this.#loaded.size > mostKept && oldest !== undefined) this.#loaded.delete(oldest);
    return loaded;
  }
}

function load(code: Uint8Array, meta: Uint8Array): Loaded {
  const module = checkContract(code);
  const { interface: known, meta: description } = described(module, code, meta);
  const contract = { codeHash: '', metaHash: null, code, meta, module, interface: known, description };
  return { contract, program: new PlainProgram(module, { costs: instructionCosts }) };
}
