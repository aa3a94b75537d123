// The transactions of a launch, one after the other: what is sent to the node next, and names of what was deployed.

import { Failure } from '@sonde/engine';
import { accountAddress } from '../../nova/chain/address.js';
import { withAddresses } from '../../nova/chain/given-values.js';
import type { LaunchPlan, PlannedStep } from '../plan.js';
import type { NodeLink } from './node-link.js';

export interface SentTransaction {
  readonly hash: string;
  /** As people call it: `deposit`, `init of Vault`. */
  readonly name: string;
  readonly function: string;
  /** How it is to end. */
  readonly expected: string;
  /** Which of the plan's contracts it is about. */
  readonly contract: number;
}

export class TransactionQueue {
  #next = 0;
  readonly #names = new Map<string, { readonly address: string; readonly contract: number }>();

  constructor(
    private readonly plan: LaunchPlan,
    private readonly link: () => NodeLink,
  ) {}

  /** Sends the next one, which waits for somebody to attach; undefined when there is none. */
  async next(): Promise<SentTransaction | undefined> {
    for (;;) {
      const step = this.plan.steps[this.#next++];
      if (step === undefined) return undefined;
      const sent = await this.#send(step);
      if (sent !== undefined) return sent;
    }
  }

  async #send(step: PlannedStep): Promise<SentTransaction | undefined> {
    const link = this.link();
    switch (step.kind) {
      case 'advance':
        await link.request('advance', { blocks: step.blocks, seconds: step.seconds });
        return undefined;
      case 'fund':
        await link.request('fund', { address: this.#account(step.account), balance: step.balance });
        return undefined;
      case 'deploy': {
        const { wasm, meta, name } = this.plan.contracts[step.contract]!;
        const answer = await link.request<{ transaction: string; contract: string }>('deploy', {
          ...this.#sent(step),
          code: `0x${Buffer.from(wasm).toString('hex')}`,
          meta,
        });
        this.#names.set(step.as, { address: answer.contract, contract: step.contract });
        return {
          hash: answer.transaction,
          name: `init of ${name}`,
          function: 'init',
          expected: step.expected,
          contract: step.contract,
        };
      }
      case 'call': {
        const known = this.#names.get(step.to);
        const contract = known?.address ?? this.#account(step.to);
        const { transaction } = await link.request<{ transaction: string }>('call', {
          ...this.#sent(step),
          contract,
          function: step.function,
        });
        return {
          hash: transaction,
          name: step.function,
          function: step.function,
          expected: step.expected,
          contract: known?.contract ?? -1,
        };
      }
    }
  }

  #sent(step: Extract<PlannedStep, { kind: 'deploy' | 'call' }>): object {
    return {
      from: this.#account(step.from),
      arguments: withAddresses(step.arguments, name => this.#named(name)),
      value: step.value,
      ...(step.gasLimit === undefined ? {} : { gasLimit: step.gasLimit }),
      ...(this.plan.strictDomains ? { strictDomains: true } : {}),
      hold: true,
    };
  }

  #account(text: string): string {
    return (/^0x/.test(text) ? undefined : this.#named(text)) ?? accountAddress(text);
  }

  #named(name: string): string | undefined {
    const deployed = this.#names.get(name)?.address;
    if (deployed !== undefined) return deployed;
    const account = this.plan.accounts.find(each => each.name === name)?.address;
    if (account !== undefined) return account;
    try {
      return accountAddress(name);
    } catch (error) {
      if (error instanceof Failure) return undefined;
      throw error;
    }
  }
}
