// What is told of transactions while they run and when they are over: events, results, gas, and how the launch came out.

import { asFailure } from '@sonde/engine';
import type { RemoteContext } from '@sonde/engine-remote';
import {
  decodeEvent,
  failureText,
  functionNamed,
  gasByLine,
  typesOf,
  valueFromJson,
  ValueProblem,
  valueText,
} from '../../toolchain/toolchain.js';
import type { DebuggedContract } from './contract.js';
import type { GasProfileAnswer, TerminatedParams } from './messages.js';
import type { NodeLink } from './node-link.js';
import type { SentTransaction } from './transaction-queue.js';

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.slice(2), 'hex'));

type EndedBefore = Pick<TerminatedParams, 'gasUsed' | 'output'> & Required<Pick<TerminatedParams, 'outcome'>>;

export class TransactionTeller {
  /** 1 when a transaction did not end as it was to. */
  exitCode = 0;

  constructor(
    private readonly link: NodeLink,
    private readonly contract: DebuggedContract,
    private readonly events: RemoteContext['events'],
    /** Whether it is told where the gas went. */
    private readonly gasSummary: boolean,
  ) {}

  output(text: string): void {
    this.events.output('stdout', text);
  }

  failed(error: unknown): void {
    this.events.output('stderr', `${asFailure(error).text}\n`);
    this.exitCode = 1;
  }

  /** Whether this is why a node has nothing to attach to: nothing ran. How such a transaction failed is told. */
  async neverRan(error: unknown, sent: SentTransaction): Promise<boolean> {
    const { message, next } = asFailure(error);
    if (message.startsWith('no code ran')) {
      const entry = await this.link.request<EndedBefore>('getTransaction', { transaction: sent.hash });
      if (entry.outcome.status !== 'success') await this.ended(entry, sent, undefined);
      return true;
    }
    const why = /^the transaction was discarded: (.*)$/s.exec(message)?.[1];
    if (why === undefined) return false;
    await this.ended({ refused: next === undefined ? why : `${why} ${next}` }, sent, undefined);
    return true;
  }

  emitted(topics: readonly string[], data: string): void {
    const decoded = decodeEvent(this.contract.meta, topics.map(bytesOf), bytesOf(data));
    const text =
      decoded === undefined
        ? `event ${JSON.stringify({ topics, data })}`
        : `event ${decoded.name}(${decoded.parameters
            .map(({ name, value }) => `${name}: ${valueText(value)}`)
            .join(', ')})`;
    this.events.output('console', `${text}\n`);
  }

  /** `sent` is absent for one that was attached to, whose hash is known apart, and `attached` is the function that it calls. */
  async ended(
    { outcome, gasUsed, output, refused, differences }: Omit<TerminatedParams, 'sessionId'>,
    sent: SentTransaction | undefined,
    hash: string | undefined,
    attached?: string | null,
  ): Promise<void> {
    const { events } = this;
    const name = sent?.name ?? 'the transaction';
    if ((outcome?.status ?? 'refused') !== (sent?.expected ?? 'success')) this.exitCode = 1;
    if (outcome?.status === 'success') {
      const called = sent === undefined ? attached : sent.contract === 0 ? sent.function : undefined;
      const result =
        output === null || output === undefined ? '' : ` and gave ${this.#given(output, called)}`;
      events.output('console', `${name} succeeded${result} (${gasUsed ?? '?'} gas)\n`);
    } else {
      const message = outcome?.message ?? refused;
      const why = message === undefined ? '' : `: ${failureText(message)}`;
      const verb =
        { revert: 'reverted', panic: 'panicked', outOfGas: 'ran out of gas' }[outcome?.status ?? ''] ??
        'was discarded';
      events.output('stderr', `${name} ${verb}${why} (${gasUsed ?? '0'} gas)\n`);
    }
    if (differences !== undefined && differences.length > 0)
      events.notice(`Run again, the transaction did not come out the same: ${JSON.stringify(differences)}`);
    if (this.gasSummary && hash !== undefined && refused === undefined) await this.#summary(hash);
  }

  /** What a function gave, in the words of its contract; the node's where the contract is another one. */
  #given(output: unknown, called: string | null | undefined): string {
    const { meta } = this.contract;
    const mangled = typeof called === 'string' ? functionNamed(meta, called) : undefined;
    if (mangled === undefined) return JSON.stringify(output);
    try {
      return valueText(valueFromJson(typesOf(meta), meta.functions[mangled]!.result, output));
    } catch (error) {
      if (error instanceof ValueProblem) return JSON.stringify(output);
      throw error;
    }
  }

  /** As `nova gas` has it; of other contracts than the one under the debugger there are no lines. */
  async #summary(transaction: string): Promise<void> {
    try {
      const profile = await this.link.request<GasProfileAnswer>('getGasProfile', { transaction });
      const rows = profile.statements.map(row => ({ ...row, gas: BigInt(row.gas) }));
      const lines = gasByLine(rows, this.contract.meta).map(
        ({ source, line, text, count, gas }) =>
          `${String(gas).padStart(9)} gas ${String(count).padStart(6)}×  ${source}:${line}  ${text}\n`,
      );
      this.events.output('console', lines.join(''));
    } catch (error) {
      this.events.output('console', `Gas by lines: ${asFailure(error).text}\n`);
    }
  }
}
