// What the host knows of the transaction, the block and the contract.

import type { TypedExpression } from '../checker/typed-expressions.js';
import { needed, pushAddress } from './expressions.js';
import type { Destination, FunctionContext } from './function-context.js';
import { checkAnswer } from './runtime/host-answers.js';

export function emitContext(
  g: FunctionContext,
  { what, at }: Extract<TypedExpression, { kind: 'context' }>,
  to: Destination | undefined,
): void {
  g.row(at);
  switch (what) {
    case 'blockNumber':
      return g.host('getBlockNumber');
    case 'timestamp':
      return g.host('getTimestamp');
    case 'gasLeft':
      return g.host('getGasLeft');
    default: {
      const name = (
        {
          sender: 'getSender',
          value: 'getValue',
          origin: 'getOrigin',
          selfAddress: 'getSelfAddress',
        } as const
      )[what];
      pushAddress(g, needed(to));
      g.host(name);
      checkAnswer(g.module, g.code, name);
    }
  }
}
