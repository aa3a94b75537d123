// Groups: counts, sizes, and retained sizes in which nothing counts twice.

import { expect, test } from 'vitest';
import { HeapBuilder } from '../graph/builder.js';
import { randomGraph, reachable } from '../test/random-graph.js';
import { HeapAnalysis } from './analysis.js';
import { groupsOf } from './groups.js';
import { answer } from './queries.js';
import { search } from './search.js';

test('a type retains the union of what its objects retain', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const graph = randomGraph(seed, { nodes: 30, edges: 50, roots: 2, direction: 'any', weak: 0 });
    const before = reachable(graph, {});
    const freed = new Map<string, Set<number>>();
    for (let node = 1; node < graph.nodeCount; node++) {
      const set = freed.get(graph.type(node)) ?? new Set([node]);
      freed.set(graph.type(node), set.add(node));
      const after = reachable(graph, { node });
      before.forEach((reached, each) => reached === 1 && after[each] === 0 && set.add(each));
    }
    for (const { name, retained } of groupsOf(new HeapAnalysis(graph), 'type')) {
      const size = [...freed.get(name)!].reduce((sum, node) => sum + graph.size(node), 0);
      expect(retained, `seed ${seed}, ${name}`).toBe(size);
    }
  }
});

function office(): HeapAnalysis {
  const builder = new HeapBuilder();
  builder.add({
    kind: 'sites',
    sites: [
      { id: 1, file: 'desk.src', line: 3, column: 5, function: 'build', module: 'desk' },
      { id: 2, file: 'desk.src', line: 9, module: 'desk' },
    ],
  });
  builder.add({
    kind: 'nodes',
    nodes: [
      { id: 1, type: 'Desk', kind: 'record', size: 10, site: 1, owner: 'fiber 1' },
      { id: 2, type: 'Desk', kind: 'record', size: 10, site: 2, owner: 'fiber 2' },
      { id: 3, type: 'text', kind: 'string', size: 5, summary: 'lamp on the Desk' },
    ],
  });
  builder.add({ kind: 'edges', edges: [{ from: 1, to: 3, kind: 'field', name: 'lamp' }] });
  builder.add({
    kind: 'roots',
    roots: [
      { id: 10, category: 'global', name: 'one', to: 1 },
      { id: 11, category: 'stack', name: 'two', to: 2, owner: 'fiber 2' },
    ],
  });
  return new HeapAnalysis(builder.done({ kind: 'file', name: 'office' }));
}

test('objects are grouped by site, module, owner, kind and selection', () => {
  const analysis = office();
  const names = (by: Parameters<typeof groupsOf>[1]): readonly string[] =>
    groupsOf(analysis, by).map(({ name, count, retained }) => `${name}: ${count}, ${retained}`);
  expect(names('site')).toEqual(['desk.src:3:5 in build: 1, 15', 'desk.src:9: 1, 10', '(unknown): 1, 5']);
  expect(names('module')).toEqual(['desk: 2, 25', '(unknown): 1, 5']);
  expect(names('owner')).toEqual(['fiber 1: 1, 15', 'fiber 2: 1, 10', '(unknown): 1, 5']);
  expect(names('kind')).toEqual(['record: 2, 25', 'string: 1, 5']);
  const nodes = [1, 3].map(id => analysis.ids.nodeOf(id));
  expect(groupsOf(analysis, 'selection', [{ name: 'mine', nodes }])).toEqual([
    { name: 'mine', count: 2, shallow: 15, retained: 15 },
  ]);
});

test('a search finds ids, whole types before parts, and values', () => {
  const analysis = office();
  const found = (text: string, most = 10): readonly number[] =>
    search(analysis, text, most).map(node => analysis.graph.id(node));
  expect(found('desk')).toEqual([1, 2, 3]);
  expect(found('@3')).toEqual([3]);
  expect(found('LAMP')).toEqual([3]);
  expect(found('desk', 1)).toEqual([1]);
  expect(found('nothing like it')).toEqual([]);
  expect(found('')).toEqual([]);
});

test('the objects of a group are listed, largest first, by pages', () => {
  const page = answer(office(), { ask: 'members', by: 'type', name: 'Desk', count: 1 });
  expect(page).toMatchObject({ total: 2, items: [{ id: 1, type: 'Desk' }] });
  const fiber = answer(office(), { ask: 'members', by: 'owner', name: 'fiber 2' });
  expect(fiber.items.map(({ id }) => id)).toEqual([2]);
  expect(answer(office(), { ask: 'members', by: 'site', name: 'nowhere' })).toMatchObject({ total: 0 });
  expect(() => answer(office(), { ask: 'members', by: 'colour' as 'type', name: '' })).toThrow(
    /not grouped by/,
  );
});

test('what roots keep is told by root and not by category, in pages that leave nothing out', () => {
  const builder = new HeapBuilder();
  const size = (id: number): number => (id * 7) % 40;
  const ids = Array.from({ length: 30 }, (_, nth) => nth + 1);
  builder.add({ kind: 'nodes', nodes: ids.map(id => ({ id, type: 'T', kind: 'record', size: size(id) })) });
  builder.add({
    kind: 'roots',
    // A third is held by two categories of roots, and the rest by none.
    roots: ids.slice(0, 10).map(id => ({
      id: 100 + id,
      category: id % 2 === 0 ? 'stack' : 'global',
      name: `${id}`,
      to: id,
    })),
  });
  const analysis = new HeapAnalysis(builder.done({ kind: 'file', name: 'pages' }));
  const id = analysis.graph.id(analysis.graph.root);
  const pages = [0, 8, 16, 24].map(start =>
    answer(analysis, { ask: 'dominated', id, start, count: 8, skipCategories: true }),
  );
  expect(pages.map(({ total }) => total)).toEqual([30, 30, 30, 30]);
  const items = pages.flatMap(page => page.items);
  expect(items.map(node => node.id).toSorted((one, other) => one - other)).toEqual([
    ...ids.slice(10),
    ...ids.slice(0, 10).map(held => 100 + held),
  ]);
  expect(items.map(({ retained }) => retained)).toEqual(ids.map(size).toSorted((one, other) => other - one));
});
