// What the lens tells of a value beyond its text: the base of numbers, what is missing, where it was declared.

import { objectId, scalar, unavailable, type RawValue, type TypeId } from '@sonde/engine';
import { beforeEach, describe, expect, it } from 'vitest';
import { Lens } from './lens-view.js';
import { FakeReads } from './test/fake-reads.js';
import type { Shown } from './view.js';

let reads: FakeReads;
let int: TypeId;
let uint8: TypeId;
let char: TypeId;
let text: TypeId;
let dynamic: TypeId;
let point: TypeId;

beforeEach(() => {
  reads = new FakeReads();
  int = reads.types.add({ kind: 'integer', name: 'int', size: 4, signed: true });
  uint8 = reads.types.add({ kind: 'integer', name: 'u8', size: 1, signed: false });
  char = reads.types.add({ kind: 'character', name: 'char', size: 1, signed: true });
  text = reads.types.add({ kind: 'string', name: 'string' });
  dynamic = reads.types.add({ kind: 'dynamic', name: 'any' });
  const fields = [{ name: 'x', type: int, bitOffset: 0 }];
  point = reads.types.add({ kind: 'struct', name: 'Point', size: 4, fields });
});

const lens = (): Lens => new Lens({ renderers: [], types: reads.types, pointerSize: 8, littleEndian: true });
const deferred = (type: TypeId, offset: bigint): RawValue => ({
  type,
  content: { kind: 'deferred' },
  place: { kind: 'memory', address: { space: '', offset } },
});

describe('what is told of a value beyond its text', () => {
  const shown = async (value: RawValue, format = {}): Promise<Shown> =>
    (await lens().show([{ name: 'v', value }], reads.reader(), format))[0]!;

  it('numbers are written in the base that was asked for, at the size of their type', async () => {
    expect((await shown(scalar(uint8, 10n), { hex: true })).text).toBe('0x0a');
    expect((await shown(scalar(uint8, 10n), { binary: true })).text).toBe('0b00001010');
    expect((await shown(scalar(int, -1n), { binary: true })).text).toBe(`0b${'1'.repeat(32)}`);
    expect((await shown(scalar(dynamic, -5n), { binary: true })).text).toBe('-0b101');
    expect((await shown(scalar(char, 65n), { binary: true })).text).toBe("'A' 0b01000001");
    expect(await lens().wholeText(scalar(uint8, 10n), reads.reader(), undefined, { hex: true })).toBe('0x0a');
  });

  it('a value that cannot be had is marked as missing, one that can is not', async () => {
    expect(await shown(unavailable(int, 'optimised away'))).toMatchObject({
      text: '<optimised away>',
      missing: true,
    });
    expect(await shown(deferred(int, 0xdeadn))).toMatchObject({ missing: true });
    expect(await shown(deferred(point, 0xdeadn))).toMatchObject({ missing: true });
    expect(await shown(scalar(int, 1n))).not.toHaveProperty('missing');
    expect(await shown(scalar(text, '<1>'))).not.toHaveProperty('missing');
  });

  it('where it was declared goes along, for members too', async () => {
    const declared = { source: { name: 'a' }, line: 3 };
    const object: RawValue = { type: dynamic, content: { kind: 'object', id: objectId('o'), named: 1 } };
    reads.objects.set('o', () => [{ name: 'm', value: scalar(int, 1n), declared }]);
    const [value] = await lens().show([{ name: 'v', value: object, declared }], reads.reader());
    expect(value!.declared).toBe(declared);
    const [member] = await lens().expand(value!, {}, reads.reader());
    expect(member!.declared).toBe(declared);
  });

  it('a whole text has every element, however many', async () => {
    const numbers = reads.types.add({ kind: 'array', name: 'int[30000]', element: int, count: 30_000 });
    reads.map(0x1000n, new Uint8Array(120_000));
    const whole = await lens().wholeText(deferred(numbers, 0x1000n), reads.reader());
    expect(whole.split(', ')).toHaveLength(30_000);
    expect(whole).not.toContain('…');
  });
});
