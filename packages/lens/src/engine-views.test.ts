// What the engine itself shows: asked for by type, in one read, and put in the place of what type and bytes tell.

import { placeKey, scalar, type Address, type NamedValue, type RawValue, type TypeId } from '@sonde/engine';
import { beforeEach, describe, expect, it } from 'vitest';
import { Lens } from './lens-view.js';
import type { Renderer } from './renderer.js';
import { viewInstead, withRaw } from './shapes.js';
import { FakeReads, words } from './test/fake-reads.js';
import type { Shown } from './view.js';

let reads: FakeReads;
let int: TypeId;
let box: TypeId;
let plain: TypeId;

beforeEach(() => {
  reads = new FakeReads();
  int = reads.types.add({ kind: 'integer', name: 'int', size: 4, signed: true });
  const fields = [{ name: 'hidden', type: int, bitOffset: 0 }];
  box = reads.types.add({ kind: 'struct', name: 'Box', size: 4, fields, formatted: true });
  plain = reads.types.add({ kind: 'struct', name: 'Plain', size: 4, fields });
  reads.map(0x1000n, words(7, 8, 9, 10));
});

const at = (offset: bigint): Address => ({ space: '', offset });
const value = (type: TypeId, offset: bigint): RawValue => ({
  type,
  content: { kind: 'deferred' },
  place: { kind: 'memory', address: at(offset) },
});
const lens = (renderers: readonly Renderer[] = []): Lens =>
  new Lens({ renderers, types: reads.types, pointerSize: 8, littleEndian: true });
const show = async (values: readonly RawValue[], using = lens()): Promise<readonly Shown[]> =>
  using.show(
    values.map((item, nth) => ({ name: `v${nth}`, value: item, path: `v${nth}` })),
    reads.reader(),
  );
const lines = async (shown: Shown, request = {}, using = lens()): Promise<readonly string[]> =>
  (await using.expand(shown, request, reads.reader())).map(child => `${child.name} = ${child.text}`);
const setView = (offset: bigint, view: Parameters<FakeReads['views']['set']>[1]): void =>
  void reads.views.set(placeKey({ kind: 'memory', address: at(offset) }), view);

describe('what the engine shows', () => {
  it('is asked for only where the type says so, and for all siblings at once', async () => {
    setView(0x1000n, { summary: 'a box' });
    const shown = await show([value(box, 0x1000n), value(plain, 0x1004n), value(box, 0x1008n)]);
    expect(shown.map(item => item.text)).toEqual(['a box', '{hidden: 8}', '{hidden: 9}']);
    expect(reads.calls.filter(call => call.startsWith('views'))).toEqual(['views 2']);
  });

  it('is elements that are read like those of an array, with the fields behind them', async () => {
    setView(0x1000n, { elements: { address: at(0x1004n), element: int, count: 3 } });
    const [shown] = await show([value(box, 0x1000n)]);
    expect(shown?.text).toBe('[8, 9, 10]');
    expect(shown?.children).toMatchObject({ named: 1, indexed: 3 });
    expect(await lines(shown!)).toEqual(['[0] = 8', '[1] = 9', '[2] = 10', '[raw] = {hidden: 7}']);
    expect(await lines(shown!, { filter: 'indexed', start: 1, count: 5 })).toEqual(['[1] = 9', '[2] = 10']);
    expect(await lines(shown!, { filter: 'named' })).toEqual(['[raw] = {hidden: 7}']);
    expect(await lines(shown!, { start: 2, count: 2 })).toEqual(['[2] = 10', '[raw] = {hidden: 7}']);
    expect(reads.calls.some(call => call.startsWith('synthetic'))).toBe(false);
  });

  it('is children that it makes, page by page', async () => {
    const child = (name: string, number: bigint): NamedValue => ({ name, value: scalar(int, number) });
    reads.synthetic.set('k', [child('[0]', 1n), child('[1]', 2n)]);
    reads.synthetic.set('n', [child('Value', 5n)]);
    setView(0x1000n, { synthetic: { key: 'k', count: 2 } });
    setView(0x1004n, { synthetic: { key: 'n', count: 1, named: true } });
    setView(0x1008n, { synthetic: { key: 'e', count: 0 } });
    const shown = await show([value(box, 0x1000n), value(box, 0x1004n), value(box, 0x1008n)]);
    expect(shown.map(item => item.text)).toEqual(['[1, 2]', '{Value: 5}', '[]']);
    expect(await lines(shown[0]!, { start: 1, count: 1 })).toEqual(['[1] = 2']);
    expect(await lines(shown[1]!)).toEqual(['Value = 5', '[raw] = {hidden: 8}']);
  });

  it('is the whole object behind a part of it, with its name', async () => {
    setView(0x1000n, { actual: value(plain, 0x1008n) });
    const [shown] = await show([value(box, 0x1000n)]);
    expect([shown?.text, shown?.type]).toEqual(['Plain {hidden: 9}', 'Plain']);
    expect(await lines(shown!)).toEqual(['hidden = 9']);
  });

  it('is why it could not be believed, and what is there all the same', async () => {
    setView(0x1000n, { trouble: 'damaged' });
    const [shown] = await show([value(box, 0x1000n)]);
    expect([shown?.text, shown?.missing]).toEqual(['<damaged>', true]);
    expect(await lines(shown!)).toEqual(['[raw] = {hidden: 7}']);
  });

  it('shows through pointers and references', async () => {
    const pointer = reads.types.add({ kind: 'pointer', name: 'Box *', size: 8, target: box });
    const reference = reads.types.add({
      ...{ kind: 'pointer', name: 'Box &', size: 8, target: box, reference: true },
    });
    setView(0x1000n, { elements: { address: at(0x1004n), element: int, count: 2 } });
    const shown = await show([scalar(pointer, 0x1000n), scalar(reference, 0x1000n)]);
    expect(shown.map(item => item.text)).toEqual(['→ [8, 9] at 0x1000', '[8, 9]']);
    for (const item of shown) expect((await lines(item))[1]).toBe('[1] = 9');
  });
});

describe('a renderer whose value stands for another', () => {
  const standsFor = (other: () => RawValue): Renderer => ({
    name: 'stands',
    matches: { name: 'Box' },
    *render(given, context) {
      return withRaw(yield* viewInstead(other()), given, context);
    },
  });

  it('shows that one, and its own fields only', async () => {
    const using = lens([standsFor(() => value(plain, 0x1004n))]);
    const [shown] = await show([value(box, 0x1000n)], using);
    expect(shown?.text).toBe('{hidden: 8}');
    expect(await lines(shown!, {}, using)).toEqual(['hidden = 8', '[raw] = {hidden: 7}']);
  });

  it('ends where they stand for one another in a circle', async () => {
    const [shown] = await show([value(box, 0x1000n)], lens([standsFor(() => value(box, 0x1000n))]));
    expect(shown?.text).toBe('…');
  });
});
