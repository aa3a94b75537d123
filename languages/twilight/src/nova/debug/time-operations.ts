// Extensions: going back in time. The contract is run again on what the host answered; nothing is done twice.

import { Type } from '@sinclair/typebox';
import { hexOf } from '../hex.js';
import { frameOf } from './frames.js';
import { RpcError } from './json-rpc.js';
import { decimal, object, operation, sessionId, whole, type Operation } from './operation.js';
import { writeOf } from './stop.js';

const point = object({ position: decimal, offset: whole });

/** As many moments as fit into a line. */
const mostVisits = 4_096;

const place = Type.Union([
  object({ frameId: Type.Integer({ minimum: 1 }), index: whole }),
  object({ offset: whole, count: Type.Integer({ minimum: 1, maximum: 512 }) }),
]);

export const timeOperations: readonly Operation[] = [
  operation(
    'lookBack',
    object({
      sessionId,
      until: point,
      inclusive: Type.Optional(Type.Boolean()),
      from: Type.Optional(decimal),
      by: Type.Union([Type.Literal('statement'), Type.Literal('instruction')]),
      offsets: Type.Optional(Type.Array(whole, { maxItems: 100_000 })),
      within: Type.Optional(Type.Union([Type.Literal('frames'), Type.Literal('callers')])),
      touched: Type.Optional(Type.Boolean()),
      stops: Type.Optional(Type.Boolean()),
      place: Type.Optional(place),
      keep: Type.Union([Type.Literal('first'), Type.Literal('last')]),
      most: Type.Integer({ minimum: 1 }),
      depths: Type.Optional(Type.Boolean()),
    }),
    async ({ node }, { sessionId: id, until, from, place: asked, most, ...query }) => {
      const run = node.session(id).target.standing();
      const compared =
        asked === undefined
          ? undefined
          : 'frameId' in asked
            ? { kind: 'local' as const, frame: (await frameOf(run, asked.frameId)).index, local: asked.index }
            : { kind: 'memory' as const, address: asked.offset, size: asked.count };
      const { visits, total, counts } = await run.ask('past', {
        query: {
          ...query,
          until: { position: BigInt(until.position), offset: until.offset },
          ...(from === undefined ? {} : { from: BigInt(from) }),
          ...(compared === undefined ? {} : { place: compared }),
          most: Math.min(most, mostVisits),
        },
      });
      return {
        visits: visits.map(({ position, entry, touched, stop, ...visit }) => ({
          ...visit,
          ...(stop === undefined ? {} : stop.kind === 'watch' ? { storage: writeOf(stop) } : { event: true }),
          position: String(position),
          entry: String(entry),
          ...(touched === undefined
            ? {}
            : {
                touched: touched.map(({ id: watch, before, after }) => ({
                  id: watch,
                  before: hexOf(before),
                  after: hexOf(after),
                })),
              }),
        })),
        total,
        counts: Object.fromEntries(counts),
      };
    },
  ),
  operation('travel', object({ sessionId, position: decimal, offset: whole }), async ({ node }, params) => {
    const { target } = node.session(params.sessionId);
    const position = BigInt(params.position);
    if (position > BigInt(Number.MAX_SAFE_INTEGER))
      throw new RpcError('invalidParams', 'no contract was ever there.');
    await target.move({ kind: 'travel', to: { position, offset: params.offset } });
    return {};
  }),
  operation('getPrinted', object({ sessionId }), async ({ node }, params) => {
    const printed = await node.session(params.sessionId).target.standing().ask('printed', {});
    return { printed: printed.map(({ position, ...each }) => ({ ...each, position: String(position) })) };
  }),
  operation('getReplayed', object({ sessionId }), async ({ node }, params) => ({
    gas: String(await node.session(params.sessionId).target.standing().ask('replayed', {})),
  })),
];
