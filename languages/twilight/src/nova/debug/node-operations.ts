// Extensions: the node itself: transactions to be looked up and submitted, contracts, the clock.

import { Type } from '@sinclair/typebox';
import { bytesOfHex, hexOf } from '../hex.js';
import { defaultGasLimit } from '../chain/transaction.js';
import {
  address,
  decimal,
  hexBytes,
  object,
  operation,
  transactionHash,
  whole,
  type Operation,
} from './operation.js';

const common = {
  from: address,
  arguments: Type.Optional(Type.Unknown()),
  value: Type.Optional(decimal),
  gasLimit: Type.Optional(decimal),
  strictDomains: Type.Optional(Type.Boolean()),
  /** It waits until somebody attaches to it. */
  hold: Type.Optional(Type.Boolean()),
};

interface Given {
  readonly from: string;
  readonly arguments?: unknown;
  readonly value?: string;
  readonly gasLimit?: string;
  readonly strictDomains?: boolean;
}

const asked = (given: Given) => ({
  from: given.from.toLowerCase(),
  arguments: given.arguments ?? [],
  value: BigInt(given.value ?? 0),
  gasLimit: given.gasLimit === undefined ? defaultGasLimit : BigInt(given.gasLimit),
  strictDomains: given.strictDomains === true,
});

export const nodeOperations: readonly Operation[] = [
  operation('subscribe', object({}), ({ node, subscription }) => {
    node.subscribers.add(subscription);
    return {};
  }),
  operation(
    'listTransactions',
    object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })) }),
    async ({ node }, { limit = 100 }) => {
      const finished = await node.chain.log.last(limit);
      return {
        transactions: [
          // One that has ended and is not in the log yet is not over.
          ...[...node.targets.values()].map(({ hash, state }) => ({
            hash,
            state: state === 'terminated' ? 'running' : state,
          })),
          ...finished.map(({ hash, to, function: name, outcome }) => ({
            hash,
            state: 'terminated',
            to,
            function: name,
            outcome,
          })),
        ],
      };
    },
  ),
  operation('getTransaction', object({ transaction: transactionHash }), ({ node }, params) =>
    node.entry(params.transaction.toLowerCase()),
  ),
  operation('getContract', object({ address }), ({ node }, params) => {
    const { codeHash, metaHash, code, meta } = node.chain.state.contract(params.address.toLowerCase());
    return {
      codeHash,
      metaHash,
      code: hexOf(code),
      meta: meta === undefined ? null : new TextDecoder().decode(meta),
    };
  }),
  operation(
    'deploy',
    object({ ...common, code: hexBytes, meta: Type.Optional(Type.String()) }),
    ({ node }, params) => {
      const meta = params.meta === undefined ? undefined : new TextEncoder().encode(params.meta);
      const request = { kind: 'deploy', ...asked(params), code: bytesOfHex(params.code)!, meta } as const;
      const { hash, to } = node.submit(request, params.hold);
      return { transaction: hash, contract: to };
    },
  ),
  operation(
    'call',
    object({ ...common, contract: address, function: Type.String({ maxLength: 1_000 }) }),
    ({ node }, params) => {
      const to = params.contract.toLowerCase();
      const request = { kind: 'call', ...asked(params), to, function: params.function } as const;
      return { transaction: node.submit(request, params.hold).hash, contract: to };
    },
  ),
  operation('release', object({ transaction: transactionHash }), ({ node }, params) => {
    node.targets.get(params.transaction)?.release();
    return {};
  }),
  operation(
    'advance',
    object({ blocks: Type.Optional(whole), seconds: Type.Optional(whole) }),
    async ({ node }, { blocks = 0, seconds = 0 }) => {
      await node.chain.advance({ blocks, seconds });
      const { block, timestamp } = node.chain.state.head;
      return { block, timestamp };
    },
  ),
  operation('fund', object({ address, balance: decimal }), async ({ node }, params) => {
    await node.chain.fund({ address: params.address.toLowerCase() }, BigInt(params.balance));
    return {};
  }),
];
