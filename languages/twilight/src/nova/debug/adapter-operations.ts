// Extensions for debug adapters: what is called and with which code, and changes of storage.

import { bytesOfHex, hexOf } from '../hex.js';
import { hexBytes, object, operation, sessionId, type Operation } from './operation.js';

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
      await target.standing().ask('host', { about: 'store', given });
      target.edited();
      return {};
    },
  ),
];
