// A node that can be debugged: its chain, the transactions that wait, run or stand, and who is connected.

import { Failure, asFailure } from '@sonde/engine';
import { Chain, type Submitted } from '../chain/chain.js';
import { callAgain, differencesOf } from '../chain/replay.js';
import type { Contract } from '../chain/contract.js';
import { storageBefore } from '../chain/storage-history.js';
import type { ContractCall, ContractResult } from '../chain/contract-runner.js';
import type { TransactionRequest } from '../chain/transaction.js';
import type { LogEntry } from '../log/entry.js';
import type { Store } from '../store/store.js';
import { RpcError } from './json-rpc.js';
import { Sandbox } from './sandbox.js';
import { Session } from './session.js';
import { DebugTarget } from './target.js';

export const nodeLimits = {
  /** Of one node. */
  sessions: 64,
  breakpoints: 4_096,
  watches: 256,
  /** Of one answer. */
  memoryBytes: 1 << 20,
  storageEntries: 1_000,
  frames: 10_000,
  /** Transactions that were discarded and whose reason is kept, the last ones. */
  refused: 1_000,
} as const;

/** Where one is asked for that is not there. */
const mostNamed = 5;

export interface NodeOptions {
  /** Transactions wait until somebody attaches to them or lets them go. */
  readonly holds?: boolean;
  /** For what the host answers a transaction; one that was answered more cannot be run again. The engine's own limit when absent. */
  readonly mostRecordedBytes?: number;
}

/** What happens to transactions, for clients that subscribed. */
export interface TransactionNews {
  readonly transaction: string;
  readonly state: 'queued' | 'finished' | 'refused';
  readonly to: string;
  readonly function: string | null;
}

export class DebugNode {
  readonly chain: Chain;
  readonly sessions = new Map<string, Session>();
  readonly sandbox = new Sandbox();
  readonly subscribers = new Set<(news: TransactionNews) => void>();
  readonly #targets = new Map<string, DebugTarget>();
  /** Runs of finished transactions, each of one session. */
  readonly #again = new Set<DebugTarget>();
  /** Why transactions were discarded, by their hash: no log has them. */
  readonly #refused = new Map<string, Failure>();
  #lastSession = 0;
  #isClosed = false;

  constructor(
    store: Store,
    private readonly options: NodeOptions = {},
  ) {
    this.chain = new Chain(store, { run: call => this.#perform(call) });
  }

  /** Throws a Failure for what is no transaction. */
  submit(request: TransactionRequest, holds = this.options.holds === true): Submitted {
    if (this.#isClosed) throw nodeEnds();
    const submitted = this.chain.submit(request);
    const { hash, to, done } = submitted;
    const target = new DebugTarget(hash, holds, this.options);
    this.#targets.set(hash, target);
    const about = { transaction: hash, to, function: request.kind === 'call' ? request.function : null };
    this.#tell({ ...about, state: 'queued' });
    done
      .then(
        entry => {
          this.#over(target, endOf(entry));
          this.#tell({ ...about, state: 'finished' });
        },
        (error: unknown) => {
          const why = asFailure(error);
          this.#refuse(hash, why);
          this.#over(target, { refused: why.text });
          this.#tell({ ...about, state: 'refused' });
        },
      )
      .catch(() => undefined);
    return submitted;
  }

  /** Those that wait, run or stand. */
  get targets(): ReadonlyMap<string, DebugTarget> {
    return this.#targets;
  }

  /** Of a finished transaction, by its hash or by as much of it as is unique. Throws why one was discarded. */
  async entry(hash: string): Promise<LogEntry> {
    const refused = [...this.#refused].filter(([each]) => each.startsWith(hash));
    if (refused.length !== 1) return this.#logged(hash);
    const { blame, message, next } = refused[0]![1];
    throw new Failure('wrong-state', blame, `the transaction was discarded: ${message}`, next);
  }

  /** While a node runs, nobody else can list what its store has. */
  async #logged(hash: string): Promise<LogEntry> {
    try {
      return await this.chain.log.entry(hash);
    } catch (error) {
      const { code, blame, message } = asFailure(error);
      if (code !== 'not-found' || !message.startsWith('there is no transaction')) throw error;
      const finished = await this.chain.log.last(mostNamed + 1);
      const known = [...this.#targets.keys(), ...finished.map(each => each.hash)];
      const named = known.slice(0, mostNamed).map(each => each.slice(0, 18));
      const next =
        named.length === 0
          ? 'There is none yet.'
          : `There is ${named.join(', ')}${known.length > mostNamed ? ' and others' : ''}.`;
      throw new Failure(code, blame, message, next, { cause: error });
    }
  }

  /** A transaction that waits, runs or stands, or a finished one, which is run again for this session alone. */
  async attach(
    hash: string,
    stopOnEntry: boolean,
    notify: (method: string, params: object) => void,
  ): Promise<Session> {
    if (this.sessions.size >= nodeLimits.sessions)
      throw new RpcError('tooMuch', `the node has ${nodeLimits.sessions} sessions, which is the most.`);
    const pending = [...this.#targets.values()].filter(target => target.hash.startsWith(hash));
    if (pending.length > 1)
      throw new RpcError('notFound', `${pending.length} transactions begin with ${hash}.`);
    if (pending.length === 1) return this.#attached(pending[0]!, stopOnEntry, notify);
    const entry = await this.entry(hash);
    const { state, log } = this.chain;
    const again = callAgain(state, entry);
    if ('outcome' in again)
      throw new Failure('wrong-state', 'user', 'no code ran in this transaction.', outcomeHint(entry));
    const call = { ...again, storage: await storageBefore(state, log, entry) };
    const target = new DebugTarget(entry.hash, true, this.options);
    this.#again.add(target);
    const session = this.#attached(target, stopOnEntry, notify);
    void this.#runAgain(target, call, entry);
    return session;
  }

  /** The transaction goes on to its end under its own rules; one that was run again is discarded. */
  async detach(session: Session): Promise<void> {
    if (!this.sessions.delete(session.id)) return;
    const { target } = session;
    target.listeners.delete(session);
    session.release();
    await session.unwatchAll();
    if (this.#again.has(target)) await target.end(detached());
    else if (target.listeners.size === 0) await target.abandon();
    else await target.configure();
  }

  /** The contract that a transaction is about, where it is known already. */
  contractOf(hash: string): Contract | undefined {
    const request = this.chain.pending.get(hash);
    if (request?.kind !== 'call') return undefined;
    const record = this.chain.state.record(request.to);
    return record === undefined ? undefined : this.chain.state.contractOf(record.codeHash, record.metaHash);
  }

  session(id: string): Session {
    const found = this.sessions.get(id);
    if (found === undefined)
      throw new RpcError('noSession', `there is no session ${JSON.stringify(id.slice(0, 40))}.`);
    return found;
  }

  /** Ends what runs; transactions that are not over are discarded. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.sessions.clear();
    for (const target of [...this.#targets.values(), ...this.#again]) {
      target.listeners.clear();
      await target.end(nodeEnds());
    }
    await this.chain.close();
  }

  #attached(
    target: DebugTarget,
    stopOnEntry: boolean,
    notify: (method: string, params: object) => void,
  ): Session {
    const session = new Session(`s${++this.#lastSession}`, target, stopOnEntry, notify);
    this.sessions.set(session.id, session);
    target.listeners.add(session);
    // It stands at its entry; without that it waits for `continue`, so that breakpoints can be set before.
    if (stopOnEntry) target.release();
    return session;
  }

  #perform(call: ContractCall): Promise<ContractResult> {
    const target = this.#targets.get(call.hash);
    if (target === undefined || this.#isClosed) throw nodeEnds();
    return target.perform(call);
  }

  async #runAgain(target: DebugTarget, call: ContractCall, entry: LogEntry): Promise<void> {
    try {
      const result = await target.perform(call);
      const differences = result.edited === true ? [] : differencesOf(entry, result);
      this.#over(target, {
        ...outcomeOf(result.outcome, String(result.gasUsed), result.output),
        ...(differences.length === 0 ? {} : { differences }),
      });
    } catch (error) {
      this.#over(target, { refused: asFailure(error).text });
    }
    this.#again.delete(target);
  }

  #refuse(hash: string, why: Failure): void {
    this.#refused.set(hash, why);
    const [oldest] = this.#refused.keys();
    if (this.#refused.size > nodeLimits.refused && oldest !== undefined) this.#refused.delete(oldest);
  }

  #over(target: DebugTarget, how: object): void {
    target.state = 'terminated';
    this.#targets.delete(target.hash);
    for (const session of this.sessions.values()) if (session.target === target) session.terminated(how);
  }

  #tell(news: TransactionNews): void {
    for (const subscriber of this.subscribers) subscriber(news);
  }
}

const outcomeOf = (outcome: LogEntry['outcome'], gasUsed: string, output: unknown): object => ({
  outcome,
  gasUsed,
  output,
  ...(outcome.status === 'revert' ? { revertMessage: outcome.message } : {}),
});

const endOf = ({ outcome, gasUsed, output }: LogEntry): object => outcomeOf(outcome, gasUsed, output);

const outcomeHint = ({ outcome }: LogEntry): string =>
  outcome.status === 'success'
    ? 'It deployed a contract without init.'
    : 'It ended before its code was entered.';

const nodeEnds = (): Failure =>
  new Failure('wrong-state', 'environment', 'the node ends; the transaction was discarded.');

const detached = (): Failure => new Failure('cancelled', 'user', 'the session was detached.');
