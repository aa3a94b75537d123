// The channels of the program as a scope: capacity, what waits in each, and which fibers wait for it.

import { address, type TypeId } from '@sonde/engine';
import { inMemory, missingView, namedChildren, type Child, type View } from '@sonde/lens';
import { textAt, wordsAt, type RuntimeReads, type RuntimeScope } from '@sonde/language';
import { waits, type Strand } from './strand-list.js';

/** Words of `osp_channel` of runtime/scheduling.h. */
const channel = { id: 0, capacity: 1, count: 3, next: 5, type: 6, words: 7 } as const;

/** More are counted, and not listed. */
const most = 1_000;

/** The name in an `osp_type` of runtime/inspection.h. */
async function typeNameAt(reads: RuntimeReads, at: bigint): Promise<string | undefined> {
  const words = await wordsAt(reads, at, 3);
  return words && textAt(reads, words.at(2), 4_096);
}

interface Found {
  readonly id: bigint;
  readonly capacity: bigint;
  readonly count: bigint;
  readonly typeName: string | undefined;
  /** Where the pointer to it lies. */
  readonly pointer: bigint;
}

/** The oldest first. */
export async function channelScope(
  reads: RuntimeReads,
  first: bigint,
  strands: readonly Strand[],
): Promise<RuntimeScope> {
  const found: Found[] = [];
  const rest: Child[] = [];
  const seen = new Set<bigint>();
  let pointer = first;
  for (;;) {
    const at = (await wordsAt(reads, pointer, 1))?.at(0) ?? 0n;
    if (at === 0n) break;
    const words = seen.has(at) ? undefined : await wordsAt(reads, at, channel.words);
    if (words === undefined || found.length === most) {
      const why = words === undefined ? 'the list of channels cannot be read to its end' : undefined;
      rest.push({
        name: '…',
        view: why === undefined ? { text: `only the newest ${most} are listed` } : missingView(why),
      });
      break;
    }
    seen.add(at);
    found.push({
      id: words.at(channel.id),
      capacity: words.at(channel.capacity),
      count: words.at(channel.count),
      typeName: await typeNameAt(reads, words.at(channel.type)),
      pointer,
    });
    pointer = at + BigInt(channel.next * 8);
  }
  const types = (await reads.typesNamed?.(found.map(({ typeName }) => typeName ?? ''))) ?? [];
  const rows = found.map((each, nth): Child => ({
    name: `channel ${each.id}`,
    view: channelView(each, types[nth], strands),
  }));
  return { name: 'Channels', children: namedChildren([...rest, ...rows.toReversed()]) };
}

function channelView(
  { id, capacity, count, typeName, pointer }: Found,
  type: TypeId | undefined,
  strands: readonly Strand[],
): View {
  if (capacity < 1n || count > capacity)
    return missingView(`no channel: ${count} values in room for ${capacity}`);
  const waiting = (why: number): string =>
    strands
      .filter(({ wait, waitsFor }) => wait === why && waitsFor === id)
      .map(({ name }) => name)
      .toReversed()
      .join(', ');
  const [senders, receivers] = [waiting(waits.sends), waiting(waits.receives)];
  const text = [
    `${count} of ${capacity}`,
    ...(senders === '' ? [] : [`${senders} waits to send`]),
    ...(receivers === '' ? [] : [`${receivers} waits to receive`]),
  ].join('; ');
  const queue: Child =
    type === undefined
      ? {
          name: 'queue',
          view: missingView(`the program does not describe the type ${typeName ?? 'of its values'}`),
        }
      : { name: 'queue', value: inMemory(type, address(pointer)) };
  return {
    text,
    ...(typeName === undefined ? {} : { type: typeName }),
    children: namedChildren([
      { name: 'capacity', view: { text: String(capacity) } },
      queue,
      ...(senders === '' ? [] : [{ name: 'waiting to send', view: { text: senders } }]),
      ...(receivers === '' ? [] : [{ name: 'waiting to receive', view: { text: receivers } }]),
    ]),
  };
}
