// Snapshots of V8: what they mean, in pieces of any size, cut off anywhere, damaged anyhow.

import { expect, test } from 'vitest';
import { HeapAnalysis } from '../../analysis/analysis.js';
import { HeapProblem } from '../../contract/problem.js';
import type { HeapGraph } from '../../graph/graph.js';
import { randomFrom } from '../../test/random-graph.js';
import { piecesOf, smallHeap, snapshotText } from '../../test/small-snapshot.js';
import { readV8Snapshot } from './reader.js';

const read = (text: string, size = 64 * 1024): Promise<HeapGraph> =>
  readV8Snapshot(piecesOf(text, size), { name: 'small', size: new TextEncoder().encode(text).length });

/** The problem, or a failure of the test: bad input must fail in no other way. */
async function problem(text: string, size?: number): Promise<HeapProblem> {
  const error = await read(text, size).then(
    () => new Error('it was read'),
    (reason: unknown) => reason as Error,
  );
  if (!(error instanceof HeapProblem)) throw error;
  return error;
}

test('types, values, edges, roots and sites mean what V8 means', async () => {
  const graph = await read(snapshotText());
  const all = Array.from({ length: graph.nodeCount }, (_, node) => node);
  expect(all.map(node => [graph.type(node), graph.summary(node), graph.rootCategory(node)])).toEqual([
    ['(root)', undefined, undefined],
    ['(GC roots)', undefined, 'runtime'],
    ['Window', undefined, 'global'],
    ['Cache', undefined, undefined],
    ['(array)', '(object elements)', undefined],
    ['Session', undefined, undefined],
    ['(function)', 'onclick', undefined],
    ['system / Map', undefined, undefined],
    ['Session', undefined, undefined],
    ['(string)', 'an "öd" name\n', undefined],
  ]);
  const edges = Array.from({ length: graph.edgeCount }, (_, edge) => edge);
  const uncounted = edges.filter(edge => !graph.isCounted(edge)).map(edge => graph.edgeName(edge));
  // The weak one, and the hold of the runtime on what the program's globals reach.
  expect(uncounted).toEqual([1, 'last']);
  expect(edges.map(edge => graph.edgeKind(edge)).filter(kind => kind === 'closure-capture')).toHaveLength(1);
  expect(graph.site(5)).toEqual({ id: 1, module: 'script 17', line: 4, column: 10 });
  expect(graph.site(8)).toBe(graph.site(5));
});

test('roots are told apart by the names that V8 gives them', async () => {
  const names = ['(Stack roots)', '(Global handles)', '(Micro tasks)', '(Builtins)'];
  const graph = await read(
    snapshotText([
      {
        type: 'synthetic',
        name: '',
        size: 0,
        edges: names.map((_, nth) => ['element', nth, nth + 1] as const),
      },
      ...names.map(name => ({ type: 'synthetic', name, size: 0 })),
      { type: 'object', name: 'T', size: 1 },
      { type: 'object', name: 'T', size: 1 },
      { type: 'object', name: 'T', size: 1 },
      { type: 'object', name: 'T', size: 1 },
    ]),
  );
  const categories = names.map((_, nth) => graph.rootCategory(nth + 1));
  expect(categories).toEqual(['stack', 'foreign-handle', 'suspended-fiber', 'runtime']);
});

test('backing stores count with their owner, and a value with two owners with neither', async () => {
  const { graph, retained } = new HeapAnalysis(await read(snapshotText()));
  const [cache, table, shared, own, name] = [3, 4, 5, 8, 9];
  expect([graph.size(cache), graph.size(table)]).toEqual([84, 0]);
  expect([cache, table, shared, own, name].map(node => retained[node])).toEqual([124, 40, 40, 40, 16]);
  expect(retained[0]).toBe(smallHeap.reduce((sum, { size }) => sum + size, 0));
});

test.each([1, 2, 3, 7, 64, 1000])('a file in pieces of %i bytes is the same', async size => {
  const [one, other] = [await read(snapshotText()), await read(snapshotText(), size)];
  expect(other.columns).toEqual(one.columns);
  expect(other.strings.bytes).toEqual(one.strings.bytes);
});

test('a file that is cut off at any byte says so', async () => {
  const text = snapshotText();
  for (let length = 1; length < text.length; length += 3) {
    const { code, message } = await problem(text.slice(0, length));
    expect(['truncated', 'corrupt', 'foreign'], `${length}: ${message}`).toContain(code);
  }
});

test.each<readonly [string, (snapshot: Record<string, unknown>) => void, RegExp]>([
  [
    'more nodes than the file has room for',
    snapshot => setCount(snapshot, 'node_count', 4e9),
    /says that it has 4000000000 nodes; there is room for \d+/,
  ],
  ['fewer nodes than there are', snapshot => setCount(snapshot, 'node_count', 9), /has 9 nodes and holds 10/],
  [
    'more edges than there are',
    snapshot => setCount(snapshot, 'edge_count', 40),
    /has 40 edges and holds 14/,
  ],
  ['a count that is none', snapshot => setCount(snapshot, 'edge_count', -1), /edge_count is no count/],
  [
    'edges that no node claims',
    snapshot => ((snapshot['nodes'] as number[])[4] = 1),
    /claim 13 edges, and there are 14/,
  ],
  ['no strings', snapshot => delete snapshot['strings'], /has no section "strings"/],
  [
    'nodes of text',
    snapshot => (snapshot['nodes'] = ['a']),
    /""" at byte \d+ does not belong into the nodes/,
  ],
  [
    'numbers without end',
    snapshot => (snapshot['nodes'] = [1e20]),
    /the number before byte \d+ is too large, in the nodes/,
  ],
  [
    'nodes without fields',
    snapshot => (snapshot['snapshot'] = { meta: {} }),
    /node_fields does not name type, name, id/,
  ],
  [
    'no nodes',
    snapshot => {
      setCount(snapshot, 'node_count', 0);
      snapshot['nodes'] = [];
    },
    /has no nodes/,
  ],
])('%s: the message says where', async (_, change, message) => {
  expect((await problem(snapshotText(smallHeap, change))).message).toMatch(message);
});

function setCount(snapshot: Record<string, unknown>, key: string, count: number): void {
  (snapshot['snapshot'] as Record<string, unknown>)[key] = count;
}

test('edges that lead nowhere, unknown types and names are left out and listed', async () => {
  const graph = await read(
    snapshotText(smallHeap, snapshot => {
      const edges = snapshot['edges'] as number[];
      edges[2] = 7000;
      edges[5] = 3;
      edges[6] = 99;
      edges[3 * 5 + 1] = 4711;
    }),
  );
  expect(graph.edgeCount).toBe(12);
  expect(graph.facts.findings.listed.map(({ where, what }) => `${where}: ${what}`)).toEqual([
    'edge 2: its type 99 has no name',
    'edge 0 (of node 0): leads to no node; left out',
    'edge 1 (of node 0): leads to no node; left out',
    'edge 3: its name is string 4711, which there is not',
  ]);
  expect(new HeapAnalysis(graph).retained[0]).toBe(318);
});

test.each([
  ['an empty object', '{}', 'foreign'],
  ['another JSON', '{"dependencies":{"a":[1,{"b":2}]}}', 'foreign'],
  ['a list', '[1,2]', 'foreign'],
  ['text', 'hello', 'foreign'],
])('%s is no snapshot', async (_, text, code) => {
  expect(await problem(text)).toMatchObject({ code });
});

test('damaged snapshots are read or refused, and what is read can be analysed', async () => {
  const random = randomFrom(11);
  const good = new TextEncoder().encode(snapshotText());
  let refused = 0;
  for (let round = 0; round < 400; round++) {
    const bytes = good.slice();
    for (let change = 0; change <= round % 4; change++)
      bytes[Math.floor(random() * bytes.length)] =
        random() < 0.5 ? 0x30 + Math.floor(random() * 10) : Math.floor(random() * 256);
    const text = new TextDecoder('latin1').decode(bytes);
    try {
      const analysis = new HeapAnalysis(await read(text, 50));
      analysis.complete(() => undefined);
      expect(analysis.graph.facts.findings.listed.length).toBeLessThanOrEqual(20);
    } catch (error) {
      if (!(error instanceof HeapProblem)) throw error;
      expect(error.message.length).toBeLessThan(500);
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(50);
});
