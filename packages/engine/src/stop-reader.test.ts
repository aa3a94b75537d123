// The stop reader: pages, batches, holes, and the end of a stop.

import { beforeEach, describe, expect, it } from 'vitest';
import { address } from './address.js';
import type { EngineReads, MemoryRange, MemoryRead, ObjectRead, WantedPlace } from './contract.js';
import { objectId, stopId, typeId } from './ids.js';
import { StopReader } from './stop-reader.js';
import { TypeTable } from './types.js';
import { scalar } from './value.js';

const page = 4096;

/** Memory in which every byte holds the number of its page, between readable bounds. */
class Memory implements EngineReads {
  readonly types = new TypeTable();
  readonly asked: (readonly MemoryRange[])[] = [];
  readonly objects: number[] = [];
  readable = (at: bigint): boolean => at >= 0n;
  answer: (() => Promise<void>) | undefined;

  async readMemory(_: unknown, ranges: readonly MemoryRange[]): Promise<readonly MemoryRead[]> {
    this.asked.push(ranges);
    await this.answer?.();
    return ranges.map(({ address: { offset }, size }) => {
      let length = 0;
      while (length < size && this.readable(offset + BigInt(length))) length++;
      const bytes = Uint8Array.from(
        { length },
        (_, nth) => Number((offset + BigInt(nth)) / BigInt(page)) & 0xff,
      );
      return length === size ? { bytes } : { bytes, why: 'a hole' };
    });
  }

  async readObjects(_: unknown, reads: readonly ObjectRead[]) {
    this.objects.push(reads.length);
    return reads.map(read => [{ name: read.object, value: scalar(typeId(1), read.start) }]);
  }

  async readPlaces(_: unknown, wanted: readonly WantedPlace[]) {
    return wanted.map(({ place, type }) => scalar(type, 1n, place));
  }
}

let memory: Memory;
let reader: StopReader;

beforeEach(() => {
  memory = new Memory();
  reader = new StopReader(memory, stopId(1), { deadlineMs: 100 });
});

const rangesAsked = (): unknown[] =>
  memory.asked.map(ranges => ranges.map(range => [Number(range.address.offset) / page, range.size / page]));

describe('memory', () => {
  it('is read by whole pages, and a page only once', async () => {
    expect(await reader.memory(address(page + 10), 4)).toEqual({ bytes: Uint8Array.of(1, 1, 1, 1) });
    expect((await reader.memory(address(page + 100), 8)).bytes).toHaveLength(8);
    expect(rangesAsked()).toEqual([[[1, 1]]]);
  });

  it('asked for in the same turn travels together, neighbours as one range', async () => {
    await Promise.all([9, 3, 4, 5].map(nth => reader.memory(address(nth * page), 1)));
    expect(rangesAsked()).toEqual([
      [
        [3, 3],
        [9, 1],
      ],
    ]);
  });

  it('crosses pages', async () => {
    const { bytes, why } = await reader.memory(address(2 * page - 2), 4);
    expect([[...bytes], why]).toEqual([[1, 1, 2, 2], undefined]);
  });

  it('spaces are kept apart', async () => {
    await Promise.all([reader.memory(address(0, 'code'), 1), reader.memory(address(0), 1)]);
    expect(memory.asked[0]).toHaveLength(2);
  });

  it('ends at the first hole, with the reason', async () => {
    memory.readable = at => at < BigInt(page + 3);
    const read = await reader.memory(address(page), 10);
    expect([[...read.bytes], read.why]).toEqual([[1, 1, 1], 'a hole']);
    expect(await reader.memory(address(page), 3)).toEqual({ bytes: Uint8Array.of(1, 1, 1) });
    expect(await reader.memory(address(5 * page), 1)).toEqual({ bytes: new Uint8Array(0), why: 'a hole' });
  });

  it('behind a hole can be read although it was asked for together with it', async () => {
    memory.readable = at => at / BigInt(page) !== 1n;
    const reads = await Promise.all([0, 1, 2].map(nth => reader.memory(address(nth * page), 1)));
    expect(reads.map(read => read.bytes.length)).toEqual([1, 0, 1]);
  });

  it('that begins in the middle of a page can be read', async () => {
    memory.readable = at => at >= BigInt(page + 100);
    expect(await reader.memory(address(page + 100), 2)).toEqual({ bytes: Uint8Array.of(1, 1) });
    expect((await reader.memory(address(page + 50), 2)).bytes).toHaveLength(0);
  });

  it('of no size needs no read', async () => {
    expect((await reader.memory(address(0), 0)).bytes).toHaveLength(0);
    expect(memory.asked).toEqual([]);
  });

  it('is read again after a write, and after a failure', async () => {
    await reader.memory(address(0), 1);
    reader.forget();
    await reader.memory(address(0), 1);
    expect(memory.asked).toHaveLength(2);
    reader.forget();
    memory.answer = () => Promise.reject(new Error('gone'));
    await expect(reader.memory(address(0), 1)).rejects.toThrow('gone');
    memory.answer = undefined;
    expect((await reader.memory(address(0), 1)).bytes).toHaveLength(1);
  });

  it('that the engine does not answer for fails at the deadline', async () => {
    memory.answer = () => new Promise(() => undefined);
    await expect(reader.memory(address(0), 1)).rejects.toMatchObject({ code: 'deadline' });
  });
});

describe('objects and places', () => {
  it('are gathered, too', async () => {
    const read = (object: string, start: number) =>
      reader.object({ object: objectId(object), start, count: 1 });
    const [a, b] = await Promise.all([read('a', 1), read('b', 2)]);
    expect([a[0]?.name, b[0]?.value.content]).toEqual(['a', { kind: 'scalar', value: 2 }]);
    expect(memory.objects).toEqual([2]);
    const place = { kind: 'global', index: 1 } as const;
    expect((await reader.value({ place, type: typeId(1) })).place).toEqual(place);
  });

  it('fail alone when the engine answers too few', async () => {
    memory.readPlaces = async (_, wanted) => wanted.slice(1).map(({ type }) => scalar(type, 1n));
    const read = (index: number) => reader.value({ place: { kind: 'global', index }, type: typeId(1) });
    const results = await Promise.allSettled([read(0), read(1)]);
    expect(results.map(result => result.status)).toEqual(['fulfilled', 'rejected']);
  });

  it('made by the engine itself are refused where it makes none', async () => {
    await expect(reader.synthetic('key', 0, 1)).rejects.toMatchObject({ code: 'not-supported' });
  });
});

describe('the end of a stop', () => {
  it('refuses new reads, and answers that come too late', async () => {
    const late = reader.memory(address(0), 1);
    reader.expire();
    await expect(late).rejects.toMatchObject({ code: 'stale' });
    await expect(reader.memory(address(0), 1)).rejects.toMatchObject({ code: 'stale' });
    await expect(reader.object({ object: objectId('a'), start: 0, count: 1 })).rejects.toMatchObject({
      code: 'stale',
    });
  });

  it('a cancelled read is rejected', async () => {
    const abort = new AbortController();
    const read = reader.memory(address(0), 1, abort.signal);
    abort.abort();
    await expect(read).rejects.toMatchObject({ name: 'AbortError' });
  });
});
