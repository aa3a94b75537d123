// The chain: transactions, one after the other, each committed whole or not at all.

import { createHash } from 'node:crypto';
import { Failure } from '@sonde/engine';
import { hexOf, knownHex } from '../hex.js';
import { transactionHash, type LogEntry } from '../log/entry.js';
import type { Store } from '../store/store.js';
import { addressOfName, contractAddress, isAccountName, type Address } from './address.js';
import { ChainState, contractFrom } from './chain-state.js';
import { entryOf, type Contract } from './contract.js';
import type { ContractResult, ContractRunner } from './contract-runner.js';
import { callOf, initOf, withoutRun, type BlockContext } from './prepared-call.js';
import { nameKey } from './records.js';
import { mostGas, mostValue, type DeployRequest, type TransactionRequest } from './transaction.js';
import { logChanges, stateChanges } from './transaction-changes.js';
import { TransactionLog } from './transaction-log.js';

/** A transaction that was taken; it waits for its turn. */
export interface Submitted {
  readonly hash: string;
  /** The contract; of a deployment, where it will be. */
  readonly to: Address;
  /** Rejects with a Failure when it cannot begin; it is in no log then. */
  readonly done: Promise<LogEntry>;
}

type Content = Pick<
  LogEntry,
  | 'hash'
  | 'sequence'
  | 'kind'
  | 'from'
  | 'to'
  | 'function'
  | 'arguments'
  | 'value'
  | 'gasLimit'
  | 'strictDomains'
>;

export class Chain {
  readonly state: ChainState;
  readonly log: TransactionLog;
  readonly #pending = new Map<string, TransactionRequest>();
  #last: Promise<unknown> = Promise.resolve();
  #sequence: number;

  constructor(
    store: Store,
    private readonly runner: ContractRunner,
  ) {
    this.state = new ChainState(store);
    this.log = new TransactionLog(store);
    this.#sequence = this.state.head.sequence;
  }

  /** Those that were submitted and are not over, in their order. */
  get pending(): ReadonlyMap<string, TransactionRequest> {
    return this.#pending;
  }

  submit(request: TransactionRequest): Submitted {
    checkAmounts(request);
    const deployed = request.kind === 'deploy' ? checkedDeploy(request) : undefined;
    const sequence = ++this.#sequence;
    const to = request.kind === 'deploy' ? contractAddress(request.from, sequence) : request.to;
    const content = {
      sequence,
      kind: request.kind,
      from: request.from,
      to,
      function: request.kind === 'call' ? request.function : null,
      arguments: request.arguments ?? null,
      value: String(request.value),
      gasLimit: String(request.gasLimit),
      strictDomains: request.strictDomains,
    };
    const hash = transactionHash({ ...content, codeHash: deployed?.codeHash ?? null });
    this.#pending.set(hash, request);
    const done = this.#inTurn(() => this.#perform(request, { ...content, hash }, deployed)).finally(() =>
      this.#pending.delete(hash),
    );
    return { hash, to, done };
  }

  /** Waits for what was submitted, then moves the clock without a transaction. */
  advance({ blocks, seconds }: { readonly blocks: number; readonly seconds: number }): Promise<void> {
    return this.#inTurn(async () => {
      const { head } = this.state;
      const moved = { ...head, block: head.block + blocks, timestamp: head.timestamp + seconds };
      if (!Number.isSafeInteger(moved.block) || !Number.isSafeInteger(moved.timestamp))
        throw new Failure('bad-arguments', 'user', 'the clock cannot be moved that far.');
      await this.state.commit([], [], moved);
    });
  }

  /** Of a chain without transactions: where its clock begins. */
  begin(at: Partial<BlockContext & { readonly interval: number }>): Promise<void> {
    return this.#inTurn(async () => {
      const { head } = this.state;
      if (head.sequence > 0)
        throw new Failure('wrong-state', 'user', 'the chain has begun: its clock only moves forward.');
      await this.state.commit([], [], { ...head, ...at });
    });
  }

  /** Sets what an account has, out of nothing: the accounts of a simulation have to begin somehow. */
  fund(
    { address, name }: { readonly address: Address; readonly name?: string },
    balance: bigint,
  ): Promise<void> {
    return this.#inTurn(async () => {
      if (balance < 0n || balance > mostValue)
        throw new Failure('bad-arguments', 'user', `a balance is a number from 0 to ${mostValue}.`);
      const named = name === undefined ? [] : [{ key: nameKey(name), value: knownHex(address) }];
      await this.state.commit([this.state.balanceChange(address, balance)], named, this.state.head);
    });
  }

  /** A name for an account or a contract; the last one wins. */
  name(name: string, address: Address): Promise<void> {
    return this.#inTurn(() =>
      this.state.commit([], [{ key: nameKey(name), value: knownHex(address) }], this.state.head),
    );
  }

  /** An account of this store by its name, or what the name gives. */
  addressOfName(name: string): Address | undefined {
    const stored = this.state.store.get(nameKey(name));
    if (stored !== undefined) return hexOf(stored);
    return isAccountName(name) ? addressOfName(name) : undefined;
  }

  /** When all that was submitted is over. */
  async close(): Promise<void> {
    await this.#last;
    await this.state.store.close();
  }

  /** The next one runs whatever becomes of this one. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #perform(
    request: TransactionRequest,
    content: Content,
    deployed: Contract | undefined,
  ): Promise<LogEntry> {
    const { state } = this;
    const contract = deployed ?? state.contract(content.to);
    this.#checkBalance(request);
    const { head } = state;
    const at = { block: head.block + 1, timestamp: head.timestamp + head.interval };
    const result = await this.#run(request, content, contract, at);
    const logged = loggedAs(content, contract, at, result);
    await state.commit(stateChanges(state, logged, deployed), logChanges(logged, deployed), {
      ...state.head,
      ...at,
      sequence: logged.sequence,
    });
    return logged;
  }

  async #run(
    request: TransactionRequest,
    { hash, to }: Content,
    contract: Contract,
    at: BlockContext,
  ): Promise<ContractResult> {
    const entry = request.kind === 'call' ? entryOf(contract, request.function) : initOf(contract);
    const ended = withoutRun(request, entry);
    if (ended !== undefined || entry === undefined) return ended!;
    const call = callOf(contract, entry, request, at, to);
    return this.runner.run({ ...call, hash, storage: this.state.storageOf(to) });
  }

  #checkBalance({ from, value }: TransactionRequest): void {
    const balance = this.state.balance(from);
    if (balance >= value) return;
    throw new Failure(
      'bad-arguments',
      'user',
      `${from} has ${balance}, and ${value} were to be sent.`,
      'Give it more: nova fund.',
    );
  }
}

const loggedAs = (
  content: Content,
  contract: Contract,
  { block, timestamp }: BlockContext,
  result: ContractResult,
): LogEntry => ({
  version: 1,
  ...content,
  context: { block: String(block), timestamp: String(timestamp) },
  code: { hash: contract.codeHash, meta: contract.metaHash },
  outcome: result.outcome,
  gasUsed: String(result.gasUsed),
  output: result.output,
  events: result.events.map(({ topics, data }) => ({ topics: [...topics], data })),
  printed: [...result.printed],
  found: { ...result.found },
  changes: [...result.changes],
  hostCalls: result.hostCalls,
  ...(result.edited === true ? { edited: true } : {}),
});

function checkAmounts({ value, gasLimit }: TransactionRequest): void {
  if (value < 0n || value > mostValue)
    throw new Failure('bad-arguments', 'user', `a value is a number from 0 to ${mostValue}.`);
  if (gasLimit < 0n || gasLimit > mostGas)
    throw new Failure('bad-arguments', 'user', `a gas limit is a number from 0 to ${mostGas}.`);
}

const checkedDeploy = ({ code, meta }: DeployRequest): Contract =>
  contractFrom(code, meta, sha256(code), meta === undefined ? null : sha256(meta));

const sha256 = (bytes: Uint8Array): string => hexOf(createHash('sha256').update(bytes).digest());
