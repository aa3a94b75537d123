import { address, stopId, StopReader, TypeTable } from '@sonde/engine';
import type { RuntimeReads } from '@sonde/language';
import { expect, it } from 'vitest';
import { readNursery } from './aria-tables.js';
import { readNitpickHeap } from './nitpick-tables.js';

/** A program whose memory begins with these words. */
function readsOf(words: readonly bigint[]): RuntimeReads {
  const bytes = new Uint8Array(4096);
  const view = new DataView(bytes.buffer);
  words.forEach((word, nth) => view.setBigUint64(nth * 8, word, true));
  const refuse = (): Promise<never> => Promise.reject(new Error('not asked'));
  const reader = new StopReader(
    {
      types: new TypeTable(),
      readMemory: async (_, ranges) =>
        ranges.map(({ address: { offset }, size }) => ({
          bytes: bytes.subarray(Number(offset), Number(offset) + size),
        })),
      readObjects: refuse,
      readPlaces: refuse,
    },
    stopId(1),
  );
  return { reader, pointerSize: 8, littleEndian: true, symbols: async () => [address(0n)] };
}

const sound = [0x10000n, 0x20000n] as const;
const damaged = [
  [0x10000n, 0xffff_ffff_ffff_0000n],
  [0xffff_0000_0000_0000n, 0xffff_0000_0001_0000n],
  [0x20000n, 0x10000n],
] as const;

it('takes bounds for those of a nursery only where they can be', async () => {
  const read = ([start, end]: readonly [bigint, bigint]) =>
    readNursery(readsOf([start, end]), { start: 0n, end: 8n }, true);
  expect(await read(sound)).toEqual({ start: 0x10000n, end: 0x20000n });
  for (const bounds of damaged) expect(await read(bounds)).toBeUndefined();
});

it('takes a state of Nitpick for one of a heap only where it can be', async () => {
  const read = ([start, end]: readonly [bigint, bigint]) =>
    readNitpickHeap(readsOf([1n, 0n, 64n, 0n, 0n, 0n, 0n, 0n, start, start, end]), 0n);
  expect((await read(sound))?.nursery).toMatchObject({ start: 0x10000n, end: 0x20000n });
  for (const bounds of damaged) expect(await read(bounds)).toBeUndefined();
});
