// Runs a scenario on a chain: its transactions in their order, each compared with what is expected of it.

import { isDeepStrictEqual } from 'node:util';
import { asFailure } from '@sonde/engine';
import type { Diagnostic } from '@sonde/language';
import { accountAddress, type Address } from '../chain/address.js';
import type { Chain, Submitted } from '../chain/chain.js';
import { withAddresses } from '../chain/given-values.js';
import { defaultGasLimit, type TransactionRequest } from '../chain/transaction.js';
import type { MetaTypes } from '../../toolchain/meta/schema.js';
import type { LogEntry } from '../log/entry.js';
import { outcomeText } from '../log/outcome.js';
import type { PlacedStep, Scenario } from './read-scenario.js';
import type { CallStep, DeployStep, Expectation } from './schema.js';

/** What a contract is deployed from. */
export interface ContractFile {
  readonly code: Uint8Array;
  readonly meta: Uint8Array | undefined;
}

export interface ScenarioHost {
  readonly chain: Chain;
  /** Of the node, where there is one, or of the chain itself. */
  submit(request: TransactionRequest): Submitted;
  /** By a path as it stands in the scenario. Throws a Failure. */
  load(path: string, contract: string | undefined): Promise<ContractFile>;
  /** Each transaction, when it is over. */
  done?(step: PlacedStep, entry: LogEntry): void;
}

/** What was not as expected. */
export async function runScenario(scenario: Scenario, host: ScenarioHost): Promise<readonly Diagnostic[]> {
  const run = new ScenarioRun(scenario, host);
  await run.prepare();
  for (const step of scenario.steps) await run.step(step);
  return run.problems;
}

class ScenarioRun {
  readonly problems: Diagnostic[] = [];
  /** Names of contracts that could not be deployed: what is to be called of them is not told again for each call. */
  readonly #missing = new Set<string>();

  constructor(
    private readonly scenario: Scenario,
    private readonly host: ScenarioHost,
  ) {}

  async prepare(): Promise<void> {
    const { chain } = this.host;
    const { block, accounts } = this.scenario;
    if (block !== undefined) {
      const { number, timestamp, interval } = block;
      await chain.begin({
        ...(number === undefined ? {} : { block: number }),
        ...(timestamp === undefined ? {} : { timestamp }),
        ...(interval === undefined ? {} : { interval }),
      });
    }
    for (const [name, { address, balance = 0 }] of Object.entries(accounts ?? {}))
      await chain.fund({ address: accountAddress(address ?? name), name }, BigInt(balance));
  }

  async step(placed: PlacedStep): Promise<void> {
    const { step, pointer } = placed;
    if (step.kind === 'call' && this.#missing.has(step.call)) return;
    try {
      switch (step.kind) {
        case 'advance': {
          const { blocks = 0, seconds = 0 } = step.advance;
          return await this.host.chain.advance({ blocks, seconds });
        }
        case 'fund':
          return await this.host.chain.fund({ address: this.#account(step.fund) }, BigInt(step.balance));
        case 'deploy':
        case 'call':
          return await this.#transaction(placed, await this.#request(step), step);
      }
    } catch (error) {
      const { message, next } = asFailure(error);
      this.#wrong(pointer, message, next);
      if (step.kind === 'deploy' && step.as !== undefined) this.#missing.add(step.as);
    }
  }

  async #request(
    step: ({ kind: 'deploy' } & DeployStep) | ({ kind: 'call' } & CallStep),
  ): Promise<TransactionRequest> {
    const { from = 'dev', value = 0, gasLimit = this.scenario.gasLimit } = step;
    const common = {
      from: this.#account(from),
      arguments: withAddresses(step.arguments ?? [], name => this.host.chain.addressOfName(name)),
      value: BigInt(value),
      gasLimit: gasLimit === undefined ? defaultGasLimit : BigInt(gasLimit),
      strictDomains: this.scenario.strictDomains === true,
    };
    if (step.kind === 'call')
      return { ...common, kind: 'call', to: this.#account(step.call), function: step.function };
    return { ...common, kind: 'deploy', ...(await this.host.load(step.deploy, step.contract)) };
  }

  async #transaction(
    placed: PlacedStep,
    request: TransactionRequest,
    step: DeployStep | CallStep,
  ): Promise<void> {
    const { chain } = this.host;
    const { to, done } = this.host.submit(request);
    const entry = await done;
    if ('as' in step) {
      if (entry.outcome.status === 'success') this.#missing.delete(step.as);
      else if (step.expect?.status === undefined || step.expect.status === 'success')
        this.#missing.add(step.as);
      await chain.name(step.as, to);
    }
    this.host.done?.(placed, entry);
    await this.#compare(placed.pointer, entry, step.expect ?? {});
  }

  async #compare(pointer: string, entry: LogEntry, wanted: Expectation): Promise<void> {
    const at = `${pointer}/expect`;
    const { status = 'success' } = wanted;
    if (entry.outcome.status !== status) {
      const said = `the transaction ${status === 'success' ? 'was to succeed' : `was to end as ${status}`}`;
      this.#wrong(`${at}/status`, `${said}, and it ended so: ${outcomeText(entry.outcome)}`);
      return;
    }
    const { interface: described } = this.host.chain.state.contractOf(entry.code.hash, entry.code.meta);
    const named = (name: string): Address | undefined => this.host.chain.addressOfName(name);
    const same: Compare = (part, expected, found, order = value => value) => {
      const [one, other] = [withAddresses(expected, named), found].map(value => order(plain(value)));
      if (expected === undefined || isDeepStrictEqual(one, other)) return;
      this.#wrong(`${at}/${part}`, `it was ${JSON.stringify(found)}`);
    };
    same('message', wanted.message, 'message' in entry.outcome ? entry.outcome.message : undefined);
    same('output', wanted.output, entry.output);
    same('printed', wanted.printed, entry.printed);
    if (wanted.gasUsed !== undefined) same('gasUsed', String(wanted.gasUsed), entry.gasUsed);
    if (wanted.events !== undefined)
      same(
        'events',
        wanted.events,
        entry.events.map((event, nth) => shownAs(wanted.events?.[nth], described.event(event) ?? event)),
      );
    if (wanted.storage !== undefined) await this.#compareStorage(at, entry.to, wanted.storage, same);
  }

  async #compareStorage(
    at: string,
    to: Address,
    wanted: Readonly<Record<string, unknown>>,
    same: Compare,
  ): Promise<void> {
    const { state } = this.host.chain;
    const record = state.record(to);
    const contract = record && state.contractOf(record.codeHash, record.metaHash);
    const found = contract?.interface.storage(await state.storageOf(to).all());
    if (found === undefined)
      return this.#wrong(
        `${at}/storage`,
        'the names of the storage are not known',
        'Build with debug information.',
      );
    const types = contract?.description?.debug_info?.variable_info;
    for (const [name, value] of Object.entries(wanted)) {
      if (Object.hasOwn(found, name))
        same(`storage/${name}`, value, found[name], json =>
          withoutOrder(types?.types, types?.storage[name]?.type, json),
        );
      else this.#wrong(`${at}/storage/${name}`, `the contract has no variable ${name}`);
    }
  }

  #account(text: string): Address {
    return (/^0x/.test(text) ? undefined : this.host.chain.addressOfName(text)) ?? accountAddress(text);
  }

  #wrong(pointer: string, message: string, hint?: string): void {
    this.problems.push(this.scenario.problem(pointer, message.replace(/\.$/, ''), hint));
  }
}

/** `order` gives what is alike one order. */
type Compare = (part: string, expected: unknown, found: unknown, order?: (json: unknown) => unknown) => void;

/** Nobody knows the order of entries whose keys are addresses: those of maps may be written in any. */
function withoutOrder(types: MetaTypes | undefined, name: string | undefined, json: unknown): unknown {
  const type = name === undefined ? undefined : types?.[name];
  if (type?.k !== 'map' || !Array.isArray(json)) return json;
  return json
    .map((pair: unknown) => {
      const [key, value, ...more] = Array.isArray(pair) ? (pair as readonly unknown[]) : [pair];
      return [key, withoutOrder(types, type.value, value), ...more];
    })
    .map(pair => [JSON.stringify(pair), pair] as const)
    .sort(([one], [other]) => (one < other ? -1 : Number(one > other)))
    .map(([, pair]) => pair);
}

/** Numbers may be written as numbers; they are compared as the digits that the codec gives. */
function plain(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}

/** Only what was asked for: an event of which only the name is expected may have any values. */
function shownAs(wanted: object | undefined, found: object): object {
  const asked = Object.keys(wanted ?? found);
  return Object.fromEntries(Object.entries(found).filter(([name]) => asked.includes(name)));
}
