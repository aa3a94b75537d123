// Leak suspects: who holds a list, what nothing holds, and words that a person understands.

import { expect, test } from 'vitest';
import type { EdgeRecord, NodeRecord, RootRecord } from '../contract/source.js';
import { exactLabels } from '../contract/vocabulary.js';
import { HeapBuilder } from '../graph/builder.js';
import { HeapAnalysis } from './analysis.js';
import { answer } from './queries.js';

function suspects(
  nodes: readonly NodeRecord[],
  edges: readonly EdgeRecord[],
  roots: readonly RootRecord[],
  labels = exactLabels,
) {
  const builder = new HeapBuilder();
  builder.add({ kind: 'nodes', nodes });
  builder.add({ kind: 'edges', edges });
  builder.add({ kind: 'roots', roots });
  return answer(new HeapAnalysis(builder.done({ kind: 'file', name: 'test' }, labels)), { ask: 'suspects' });
}

const node = (id: number, type: string, size = 16): NodeRecord => ({ id, type, kind: 'record', size });
const edge = (from: number, to: number, name: string): EdgeRecord => ({ from, to, kind: 'field', name });
const root: RootRecord = { id: 1, category: 'global', name: 'server', to: 2 };

/** Ids from 10 on; a link of `kinds`, one behind the other. */
function list(links: number, kinds: readonly string[], size = 16) {
  const count = links * kinds.length;
  return {
    nodes: Array.from({ length: count }, (_, nth) => node(10 + nth, kinds[nth % kinds.length]!, size)),
    edges: Array.from({ length: count - 1 }, (_, nth) => edge(10 + nth, 11 + nth, 'next')),
  };
}

test('a list of 10,000 links is one suspect: whoever holds its head, with the count', () => {
  const { nodes, edges } = list(10_000, ['Visit']);
  const found = suspects(
    [node(2, 'Server'), node(3, 'Config'), ...nodes],
    [edge(2, 3, 'config'), edge(2, 10, 'history'), ...edges],
    [root],
  );
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({
    node: { id: 2, type: 'Server' },
    chain: { type: 'Visit', count: 10_000, retained: 160_000 },
    heldBy: 'server',
  });
  expect(found[0]!.words).toBe(
    'Server @2 keeps 160 kB alive, 100 % of the heap, in 10,002 objects. It begins a list of 10,000 × Visit (160 kB), ' +
      'each of which holds the next. It is held by server.',
  );
});

test('a link may be several objects, and what a link holds counts with it', () => {
  const { nodes, edges } = list(50, ['ref', 'Visit']);
  const loads = nodes.filter(({ type }) => type === 'Visit').map(({ id }) => id);
  const found = suspects(
    [node(2, 'Server'), ...nodes, ...loads.map(id => node(id + 1_000, 'Session', 200))],
    [edge(2, 10, 'history'), ...edges, ...loads.map(id => edge(id, id + 1_000, 'session'))],
    [root],
  );
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ node: { id: 2 }, chain: { type: 'Visit', count: 50 } });
});

test('a list that a variable holds itself is named by its first link', () => {
  const { nodes, edges } = list(20, ['Visit']);
  const [first] = suspects(nodes, edges, [{ ...root, to: 10 }]);
  expect(first).toMatchObject({ node: { id: 10 }, chain: { count: 20 } });
});

test('a few objects in a row are no list', () => {
  const { nodes, edges } = list(5, ['Layer']);
  const found = suspects([node(2, 'Server'), ...nodes], [edge(2, 10, 'layers'), ...edges], [root]);
  expect(found.filter(({ chain }) => chain !== undefined)).toEqual([]);
});

test('what nothing points to is one suspect, by what it was allocated for', () => {
  const lost = (id: number): NodeRecord => ({ ...node(id, 'text', 40), provenance: 'manual' });
  const all = suspects([node(2, 'Server', 100), lost(20), lost(21), lost(22)], [], [root]);
  expect(all.map(({ garbage }) => garbage)).toContainEqual({ type: 'text', count: 3, retained: 120 });
  expect(all[0]!.words).toBe(
    '3 objects of 120 B, 55 % of the heap, are held by no root: mostly 3 × text (120 B). ' +
      'They were allocated and not freed, and nothing points there any more.',
  );
  const collected = suspects([node(2, 'Server', 100), node(20, 'text', 40)], [], [root]);
  expect(collected.map(({ words }) => words).join('\n')).toContain(
    'The program cannot reach it: garbage, or roots are missing here.',
  );
  const owned = (id: number): NodeRecord => ({ ...node(id, 'text', 40), provenance: 'arc' });
  const circle = suspects(
    [node(2, 'Server', 100), owned(20), owned(21)],
    [edge(20, 21, 'a'), edge(21, 20, 'b')],
    [root],
  );
  expect(circle.map(({ words }) => words).join('\n')).toContain('They own each other in circles');
});

test('what is not known for sure is said to be possible', () => {
  const lost: NodeRecord = { ...node(20, 'text', 40), provenance: 'manual' };
  const maybe: EdgeRecord = { from: 2, to: 3, kind: 'conservative', name: '+16' };
  const labels = { ...exactLabels, edges: { exactness: 'approximate' as const, why: 'by their looks' } };
  const found = suspects([node(2, 'Server'), node(3, 'Table', 500), lost], [maybe], [root], labels);
  expect(found[0]!.words).toContain('It may be held by server → +16.');
  const some = suspects([node(2, 'Server'), lost], [], [root], labels);
  expect(some[0]!.words).toContain('allocated and not freed, and may be lost: no pointer to it was found.');
  const word: RootRecord = { ...root, category: 'conservative', name: 'a word on the stack' };
  expect(suspects([node(2, 'Server')], [], [word])[0]!.words).toContain(
    'It may be held by a word on the stack.',
  );
});

test('a map and its few large entries are one suspect', () => {
  const entries = [10, 11, 12, 13].map(id => node(id, 'Order', 100));
  const found = suspects(
    [node(2, 'orders'), ...entries],
    entries.map(({ id }) => edge(2, id, `${id}`)),
    [root],
  );
  expect(found.map(({ words }) => words)).toEqual([
    'orders @2 keeps 416 B alive, 100 % of the heap, in 5 objects. Most of it is 4 × Order (400 B). It is held by server.',
  ]);
});

test('what is part of the program is suspect for what it holds, not for itself', () => {
  const table: NodeRecord = { ...node(2, 'Table', 900), provenance: 'static' };
  const roots: readonly RootRecord[] = [root];
  expect(suspects([table], [], roots)).toEqual([]);
  const held = suspects([table, node(3, 'Cache', 800)], [edge(2, 3, 'cache')], roots);
  expect(held.map(({ node: { type } }) => type)).toEqual(['Table', 'Cache']);
});
