// Operations of the specification, 2.2 Breakpoint Management, and the stops that are ours: filters and storage keys.

import { Type } from '@sinclair/typebox';
import { bytesOfHex, knownHex } from '../hex.js';
import type { Contract } from '../chain/contract.js';
import { conditionProblem } from './condition-module.js';
import { nodeLimits } from './debug-node.js';
import { RpcError } from './json-rpc.js';
import { instructionStarts } from './module-facts.js';
import { hexBytes, object, operation, sessionId, whole, type Operation } from './operation.js';
import { watchId } from './session.js';

const offsets = Type.Array(whole, { maxItems: nodeLimits.breakpoints });

interface Placed {
  readonly offset: number;
  readonly verified: boolean;
  readonly message?: string;
}

/** As far as it is known: a transaction whose contract is not deployed yet has no code to look at. */
function placed(contract: Contract | undefined, offset: number, condition: Uint8Array | undefined): Placed {
  if (contract === undefined)
    return condition === undefined
      ? { offset, verified: true }
      : { offset, verified: false, message: 'a condition needs code that is known.' };
  if (!instructionStarts(contract.module).has(offset))
    return { offset, verified: false, message: `no instruction begins at ${offset}.` };
  const wrong = condition === undefined ? undefined : conditionProblem(contract.module, offset, condition);
  return wrong === undefined ? { offset, verified: true } : { offset, verified: false, message: wrong };
}

export const breakpointOperations: readonly Operation[] = [
  operation(
    'setBreakpoints',
    object({
      sessionId,
      offsets,
      conditions: Type.Optional(Type.Record(Type.String({ pattern: '^[0-9]+$' }), hexBytes)),
    }),
    async ({ node }, params) => {
      const session = node.session(params.sessionId);
      const contract = session.target.call?.contract ?? node.contractOf(session.target.hash);
      const given = params.conditions ?? {};
      const conditionOf = (offset: number): Uint8Array | undefined =>
        Object.hasOwn(given, String(offset)) ? bytesOfHex(given[String(offset)]!) : undefined;
      const results = params.offsets.map(offset => placed(contract, offset, conditionOf(offset)));
      const wanted = results.filter(({ verified }) => verified).map(({ offset }) => offset);
      if (new Set([...session.breakpoints.keys(), ...wanted]).size > nodeLimits.breakpoints)
        throw new RpcError('tooMuch', `a session has at most ${nodeLimits.breakpoints} breakpoints.`);
      for (const offset of wanted) session.breakpoints.set(offset, conditionOf(offset));
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
