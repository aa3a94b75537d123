// References largest first, and only some of them.

import { expect, test } from 'vitest';
import { HeapBuilder } from '../graph/builder.js';
import { HeapAnalysis } from './analysis.js';
import { answer } from './queries.js';

function hub(): HeapAnalysis {
  const builder = new HeapBuilder();
  builder.add({
    kind: 'nodes',
    nodes: [
      { id: 1, type: 'Hub', kind: 'record', size: 1 },
      { id: 2, type: 'Small', kind: 'record', size: 10 },
      { id: 3, type: 'Large', kind: 'record', size: 30 },
      { id: 4, type: 'Middle', kind: 'record', size: 20 },
    ],
  });
  builder.add({
    kind: 'edges',
    edges: [
      { from: 1, to: 2, kind: 'index', name: 0 },
      { from: 1, to: 3, kind: 'index', name: 1 },
      { from: 1, to: 4, kind: 'field', name: 'best' },
      { from: 4, to: 3, kind: 'field', name: 'next' },
    ],
  });
  builder.add({ kind: 'roots', roots: [{ id: 10, category: 'global', name: 'hub', to: 1 }] });
  return new HeapAnalysis(builder.done({ kind: 'file', name: 'hub' }));
}

const idsOf = (page: {
  readonly items: readonly { readonly node: { readonly id: number } }[];
}): readonly number[] => page.items.map(({ node }) => node.id);

test('the largest come first, page by page', () => {
  const first = answer(hub(), { ask: 'references', id: 1, order: 'size', count: 2 });
  expect(first.total).toBe(3);
  expect(idsOf(first)).toEqual([3, 4]);
  expect(idsOf(answer(hub(), { ask: 'references', id: 1, order: 'size', start: 2 }))).toEqual([2]);
});

test('kinds and types are sifted before pages are counted', () => {
  expect(idsOf(answer(hub(), { ask: 'references', id: 1, kinds: ['field'] }))).toEqual([4]);
  expect(answer(hub(), { ask: 'references', id: 1, type: 'mid' })).toMatchObject({ total: 1 });
  expect(idsOf(answer(hub(), { ask: 'retainers', id: 3, kinds: ['index'] }))).toEqual([1]);
  expect(() => answer(hub(), { ask: 'references', id: 1, kinds: ['colour' as 'field'] })).toThrow(
    /no edges of kind/,
  );
});
