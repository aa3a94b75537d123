// The past of a transaction, over the debug interface of the node.

import { Failure, type OutputStream, type TypeTable } from '@sonde/engine';
import { parseFrameId } from '@sonde/engine/machine';
import type { RemoteTime, RemoteTouch, RemoteWatch } from '@sonde/engine-remote';
import {
  MachineTime,
  type HostVisit,
  type RunClock,
  type Past,
  type PastQuery,
  type RunPoint,
  type Visit,
} from '@sonde/engine-wasm';
import type { DebuggedContract } from './contract.js';
import type { StoredWrite } from './messages.js';
import type { NovaSession } from './nova-session.js';
import { nodeFrame } from './standing.js';
import type { ReadKey } from './storage-watches.js';
import { eventThrown } from './thrown.js';

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
    readonly event?: boolean;
    readonly storage?: StoredWrite;
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
  /** What a write at a moment of the past is to data breakpoints on storage. `read`: what was under a key then. */
  stored(write: StoredWrite, step: number, read: ReadKey): Promise<readonly RemoteTouch[]>;
  /** What is under a key where the transaction stands. */
  readonly read: ReadKey;
}

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.slice(2), 'hex'));

export function transactionTime(parts: TransactionTimeParts): RemoteTime {
  const { contract, types, clock } = parts;
  return new MachineTime({
    types,
    clock,
    unit: 'gas',
    past: query => wholePast(query, asked => lookBack(parts, asked)),
    printed: async () => {
      const { printed } = await parts.session().request<PrintedAnswer>('getPrinted');
      return printed.map(({ position, ...each }) => ({ ...each, position: BigInt(position) }));
    },
    replayed: async () => BigInt((await parts.session().request<{ gas: string }>('getReplayed')).gas),
    told: visits => Promise.all(visits.map((visit, nth) => told(parts, visit, visits.slice(nth + 1)))),
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

/** The first ones in as many answers as they need: the next begins behind the last. */
async function wholePast(query: PastQuery, look: (query: PastQuery) => Promise<Past>): Promise<Past> {
  const first = await look(query);
  if (query.keep === 'last') return first;
  const visits = [...first.visits];
  let page = first.visits;
  while (page.length === mostVisits && visits.length < query.most) {
    page = (await look({ ...query, from: page.at(-1)!.position + 1n, most: query.most - visits.length }))
      .visits;
    visits.push(...page);
  }
  const counts = new Map<number, number>();
  for (const { offset } of visits) counts.set(offset, (counts.get(offset) ?? 0) + 1);
  return { visits, total: visits.length, counts };
}

async function lookBack(
  parts: TransactionTimeParts,
  { until, from, place, most, ...query }: PastQuery,
): Promise<Past> {
  const answer = await parts.session().request<LookAnswer>('lookBack', {
    ...query,
    until: wire(until),
    ...(from === undefined ? {} : { from: String(from) }),
    ...(place === undefined ? {} : { place: asked(place) }),
    most: Math.min(most, mostVisits),
  });
  return {
    visits: answer.visits.map(({ position, entry, touched, event, storage, ...visit }) => ({
      ...visit,
      ...(event === true ? { stop: { kind: 'note' as const, text: 'event' } } : {}),
      ...(storage === undefined ? {} : { stop: { kind: 'watch' as const, id: storage.id, after: storage } }),
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
}

/** Events are told as what was thrown, as where a transaction halts for them. */
async function told(
  parts: TransactionTimeParts,
  { stop, position }: Visit,
  later: readonly Visit[],
): Promise<HostVisit> {
  if (stop?.kind === 'note') return { thrown: eventThrown };
  if (stop?.kind !== 'watch') return {};
  // What was there then is what the next write found.
  const readThen = async (key: string): Promise<string | null> => {
    const next = later.map(writeOf).find(write => write?.key === key);
    return next === undefined ? parts.read(key) : next.before;
  };
  return { touched: await parts.stored(stop.after as StoredWrite, Number(position), readThen) };
}

const writeOf = ({ stop }: Visit): StoredWrite | undefined =>
  stop?.kind === 'watch' ? (stop.after as StoredWrite) : undefined;

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
