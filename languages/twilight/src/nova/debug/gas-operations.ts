// Extensions: gas where a transaction stands, of its frames, and by statements.

import { Type } from '@sinclair/typebox';
import { Failure } from '@sonde/engine';
import { callAgain } from '../chain/replay.js';
import { gasProfile, type GasProfile } from '../machine/gas-profile.js';
import { nodeLimits, type DebugNode } from './debug-node.js';
import { RpcError } from './json-rpc.js';
import { object, operation, sessionId, transactionHash, type Operation } from './operation.js';
import type { DebugTarget } from './target.js';

/** To count again takes as long as it took, and the node does nothing else meanwhile. */
const mostCounted = 200_000_000n;

const profileAnswer = ({ before, statements, burned }: GasProfile): object => ({
  before: String(before),
  statements: statements.map(row => ({ ...row, gas: String(row.gas) })),
  burned: String(burned),
});

async function finished(node: DebugNode, transaction: string): Promise<object> {
  const call = callAgain(node.chain.state, await node.entry(transaction.toLowerCase()));
  if ('outcome' in call) throw new Failure('wrong-state', 'user', 'no code ran in this transaction.');
  return profileAnswer(gasProfile(call));
}

/** Of one that stands: so far, with what frames used without what they called. */
async function standing(target: DebugTarget): Promise<object> {
  const used = target.stop?.gasUsed ?? 0n;
  if (used > mostCounted)
    throw new RpcError('tooMuch', `more gas was used than is counted again, which is ${mostCounted}.`);
  const profile = gasProfile(target.standingCall(), used);
  const frames = await framesOf(target);
  return {
    ...profileAnswer(profile),
    frames: frames.map(({ frameId, gas, entry }) => ({
      frameId,
      gas,
      own: entry === undefined ? null : String(profile.own.get(entry) ?? 0n),
    })),
    ...(target.isEdited ? { edited: true } : {}),
  };
}

async function framesOf(
  target: DebugTarget,
): Promise<
  readonly { readonly frameId: number; readonly gas: string | null; readonly entry: bigint | undefined }[]
> {
  const run = target.standing();
  const used = target.stop?.gasUsed ?? 0n;
  const { frames } = await run.ask('frames', { start: 0, count: nodeLimits.frames });
  const entries = await run.ask('entries', {});
  return frames.map(({ serial }, nth) => {
    const entry = entries[nth] ?? undefined;
    return { frameId: serial, gas: entry === undefined ? null : String(used - entry), entry };
  });
}

export const gasOperations: readonly Operation[] = [
  operation('getGas', object({ sessionId }), ({ node }, params) => {
    const { target } = node.session(params.sessionId);
    target.standing();
    const used = target.stop?.gasUsed ?? 0n;
    const limit = target.standingCall().gasLimit;
    return { used: String(used), left: String(limit > used ? limit - used : 0n), limit: String(limit) };
  }),
  operation('getFrameGas', object({ sessionId }), async ({ node }, params) => ({
    frames: (await framesOf(node.session(params.sessionId).target)).map(({ frameId, gas }) => ({
      frameId,
      gas,
    })),
  })),
  operation(
    'getGasProfile',
    object({ transaction: Type.Optional(transactionHash), sessionId: Type.Optional(sessionId) }),
    ({ node }, { transaction, sessionId: id }) => {
      if ((transaction === undefined) === (id === undefined))
        throw new RpcError('invalidParams', 'name a transaction that is over, or a session.');
      return id === undefined ? finished(node, transaction!) : standing(node.session(id).target);
    },
  ),
];
