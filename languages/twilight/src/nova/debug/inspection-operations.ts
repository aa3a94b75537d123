// Operations of the specification, 2.2 State Inspection: the stack, scopes, variables, memory and storage at a pause.

import { Type } from '@sinclair/typebox';
import type { CrossingValue } from '@sonde/engine-wasm';
import { bytesOfHex, hexOf } from '../hex.js';
import { nodeLimits } from './debug-node.js';
import { frameOf } from './frames.js';
import { RpcError } from './json-rpc.js';
import { functionName, globalsOf, localsOf } from './module-facts.js';
import { address, hexBytes, object, operation, sessionId, whole, type Operation } from './operation.js';
import type { Session } from './session.js';
import { entriesAt, valueAt } from './storage-view.js';
import { variablesIn } from './variables.js';

const frameId = Type.Integer({ minimum: 1 });

const textOf = (value: CrossingValue): string | null => (value === null ? null : String(value));

async function frameState(session: Session, id: number): Promise<object> {
  const run = session.target.standing();
  const { module } = session.target.call!.contract;
  const frame = await frameOf(run, id);
  const values = await run.ask('locals', { frame: frame.index });
  const globals = globalsOf(module);
  const globalValues = await run.ask('globals', { indices: globals.map(({ index }) => index) });
  return {
    functionIndex: frame.function,
    offset: frame.offset,
    locals: localsOf(module, frame.function).map((local, nth) => ({
      ...local,
      value: textOf(values[nth] ?? null),
    })),
    globals: globals.map((global, nth) => ({ ...global, value: textOf(globalValues[nth] ?? null) })),
  };
}

export const inspectionOperations: readonly Operation[] = [
  operation(
    'getStackTrace',
    object({ sessionId, start: Type.Optional(whole), count: Type.Optional(whole) }),
    async ({ node }, params) => {
      const { target } = node.session(params.sessionId);
      const { module } = target.standingCall().contract;
      const count = Math.min(params.count ?? nodeLimits.frames, nodeLimits.frames);
      const { frames, total } = await target.standing().ask('frames', { start: params.start ?? 0, count });
      return {
        total,
        frames: frames.map(({ serial, function: index, offset }) => ({
          frameId: serial,
          functionIndex: index,
          functionName: functionName(module, index),
          offset,
        })),
      };
    },
  ),
  operation('getScopes', object({ sessionId, frameId }), async ({ node }, params) => {
    const session = node.session(params.sessionId);
    await frameOf(session.target.standing(), params.frameId);
    const scope = (name: string, kind: 'locals' | 'storage' | 'globals', expensive: boolean): object => ({
      name,
      scopeReference: session.refer({ kind: 'scope', frameId: params.frameId, scope: kind }),
      expensive,
    });
    return {
      scopes: [
        scope('Locals', 'locals', false),
        scope('Storage', 'storage', true),
        scope('Globals', 'globals', false),
      ],
    };
  }),
  operation(
    'getVariables',
    object({ sessionId, scopeReference: Type.Integer({ minimum: 1 }) }),
    async ({ node }, params) => {
      const session = node.session(params.sessionId);
      const reference = session.referred(params.scopeReference);
      if (reference === undefined)
        throw new RpcError('notFound', 'this reference belongs to an earlier stop, or to none.');
      return { variables: await variablesIn(session, reference) };
    },
  ),
  operation('getFrameState', object({ sessionId, frameId }), ({ node }, params) =>
    frameState(node.session(params.sessionId), params.frameId),
  ),
  operation(
    'readWasmMemory',
    object({
      sessionId,
      offset: whole,
      count: Type.Integer({ minimum: 0, maximum: nodeLimits.memoryBytes }),
    }),
    async ({ node }, params) => {
      const run = node.session(params.sessionId).target.standing();
      const range = { address: params.offset, length: params.count };
      const [bytes] = await run.ask('readMemory', { ranges: [range] });
      return {
        offset: params.offset,
        bytes: hexOf(bytes ?? new Uint8Array()),
        size: await run.ask('memorySize', {}),
      };
    },
  ),
  operation(
    'getContractStorage',
    object({ sessionId, key: hexBytes, contract: Type.Optional(address) }),
    async ({ node }, params) => {
      const { target } = node.session(params.sessionId);
      refuseOthers(target.standingCall().to, params.contract);
      const value = await valueAt(target, bytesOfHex(params.key)!);
      return { key: params.key, value: value === undefined ? null : hexOf(value) };
    },
  ),
  operation(
    'listContractStorage',
    object({
      sessionId,
      prefix: Type.Optional(hexBytes),
      after: Type.Optional(hexBytes),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: nodeLimits.storageEntries })),
      contract: Type.Optional(address),
    }),
    async ({ node }, { sessionId: id, prefix, after, limit, contract }) => {
      const { target } = node.session(id);
      refuseOthers(target.standingCall().to, contract);
      return entriesAt(target, prefix ?? '0x', after, limit ?? nodeLimits.storageEntries);
    },
  ),
  operation('getStorageChanges', object({ sessionId }), async ({ node }, params) => ({
    changes: await node
      .session(params.sessionId)
      .target.standing()
      .ask('host', { about: 'changes', given: null }),
  })),
  operation('getEvents', object({ sessionId }), ({ node }, params) => ({
    events: node.session(params.sessionId).target.events,
  })),
];

/** A session looks at the contract that it is attached to, and at no other. */
function refuseOthers(own: string, asked: string | undefined): void {
  if (asked !== undefined && asked.toLowerCase() !== own)
    throw new RpcError('refused', `this session is attached to ${own}; the storage of others is not shown.`);
}
