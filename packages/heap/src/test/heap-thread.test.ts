// Real heap snapshots of a program that leaks, on the thread that clients use: found, explained, compared, cancelled.

import { execFile, execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HeapThread } from '../node/heap-thread.js';
import { openHeap } from '../node/open.js';
import { exact, type SnapshotLabels } from '../contract/vocabulary.js';
import type { HeapChunk, HeapSource } from '../contract/source.js';
import type { HeapNumber } from '../node/thread-messages.js';
import { retainedByBruteForce } from './random-graph.js';
import { snapshotText } from './small-snapshot.js';

const program = `
  import { writeHeapSnapshot } from 'node:v8';
  class Session { constructor(n) { this.user = { name: 'user ' + n, pages: [n, n + 0.5] }; } touch() {} }
  class Registry { constructor() { this.sessions = new Map(); } add(n) { this.sessions.set(n, new Session(n)); } }
  globalThis.registry = new Registry();
  for (let n = 0; n < 10; n++) registry.add(n);
  writeHeapSnapshot(process.argv[1]);
  for (let n = 10; n < 5000; n++) registry.add(n);
  const last = registry.sessions.get(4999);
  globalThis.listeners = [() => last.touch()];
  writeHeapSnapshot(process.argv[2]);
`;

let folder: string;
let thread: HeapThread;
let [before, after]: [HeapNumber, HeapNumber] = [0, 0];
const file = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heap-'));
  const args = ['--input-type=module', '-e', program, file('before'), file('after')];
  await promisify(execFile)(process.execPath, args);
  thread = new HeapThread();
  before = await thread.open(file('before'), 'before');
  after = await thread.open(file('after'), 'after');
});

afterAll(async () => {
  await thread.close();
  await rm(folder, { recursive: true });
});

const only = async (text: string): Promise<number> => {
  const found = await thread.ask(after, { ask: 'search', text, most: 1 });
  return found[0]!.id;
};

test('the leak is the first suspect, in words', async () => {
  const [suspect] = await thread.ask(after, { ask: 'suspects' });
  expect(suspect!.words).toMatch(/^Map @\d+ keeps .* alive, \d+ % of the heap, in [\d,]+ objects\. /);
  expect(suspect!.words).toMatch(
    /Most of it is 4,999 × Session \(.*\)\. It is held by global → registry → sessions\.$/,
  );
});

test('a session that a closure holds besides shows both owners', async () => {
  const sessions = await thread.ask(after, { ask: 'search', text: 'Session', most: 6000 });
  const all = sessions.filter(({ kind, type }) => kind === 'object' && type === 'Session');
  expect(all.length).toBeGreaterThanOrEqual(5000);
  const listeners = await thread.ask(after, { ask: 'search', text: 'system / Context', most: 5000 });
  const context = await Promise.all(
    listeners.map(({ id }) => thread.ask(after, { ask: 'references', id, count: 20 })),
  );
  const last = context
    .flatMap(({ items }) => items)
    .find(({ name, node }) => name === 'last' && node.type === 'Session')!;
  expect(last.kind).toBe('closure-capture');
  const { paths } = await thread.ask(after, { ask: 'key-paths', id: last.node.id });
  const names = paths.map(({ steps }) => steps.map(({ name }) => name));
  expect(names.some(steps => steps.includes('sessions'))).toBe(true);
  expect(names.some(steps => steps.includes('listeners'))).toBe(true);
});

test('retained sizes of a real heap are those of brute force', async () => {
  const { graph, retained, bySize } = await openHeap(file('before'));
  const largest = [...bySize.subarray(1, 12)];
  const spread = Array.from({ length: 12 }, (_, nth) => Math.floor((graph.nodeCount / 13) * (nth + 1)));
  for (const node of [...largest, ...spread])
    expect([node, retained[node]]).toEqual([node, retainedByBruteForce(graph, node)]);
});

test('two snapshots of one process: what is new, by type, and held by what', async () => {
  const diff = await thread.diff(before, after);
  expect(diff.idsDiffer).toBe(false);
  const sessions = diff.types.find(({ name }) => name === 'Session')!;
  expect(sessions.count[1] - sessions.count[0]).toBe(4990);
  expect(sessions.retained[1]).toBeGreaterThan(sessions.retained[0]);
  expect(diff.added.count).toBeGreaterThan(4990 * 2);
  expect(diff.count[1]).toBe(diff.count[0] + diff.added.count - diff.removed.count);
  expect(diff.shallow[1] - diff.shallow[0]).toBeGreaterThan(0);
  expect(diff.sites.some(({ count }) => count[1] - count[0] >= 4990)).toBe(true);
  expect(await thread.diff(after, after)).toMatchObject({
    added: { count: 0 },
    removed: { count: 0 },
    retainedChanged: 0,
    pathChanged: { count: 0 },
    types: [],
  });
});

test('dropping the map frees all sessions but the one that a closure holds', async () => {
  const registry = await only('Registry');
  const { items } = await thread.ask(after, { ask: 'references', id: registry });
  const map = items.find(({ name }) => name === 'sessions')!.node;
  const cut = await thread.ask(after, { ask: 'cut', from: registry, to: map.id });
  expect([cut.freedSize, cut.freedCount > 4999 * 3]).toEqual([map.retained, true]);
  await expect(thread.ask(after, { ask: 'cut', from: map.id, to: registry })).rejects.toThrow(
    /has no reference to/,
  );
});

test('pages go on where the last ended, in both directions, and stop at the end', async () => {
  const { rootId } = await thread.ask(after, { ask: 'summary' });
  for (const ask of ['references', 'dominated'] as const) {
    const all = await thread.ask(after, { ask, id: rootId, count: 10_000 });
    const parts = [];
    for (let start = 0; start < all.total; start += 7)
      parts.push(...(await thread.ask(after, { ask, id: rootId, start, count: 7 })).items);
    expect(parts).toEqual(all.items);
  }
  expect(await thread.ask(after, { ask: 'retainers', id: rootId, start: 5, count: 5 })).toMatchObject({
    items: [],
  });
  await expect(thread.ask(after, { ask: 'node', id: 2 ** 50 })).rejects.toMatchObject({ code: 'absent' });
});

test('a compressed snapshot, and JSON and index of it, tell the same', async () => {
  const original = await thread.ask(before, { ask: 'largest', count: 50 });
  await pipeline(
    createReadStream(file('before')),
    createGzip({ level: 1 }),
    createWriteStream(file('packed.gz')),
  );
  await thread.export(before, file('before.json'));
  await thread.save(before, file('before.index'));
  for (const name of ['packed.gz', 'before.json', 'before.index']) {
    const again = await thread.open(file(name), name);
    expect(await thread.ask(again, { ask: 'largest', count: 50 }), name).toEqual(original);
    await thread.release(again);
  }
  await truncate(file('packed.gz'), (await stat(file('packed.gz'))).size >> 1);
  await expect(thread.open(file('packed.gz'), 'packed.gz')).rejects.toMatchObject({ code: 'truncated' });
  expect((await readdir(folder)).filter(name => name.endsWith('.part'))).toEqual([]);
});

test('a compressed file that claims four billion nodes needs no memory for them', async () => {
  const text = snapshotText(undefined, snapshot => {
    (snapshot['snapshot'] as Record<string, unknown>)['node_count'] = 4_000_000_000;
  });
  await writeFile(file('claims'), text);
  await pipeline(createReadStream(file('claims')), createGzip(), createWriteStream(file('claims.gz')));
  await expect(thread.open(file('claims.gz'), 'claims.gz')).rejects.toThrow(
    /says that it has 4000000000 nodes and holds 10/,
  );
});

test('opening can be followed and cancelled, and the thread goes on', async () => {
  const controller = new AbortController();
  const steps: string[] = [];
  const opening = thread.open(file('after'), 'after', {
    signal: controller.signal,
    progress: ({ step }) => {
      steps.push(step);
      controller.abort();
    },
  });
  await expect(opening).rejects.toMatchObject({ code: 'cancelled' });
  expect(steps[0]).toBe('reading nodes');
  expect(await thread.ask(after, { ask: 'summary' })).toMatchObject({ retained: { exactness: 'exact' } });
});

test('files that are no heaps, folders and missing files are refused', async () => {
  await writeFile(file('empty'), '');
  await expect(thread.open(file('empty'), 'empty')).rejects.toMatchObject({
    code: 'truncated',
    message: 'empty is empty.',
  });
  await expect(thread.open(folder, 'folder')).rejects.toMatchObject({ code: 'unreadable' });
  // A pipe without a writer is not waited for.
  execFileSync('mkfifo', [file('pipe')]);
  await expect(thread.open(file('pipe'), 'pipe')).rejects.toMatchObject({ code: 'unreadable' });
  await expect(thread.open(file('none'), 'none')).rejects.toMatchObject({ code: 'unreadable' });
  await expect(thread.save(before, join(folder, 'no', 'where'))).rejects.toMatchObject({ code: 'ENOENT' });
  expect((await readFile(file('before'), 'latin1')).slice(0, 1)).toBe('{');
});

const labels: SnapshotLabels = {
  ...{ nodes: exact, edges: exact, roots: exact, sizes: exact },
  sites: { exactness: 'unavailable', why: 'nobody records them' },
};

/** A live heap of one list, in as many chunks as it has parts; `trouble` comes in the place of the end. */
const live = (trouble?: () => never): HeapSource => ({
  available: true,
  moment: { kind: 'stop', stop: '1', cause: 'request' },
  async *read(): AsyncGenerator<HeapChunk, SnapshotLabels, undefined> {
    yield { kind: 'edges', edges: [{ from: 1, to: 2, kind: 'field', name: 'next' }] };
    yield { kind: 'nodes', nodes: [1, 2].map(id => ({ id, type: 'Cell', kind: 'record', size: 8 })) };
    yield { kind: 'roots', roots: [{ id: 3, category: 'global', name: 'first', to: 1 }] };
    trouble?.();
    return labels;
  },
});
const limits = { mostNodes: 100, addresses: false };

test('a live heap is read in chunks, and what its source says of itself is kept', async () => {
  const heap = await thread.take(live(), limits);
  const summary = await thread.ask(heap, { ask: 'summary' });
  expect(summary).toMatchObject({ size: 16, labels, roots: [{ category: 'global', count: 1 }] });
  expect(await thread.ask(heap, { ask: 'node', id: 1 })).toMatchObject({ retained: 16, references: 1 });
  await thread.release(heap);
});

test('what a source calls internal is not listed among the largest', async () => {
  const heap = await thread.take({ ...live(), internalKinds: ['record'] }, limits);
  expect(await thread.ask(heap, { ask: 'largest' })).toEqual([]);
  expect(await thread.ask(heap, { ask: 'largest', internal: true })).not.toEqual([]);
  await thread.release(heap);
});

test('a live heap that ends early, or that nobody wants, is dropped without a trace', async () => {
  const gone = (): never => {
    throw new Error('the program went on');
  };
  await expect(thread.take(live(gone), limits)).rejects.toThrow('the program went on');
  const abort = new AbortController();
  const cancelled = thread.take(
    live(() => abort.abort() as never),
    limits,
    { signal: abort.signal },
  );
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
  // The others are as they were.
  expect((await thread.ask(after, { ask: 'summary' })).nodes).toBeGreaterThan(1_000);
});
