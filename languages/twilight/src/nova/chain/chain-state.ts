// The state of the chain as records of a store: accounts, contracts and their code, read and prepared to be changed.

import { Failure } from '@sonde/engine';
import { fromLittleEndian, hexOf, littleEndian } from '../hex.js';
import type { Store, StoreChange } from '../store/store.js';
import type { Address } from './address.js';
import { checkContract } from './contract-code.js';
import { readRecord, type Contract, type ContractRecord } from './contract.js';
import { described } from './contract-meta.js';
import type { StorageBefore } from './contract-runner.js';
import { digestWith, genesis, headBytes, readHead, type Head, type StateChange } from './head.js';
import { accountKey, codeKey, contractKey, headKey, metaKey, storageKey, storagePrefix } from './records.js';

export class ChainState {
  /** By hashes of code and `.meta`: neither changes. */
  readonly #contracts = new Map<string, Contract>();
  #head: Head;

  constructor(readonly store: Store) {
    const stored = store.get(headKey);
    this.#head = stored === undefined ? genesis : readHead(stored, store.place);
  }

  get head(): Head {
    return this.#head;
  }

  balance(address: Address): bigint {
    const stored = this.store.get(accountKey(address));
    return stored === undefined ? 0n : fromLittleEndian(stored);
  }

  record(address: Address): ContractRecord | undefined {
    const stored = this.store.get(contractKey(address));
    return stored === undefined ? undefined : readRecord(stored, this.store.place);
  }

  /** Throws a Failure where there is none. */
  contract(address: Address): Contract {
    const record = this.record(address);
    if (record === undefined)
      throw new Failure(
        'not-found',
        'user',
        `there is no contract at ${address}.`,
        'nova contracts lists those that were deployed.',
      );
    return this.contractOf(record.codeHash, record.metaHash);
  }

  contractOf(codeHash: string, metaHash: string | null): Contract {
    const name = `${codeHash} ${metaHash}`;
    const known = this.#contracts.get(name);
    if (known !== undefined) return known;
    const code = this.#stored(codeKey(codeHash), 'the code');
    const meta = metaHash === null ? undefined : this.#stored(metaKey(metaHash), 'the .meta');
    const made = contractFrom(code, meta, codeHash, metaHash);
    this.#contracts.set(name, made);
    return made;
  }

  storageOf(address: Address): StorageBefore {
    const prefix = storagePrefix(address);
    return {
      read: key => this.store.get(storageKey(address, key)),
      all: async () => {
        const entries = await this.store.entries({ prefix });
        return new Map(entries.map(({ key, value }) => [hexOf(key.subarray(prefix.length)), value]));
      },
    };
  }

  balanceChange(address: Address, after: bigint): StateChange {
    const key = accountKey(address);
    return {
      key,
      before: this.store.get(key),
      after: after === 0n ? undefined : littleEndian(after, 16),
    };
  }

  /** One batch: changes of the state, what else is to be written, and the head behind it. */
  async commit(
    changes: readonly StateChange[],
    others: readonly StoreChange[],
    head: Omit<Head, 'digest'>,
  ): Promise<void> {
    const next: Head = { ...head, digest: digestWith(this.#head.digest, changes) };
    await this.store.write([
      ...changes.map(({ key, after }) => (after === undefined ? { key } : { key, value: after })),
      ...others,
      { key: headKey, value: headBytes(next) },
    ]);
    this.#head = next;
  }

  #stored(key: Uint8Array, what: string): Uint8Array {
    const stored = this.store.get(key);
    if (stored !== undefined) return stored;
    throw new Failure(
      'unreadable',
      'environment',
      `${what} of a contract is missing in ${this.store.place}.`,
      'Put a copy of the store back.',
    );
  }
}

/** Throws a Failure for code that is no contract, and for `.meta` that is not its own. */
export function contractFrom(
  code: Uint8Array,
  meta: Uint8Array | undefined,
  codeHash: string,
  metaHash: string | null,
): Contract {
  const module = checkContract(code);
  const { interface: callable, meta: description } = described(module, code, meta);
  return { codeHash, metaHash, code, meta, module, interface: callable, description };
}
