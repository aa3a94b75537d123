// The past of a transaction, over the debug interface of the node.

import { Failure, type OutputStream, type TypeTable } from '@sonde/engine';
import { parseFrameId } from '@sonde/engine/machine';
import type { RemoteTime, RemoteWatch } from '@sonde/engine-remote';
import { MachineTime, type RunClock, type RunPoint } from '@sonde/engine-wasm';
import type { DebuggedContract } from './contract.js';
import type { NovaSession } from './nova-session.js';
import { nodeFrame } from './standing.js';

/** From this version of the interface on. */
export const timeProtocol = 3;

/** What a node answers a look with at most. */
const mostVisits = 4_096;

interface LookAnswer {
  readonly visits: readonly {
    readonly position: string;
    readonly offset: number;
    readonly entry: string;
    readonly depth?: number;
    readonly touched?: readonly { readonly id: string; readonly before: string; readonly after: string }[];
    readonly writer?: number;
  }[];
  readonly total: number;
  readonly counts: Readonly<Record<string, number>>;
}

interface PrintedAnswer {
  readonly printed: readonly {
    readonly position: string;
    readonly call: number;
    readonly stream: OutputStream;
    readonly text: string;
  }[];
}

export interface TransactionTimeParts {
  readonly contract: DebuggedContract;
  readonly types: TypeTable;
  readonly clock: RunClock;
  session(): NovaSession;
  /** Asks the node to put the transaction there, and answers when it stands. */
  travel(params: object): Promise<void>;
  watch(id: string): RemoteWatch | undefined;
}

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.slice(2), 'hex'));

export function transactionTime(parts: TransactionTimeParts): RemoteTime {
  const { contract, types, clock } = parts;
  return new MachineTime({
    types,
    clock,
    past: async ({ until, from, place, most, ...query }) => {
      const answer = await parts.session().request<LookAnswer>('lookBack', {
        ...query,
        until: wire(until),
        ...(from === undefined ? {} : { from: String(from) }),
        ...(place === undefined ? {} : { place: asked(place) }),
        most: Math.min(most, mostVisits),
      });
      return {
        visits: answer.visits.map(({ position, entry, touched, ...visit }) => ({
          ...visit,
          position: BigInt(position),
          entry: BigInt(entry),
          ...(touched === undefined
            ? {}
            : {
                touched: touched.map(each => ({
                  id: each.id,
                  before: bytes(each.before),
                  after: bytes(each.after),
                })),
              }),
        })),
        total: answer.total,
        counts: new Map(Object.entries(answer.counts).map(([offset, count]) => [Number(offset), count])),
      };
    },
    printed: async () => {
      const { printed } = await parts.session().request<PrintedAnswer>('getPrinted');
      return printed.map(({ position, ...each }) => ({ ...each, position: BigInt(position) }));
    },
    travel: to => parts.travel(wire(to)),
    watched: async (place, size) => {
      if (place.kind === 'memory' && place.address.space === '')
        return { kind: 'memory', address: Number(place.address.offset), size };
      const location = place.kind === 'slot' ? contract.symbols.slots[place.slot]?.location : undefined;
      if (place.kind !== 'slot' || location?.k !== 'local')
        throw new Failure('not-supported', 'user', 'only locals and memory of a contract have a history.');
      return { kind: 'local', frame: nodeFrame(parseFrameId(place.frame).serial), local: location.index };
    },
    watch: id => parts.watch(id),
  });
}

const wire = ({ position, offset }: RunPoint) => ({ position: String(position), offset });

/** A local is named by its frame's id, as everywhere in the interface. */
const asked = (
  place:
    | { readonly kind: 'memory'; readonly address: number; readonly size: number }
    | { readonly kind: 'local'; readonly frame: number; readonly local: number },
): object =>
  place.kind === 'memory'
    ? { offset: place.address, count: place.size }
    : { frameId: place.frame, index: place.local };
