// Extensions for debug adapters: what is called and with which code, changes of storage, and functions on a copy of the state.

import { Type } from '@sinclair/typebox';
import { bytesOfHex, hexOf } from '../hex.js';
import { RpcError } from './json-rpc.js';
import { decimal, hexBytes, object, operation, sessionId, type Operation } from './operation.js';
import { sandboxGas } from './sandbox.js';

export const adapterOperations: readonly Operation[] = [
  operation('getTarget', object({ sessionId }), ({ node }, params) => {
    const { target } = node.session(params.sessionId);
    const { to, contract, entry, context, gasLimit } = target.standingCall();
    return {
      transaction: target.hash,
      contract: to,
      function: entry.name,
      code: hexOf(contract.code),
      meta: contract.meta === undefined ? null : new TextDecoder().decode(contract.meta),
      context: {
        sender: hexOf(context.sender),
        origin: hexOf(context.origin),
        value: String(context.value),
        block: String(context.block),
        timestamp: String(context.timestamp),
        gasLimit: String(gasLimit),
      },
    };
  }),
  operation('getStop', object({ sessionId }), ({ node }, params) => {
    const session = node.session(params.sessionId);
    session.target.standingCall();
    return { sessionId: session.id, ...session.told(session.target.stop!) };
  }),
  operation(
    'setContractStorage',
    object({ sessionId, key: hexBytes, value: hexBytes }),
    async ({ node }, params) => {
      const { target } = node.session(params.sessionId);
      const given = { key: bytesOfHex(params.key)!, value: bytesOfHex(params.value)! };
      await target.standing().ask('branch', {});
      await target.standing().ask('host', { about: 'store', given });
      target.edited();
      return {};
    },
  ),
  operation(
    'evaluate',
    object({
      sessionId,
      code: hexBytes,
      meta: Type.String({ maxLength: 4_000_000 }),
      function: Type.String({ maxLength: 1_000 }),
      arguments: Type.Optional(Type.Unknown()),
      gasLimit: Type.Optional(decimal),
    }),
    async ({ node }, { sessionId: id, gasLimit, ...given }) => {
      const limit = gasLimit === undefined ? sandboxGas.usual : BigInt(gasLimit);
      if (limit > sandboxGas.most)
        throw new RpcError('tooMuch', `at most ${sandboxGas.most} gas are given to an evaluation.`);
      const { target } = node.session(id);
      const { outcome, gasUsed, output, changes } = await node.sandbox.run(target, {
        ...given,
        arguments: given.arguments ?? [],
        gasLimit: limit,
      });
      return { outcome, gasUsed: String(gasUsed), output, changes };
    },
  ),
];
