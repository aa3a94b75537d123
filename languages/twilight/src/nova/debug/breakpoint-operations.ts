// Operations of the specification, 2.2 Breakpoint Management, and the stops that are ours: filters and storage keys.

import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { bytesOfHex, knownHex } from '../hex.js';
import type { Contract } from '../chain/contract.js';
import type { ProbeHandler } from '@sonde/engine-wasm';
import { conditionProblem } from './condition-module.js';
import { nodeLimits } from './debug-node.js';
import { frameOf } from './frames.js';
import { RpcError } from './json-rpc.js';
import { instructionStarts } from './module-facts.js';
import { hexBytes, object, operation, sessionId, whole, type Operation } from './operation.js';
import { watchId, type Session } from './session.js';

const offsets = Type.Array(whole, { maxItems: nodeLimits.breakpoints });

interface Placed {
  readonly offset: number;
  readonly verified: boolean;
  readonly message?: string;
}

/** As far as it is known: a transaction whose contract is not deployed yet has no code to look at. */
function placed(contract: Contract | undefined, offset: number, handler: ProbeHandler | undefined): Placed {
  if (contract === undefined)
    return handler === undefined
      ? { offset, verified: true }
      : { offset, verified: false, message: 'a condition needs code that is known.' };
  if (!instructionStarts(contract.module).has(offset))
    return { offset, verified: false, message: `no instruction begins at ${offset}.` };
  const wrong = handler === undefined ? undefined : conditionProblem(contract.module, offset, handler);
  return wrong === undefined ? { offset, verified: true } : { offset, verified: false, message: wrong };
}

/** Values by the offset of a breakpoint. */
const byOffset = <Value extends TSchema>(value: Value) =>
  Type.Optional(Type.Record(Type.String({ pattern: '^[0-9]+$' }), value));

/** Less than nothing where the client has gone back to before what was passed. */
const counter = object({ id: Type.String({ maxLength: 64 }), counted: Type.Integer() });
const log = object({
  id: whole,
  pieces: Type.Array(Type.Union([Type.Literal('value'), Type.Literal('memory'), Type.Literal('text')]), {
    maxItems: 64,
  }),
});

interface GivenHandlers {
  readonly conditions?: Readonly<Record<string, string>>;
  readonly counters?: Readonly<Record<string, Static<typeof counter>>>;
  readonly logs?: Readonly<Record<string, Static<typeof log>>>;
}

const own = <Value>(all: Readonly<Record<string, Value>> | undefined, offset: number): Value | undefined =>
  all !== undefined && Object.hasOwn(all, String(offset)) ? all[String(offset)] : undefined;

/** What decides at an offset; without a condition there is nothing that could count or log. */
function handlerOf({ conditions, counters, logs }: GivenHandlers, offset: number): ProbeHandler | undefined {
  const module = bytesOfHex(own(conditions, offset) ?? '');
  if (module === undefined) return undefined;
  const counts = own(counters, offset);
  const logged = own(logs, offset);
  return {
    module,
    ...(counts === undefined ? {} : { counter: counts }),
    ...(logged === undefined ? {} : { log: logged }),
  };
}

function checkCount({ watchCount }: Session): void {
  if (watchCount >= nodeLimits.watches)
    throw new RpcError('tooMuch', `a session watches at most ${nodeLimits.watches} places.`);
}

export const breakpointOperations: readonly Operation[] = [
  operation(
    'setBreakpoints',
    object({
      sessionId,
      offsets,
      conditions: byOffset(hexBytes),
      counters: byOffset(counter),
      logs: byOffset(log),
    }),
    async ({ node }, params) => {
      const session = node.session(params.sessionId);
      const contract = session.target.call?.contract ?? node.contractOf(session.target.hash);
      const given = new Map(params.offsets.map(offset => [offset, handlerOf(params, offset)]));
      const results = params.offsets.map(offset => placed(contract, offset, given.get(offset)));
      const wanted = results.filter(({ verified }) => verified).map(({ offset }) => offset);
      if (new Set([...session.breakpoints.keys(), ...wanted]).size > nodeLimits.breakpoints)
        throw new RpcError('tooMuch', `a session has at most ${nodeLimits.breakpoints} breakpoints.`);
      for (const offset of wanted) {
        const handler = given.get(offset);
        session.breakpoints.set(offset, handler && session.handler(handler));
      }
      await session.target.configure();
      return { breakpoints: results };
    },
  ),
  operation(
    'clearBreakpoints',
    object({ sessionId, offsets: Type.Optional(offsets) }),
    async ({ node }, params) => {
      const session = node.session(params.sessionId);
      // Without a list all of them.
      for (const offset of params.offsets ?? [...session.breakpoints.keys()])
        session.breakpoints.delete(offset);
      await session.target.configure();
      return {};
    },
  ),
  operation(
    'watchLocal',
    object({ sessionId, frameId: Type.Integer({ minimum: 1 }), index: whole }),
    async ({ node }, params) => {
      const session = node.session(params.sessionId);
      checkCount(session);
      const frame = await frameOf(session.target.standing(), params.frameId);
      return { id: await session.watch({ kind: 'local', frame: frame.index, local: params.index }) };
    },
  ),
  operation(
    'watchMemory',
    object({ sessionId, offset: whole, count: Type.Integer({ minimum: 1, maximum: 512 }) }),
    async ({ node }, params) => {
      const session = node.session(params.sessionId);
      checkCount(session);
      return { id: await session.watch({ kind: 'memory', address: params.offset, size: params.count }) };
    },
  ),
  operation(
    'unwatch',
    object({ sessionId, id: Type.String({ maxLength: 64 }) }),
    async ({ node }, params) => {
      await node.session(params.sessionId).unwatch(params.id);
      return {};
    },
  ),
  operation('takeLogs', object({ sessionId, number: whole }), ({ node }, params) => {
    node.session(params.sessionId).tookLogs(params.number);
    return {};
  }),
  operation(
    'setStops',
    object({
      sessionId,
      revert: Type.Optional(Type.Boolean()),
      panic: Type.Optional(Type.Boolean()),
      outOfGas: Type.Optional(Type.Boolean()),
      assertion: Type.Optional(Type.Boolean()),
      event: Type.Optional(Type.Boolean()),
    }),
    async ({ node }, { sessionId: id, ...filters }) => {
      const session = node.session(id);
      session.filters = { ...session.filters, ...filters };
      await session.target.configure();
      return { ...session.filters };
    },
  ),
  operation(
    'setStorageBreakpoints',
    object({
      sessionId,
      keys: Type.Array(object({ key: hexBytes, prefix: Type.Optional(Type.Boolean()) }), {
        maxItems: nodeLimits.watches,
      }),
    }),
    async ({ node }, params) => {
      const session = node.session(params.sessionId);
      session.watches = params.keys.map(({ key, prefix = false }) => {
        const bytes = bytesOfHex(key) ?? knownHex('0x');
        return { id: watchId(session, bytes, prefix), key: bytes, isPrefix: prefix };
      });
      await session.target.configure();
      return { breakpoints: session.watches.map(({ id }) => ({ id, verified: true })) };
    },
  ),
];
