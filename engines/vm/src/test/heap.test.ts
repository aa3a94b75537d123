// The heap of a machine that tells nothing but its members, and of one that has none.

import { answer, graphFromSource, HeapAnalysis, type HeapSource } from '@sonde/heap';
import { afterEach, expect, test } from 'vitest';
import { EngineDriver } from '../driver.js';
import { vmEngine } from '../factory.js';
import { stackEngine } from '../stack-engine.js';
import { listProgram, source } from './list-program.js';
import { counting } from './sum-machine.js';

const engine = vmEngine(new URL('./list-machine.js', import.meta.url), {
  without: ['goto', 'restartFrame', 'endTask', 'disassemble', 'restrictTo', 'memory'],
});
let driver: EngineDriver;
afterEach(() => driver.dispose());

/** Line 3 has a global list that holds a list, which a local holds too; two more are operands. */
const lists = listProgram(
  [
    {
      name: '(main)',
      parameters: 0,
      locals: 1,
      code: [
        ['line', 1],
        ['push', 1],
        ['push', 'text'],
        ['list', 2],
        ['setLocal', 0],
        ['line', 2],
        ['local', 0],
        ['local', 0],
        ['list', 2],
        ['setGlobal', 0],
        ['line', 3],
        ['push', 0],
        ['return'],
      ],
    },
  ],
  { globals: ['all'] },
);

const reading = { progress: () => undefined, mostNodes: 1_000, addresses: false };

async function heapAtLine3(): Promise<HeapSource> {
  driver = await EngineDriver.start(engine, lists);
  await driver.break({ kind: 'source', source, line: 3 });
  await driver.begin();
  const heap = await driver.engine.heap!(driver.stop.id);
  if (!heap.available) throw new Error(heap.why);
  return heap;
}

test('members, variables in sight, and what is only assumed', async () => {
  const heap = await heapAtLine3();
  const { signal } = new AbortController();
  const analysis = new HeapAnalysis(await graphFromSource(heap, { ...reading, signal }));
  const summary = answer(analysis, { ask: 'summary' });
  expect(summary.roots).toEqual([
    { category: 'stack', count: 1 },
    { category: 'global', count: 1 },
  ]);
  expect(summary.labels).toMatchObject({
    edges: { exactness: 'exact' },
    roots: { exactness: 'approximate', why: expect.stringContaining('in sight') as string },
    sizes: { exactness: 'approximate', why: expect.stringContaining('assumed') as string },
    sites: { exactness: 'unavailable' },
  });
  const found = answer(analysis, { ask: 'search', text: 'list' });
  expect(found.map(({ type, size, summary: text }) => [type, size, text])).toEqual([
    ['list', 36, '2 elements'],
    ['list', 32, '2 elements'],
  ]);
  const inner = found.find(({ size }) => size === 36)!;
  const retainers = answer(analysis, { ask: 'retainers', id: inner.id }).items;
  expect(retainers.map(({ kind, name, node }) => [kind, name, node.summary ?? node.type])).toEqual(
    expect.arrayContaining([
      ['index', 0, '2 elements'],
      ['index', 1, '2 elements'],
    ]),
  );
  expect(await driver.engine.heapId!(driver.stop.id, await globalValue())).toBe(
    found.find(({ size }) => size === 32)!.id,
  );
  const again = new HeapAnalysis(await graphFromSource(heap, { ...reading, signal }));
  expect(answer(again, { ask: 'search', text: 'list' })).toEqual(found);
});

async function globalValue() {
  const { type } = (await driver.engine.names(driver.stop.id, driver.top.id)).lookup('all')!;
  const [value] = await driver.engine.readPlaces(driver.stop.id, [
    { place: { kind: 'global', index: 0 }, type },
  ]);
  return value!;
}

test('a limit cuts the heap and says so, and a cancel ends it', async () => {
  const heap = await heapAtLine3();
  const { signal } = new AbortController();
  const cut = await graphFromSource(heap, { ...reading, signal, mostNodes: 1 });
  expect(cut.facts.labels.nodes).toEqual({
    exactness: 'approximate',
    why: 'only the first 1 objects were read',
  });
  // What is told is whole: held by its roots, with the references among it.
  const part = new HeapAnalysis(await graphFromSource(heap, { ...reading, signal, mostNodes: 2 }));
  expect(answer(part, { ask: 'summary' })).toMatchObject({
    unreachable: { count: 0 },
    findings: { total: 0 },
    labels: {
      roots: { why: expect.stringContaining('only variables in sight') as string },
      sizes: { why: expect.stringContaining('assumed') as string },
    },
  });
  expect(answer(part, { ask: 'summary' }).roots).not.toEqual([]);
  const cancelled = graphFromSource(heap, { ...reading, signal: AbortSignal.abort() });
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
});

test('a machine whose values are no objects says so', async () => {
  driver = await EngineDriver.start(
    stackEngine(new URL('./sum-machine.js', import.meta.url), { without: ['calls'] }),
    counting(3),
    { settings: { stopOnEntry: true } },
  );
  await driver.begin();
  expect(await driver.engine.heap!(driver.stop.id)).toEqual({
    available: false,
    why: 'its values are numbers, truth values and texts, and none refers to another',
  });
});
