// Operations of the specification, 2.2 Breakpoint Management, and the stops that are ours: filters and storage keys.

import { Type } from '@sinclair/typebox';
import { bytesOfHex, knownHex } from '../hex.js';
import { nodeLimits } from './debug-node.js';
import { RpcError } from './json-rpc.js';
import { instructionStarts } from './module-facts.js';
import { hexBytes, object, operation, sessionId, whole, type Operation } from './operation.js';
import { watchId, type Session } from './session.js';

const offsets = Type.Array(whole, { maxItems: nodeLimits.breakpoints });

/** Whether an instruction begins there, as far as that is known: a transaction that waits has no code yet. */
function placed(
  { target, node }: { readonly target: Session['target']; readonly node: CodeOf },
  offset: number,
) {
  const starts = node(target.hash);
  if (starts === undefined || starts.has(offset)) return { offset, verified: true };
  return { offset, verified: false, message: `no instruction begins at ${offset}.` };
}

type CodeOf = (hash: string) => ReadonlySet<number> | undefined;

export const breakpointOperations: readonly Operation[] = [
  operation('setBreakpoints', object({ sessionId, offsets }), async ({ node }, params) => {
    const session = node.session(params.sessionId);
    const starts: CodeOf = hash => {
      const contract = session.target.call?.contract ?? node.contractOf(hash);
      return contract === undefined ? undefined : instructionStarts(contract.module);
    };
    const results = params.offsets.map(offset => placed({ target: session.target, node: starts }, offset));
    const wanted = results.filter(({ verified }) => verified).map(({ offset }) => offset);
    if (new Set([...session.breakpoints, ...wanted]).size > nodeLimits.breakpoints)
      throw new RpcError('tooMuch', `a session has at most ${nodeLimits.breakpoints} breakpoints.`);
    for (const offset of wanted) session.breakpoints.add(offset);
    await session.target.configure();
    return { breakpoints: results };
  }),
  operation(
    'clearBreakpoints',
    object({ sessionId, offsets: Type.Optional(offsets) }),
    async ({ node }, params) => {
      const session = node.session(params.sessionId);
      // Without a list all of them.
      for (const offset of params.offsets ?? [...session.breakpoints]) session.breakpoints.delete(offset);
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
