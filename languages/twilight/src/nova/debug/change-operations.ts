// Extensions: changes of what stands.

import { Type } from '@sinclair/typebox';
import { bytesOfHex } from '../hex.js';
import { nodeLimits } from './debug-node.js';
import { frameOf } from './frames.js';
import { RpcError } from './json-rpc.js';
import { globalsOf, localsOf } from './module-facts.js';
import { hexBytes, object, operation, sessionId, whole, type Operation } from './operation.js';

const value = Type.String({ pattern: '^-?[0-9]{1,20}$' });

/** As it crosses to the contract: the bits of a float are given as an integer. */
function crossingOf(type: string, text: string): number | bigint {
  const given = BigInt(text);
  const bits = type === 'i32' || type === 'f32' ? 32 : type === 'i64' || type === 'f64' ? 64 : 0;
  if (bits === 0) throw new RpcError('refused', `a ${type} cannot be changed.`);
  if (BigInt.asIntN(bits, given) !== given && BigInt.asUintN(bits, given) !== given)
    throw new RpcError('invalidParams', `${text} does not fit into ${bits} bits.`);
  return bits === 32 ? Number(BigInt.asIntN(32, given)) : BigInt.asIntN(64, given);
}

export const changeOperations: readonly Operation[] = [
  operation(
    'setLocal',
    object({ sessionId, frameId: Type.Integer({ minimum: 1 }), index: whole, value }),
    async ({ node }, params) => {
      const { target } = node.session(params.sessionId);
      const run = target.standing();
      const frame = await frameOf(run, params.frameId);
      const local = localsOf(target.standingCall().contract.module, frame.function)[params.index];
      if (local === undefined) throw new RpcError('notFound', `the frame has no local ${params.index}.`);
      const values = [crossingOf(local.type, params.value)];
      await run.ask('writeLocal', { frame: frame.index, local: params.index, value: values });
      target.edited();
      return {};
    },
  ),
  operation('setGlobal', object({ sessionId, index: whole, value }), async ({ node }, params) => {
    const { target } = node.session(params.sessionId);
    const run = target.standing();
    const global = globalsOf(target.standingCall().contract.module)[params.index];
    if (global?.mutable !== true)
      throw new RpcError('refused', `there is no global ${params.index} that can be changed.`);
    await run.ask('writeGlobal', { index: params.index, value: crossingOf(global.type, params.value) });
    target.edited();
    return {};
  }),
  operation(
    'restartFrame',
    object({ sessionId, frameId: Type.Integer({ minimum: 1 }) }),
    async ({ node }, params) => {
      const { target } = node.session(params.sessionId);
      await target.restartFrame((await frameOf(target.standing(), params.frameId)).index);
      return {};
    },
  ),
  operation(
    'writeWasmMemory',
    object({ sessionId, offset: whole, bytes: hexBytes }),
    async ({ node }, params) => {
      const { target } = node.session(params.sessionId);
      const bytes = bytesOfHex(params.bytes)!;
      if (bytes.length > nodeLimits.memoryBytes)
        throw new RpcError('tooMuch', `at most ${nodeLimits.memoryBytes} bytes are written at once.`);
      const written = await target.standing().ask('writeMemory', { address: params.offset, bytes });
      if (written > 0) target.edited();
      return { written };
    },
  ),
];
