// What holds objects from outside of the heap, but for variables on stacks: globals, fibers, channels, handlers, foreign handles.

import { type Reading } from '@sonde/lens';
import type { RuntimeReads } from '@sonde/language';
import type { EntryTable, InspectionFacts } from './facts.js';
import { layouts, sizes } from './layout.js';
import { bytesAt, manyBytes, perform, textsAt } from './memory-reads.js';
import { viewOf } from './type-details.js';

export interface Root {
  readonly kind: 'global' | 'active fiber' | 'suspended fiber' | 'channel' | 'handlers' | 'foreign handle';
  readonly label: string;
  /** The object; of a foreign handle, what C gave. */
  readonly to: bigint;
}

/** What is read at most: more would keep a person waiting. */
const most = { list: 10_000, globals: 4_096 };

/** Of `osp_wait`: a strand of these runs, or could. */
const running: ReadonlySet<number> = new Set([0, 8]);
const channelWaits: ReadonlySet<number> = new Set([2, 3]);

export const readRoots = (
  reads: RuntimeReads,
  entry: EntryTable,
  facts: InspectionFacts,
): Promise<readonly Root[]> => perform(allRoots(entry, facts, reads.littleEndian), reads.reader);

function* allRoots(
  entry: EntryTable,
  facts: InspectionFacts,
  littleEndian: boolean,
): Reading<readonly Root[]> {
  const strands = yield* strandsOf(entry, littleEndian);
  const waited = new Map<bigint, string[]>();
  for (const { name, wait, waitsFor } of strands)
    if (channelWaits.has(wait)) waited.set(waitsFor, [...(waited.get(waitsFor) ?? []), name]);
  const channels = yield* listOf(entry.channels, layouts.channel.next, littleEndian);
  const fibers = yield* listOf(entry.fibers, layouts.fiber.next, littleEndian);
  return [
    ...(yield* globalsOf(entry, facts, littleEndian)),
    // The thread of a fiber holds it until it is done.
    ...fibers.flatMap(({ at, view }): readonly Root[] => {
      const state = view.getInt32(layouts.fiber.state, littleEndian);
      if (state >= layouts.fiber.done) return [];
      const kind = running.has(state) ? 'active fiber' : 'suspended fiber';
      return [{ kind, label: `fiber ${view.getBigInt64(layouts.fiber.id, littleEndian)}`, to: at }];
    }),
    // The runtime's list holds no channel; who waits at one does.
    ...channels.flatMap(({ at, view }): readonly Root[] => {
      const id = view.getBigInt64(layouts.channel.id, littleEndian);
      const waiting = waited.get(id);
      if (waiting === undefined) return [];
      return [{ kind: 'channel', label: `channel ${id}, where ${waiting.join(', ')} waits`, to: at }];
    }),
    ...strands.flatMap(({ name, handlers }): readonly Root[] =>
      handlers === 0n ? [] : [{ kind: 'handlers', label: `handlers of ${name}`, to: handlers }],
    ),
  ];
}

function* globalsOf(
  entry: EntryTable,
  facts: InspectionFacts,
  littleEndian: boolean,
): Reading<readonly Root[]> {
  const program = viewOf(yield* bytesAt(entry.program, sizes.program), sizes.program);
  const count = Math.min(program.getUint32(40, littleEndian), most.globals);
  const table = yield* bytesAt(program.getBigUint64(24, littleEndian), count * sizes.global);
  const view = viewOf(table, count * sizes.global);
  const words = Array.from({ length: count }, (_, nth) =>
    [0, 8, 16].map(offset => view.getBigUint64(nth * sizes.global + offset, littleEndian)),
  ) as [bigint, bigint, bigint][];
  const names = yield* textsAt(words.map(([name]) => name));
  const values = yield* manyBytes(words.map(([, , place]) => [place, 8] as const));
  return words.flatMap(([, type], nth): readonly Root[] => {
    const index = facts.indexAt(type);
    const kind = index === undefined ? undefined : facts.type(index)?.kind;
    const to = viewOf(values[nth]!, 8).getBigUint64(0, littleEndian);
    if (kind === undefined || to === 0n || /^(?:int|float|bool|Unit)$/.test(kind)) return [];
    return [{ kind: kind === 'foreign' ? 'foreign handle' : 'global', label: names[nth] ?? '', to }];
  });
}

interface Listed {
  readonly at: bigint;
  readonly view: DataView;
}

/** A list whose head is behind an address; one that leads back to itself ends where it does. */
function* listOf(head: bigint, next: number, littleEndian: boolean): Reading<readonly Listed[]> {
  const found: Listed[] = [];
  const seen = new Set<bigint>();
  let at = viewOf(yield* bytesAt(head, 8), 8).getBigUint64(0, littleEndian);
  while (at !== 0n && !seen.has(at) && found.length < most.list) {
    seen.add(at);
    const bytes = yield* bytesAt(at, next + 8);
    if (bytes.length < next + 8) break;
    const view = viewOf(bytes, bytes.length);
    found.push({ at, view });
    at = view.getBigUint64(next, littleEndian);
  }
  return found;
}

interface Strand {
  readonly name: string;
  readonly wait: number;
  readonly waitsFor: bigint;
  /** The innermost, which leads to the others. */
  readonly handlers: bigint;
}

function* strandsOf({ strands }: EntryTable, littleEndian: boolean): Reading<readonly Strand[]> {
  const found: Strand[] = [];
  const seen = new Set<bigint>();
  const own = layouts.strand;
  let at = viewOf(yield* bytesAt(strands, 8), 8).getBigUint64(0, littleEndian);
  while (at !== 0n && !seen.has(at) && seen.size < most.list) {
    seen.add(at);
    const view = viewOf(yield* bytesAt(at, sizes.strand), sizes.strand);
    const [name] = yield* textsAt([at + BigInt(own.name)]);
    found.push({
      name: name ?? '?',
      wait: view.getInt32(own.wait, littleEndian),
      waitsFor: view.getBigInt64(own.waitsFor, littleEndian),
      handlers: view.getBigUint64(own.handlers, littleEndian),
    });
    at = view.getBigUint64(own.next, littleEndian);
  }
  return found;
}
