// Graphs from chunks: every field, kind and category arrives; what contradicts itself is listed, never a crash.

import { expect, test } from 'vitest';
import { HeapAnalysis } from '../analysis/analysis.js';
import { answer } from '../analysis/queries.js';
import { nodeView } from '../analysis/views.js';
import { firstReservedId, type HeapChunk, type HeapSource, type NodeRecord } from '../contract/source.js';
import { edgeKinds, exactLabels, provenances, rootCategories, validities } from '../contract/vocabulary.js';
import { HeapBuilder } from './builder.js';
import { graphFromSource } from './from-source.js';
import type { HeapGraph } from './graph.js';

const record = (id: number, more: Partial<NodeRecord> = {}): NodeRecord => ({
  id,
  type: 'T',
  kind: 'record',
  size: 1,
  ...more,
});

function built(...chunks: readonly HeapChunk[]): HeapGraph {
  const builder = new HeapBuilder();
  for (const chunk of chunks) builder.add(chunk);
  return builder.done({ kind: 'stop', stop: '4', cause: 'breakpoint' });
}

test('a node has every field that the specification names', () => {
  const graph = built(
    { kind: 'roots', roots: [{ id: 9, category: 'stack', name: 'x', to: 1 }] },
    {
      kind: 'nodes',
      nodes: [
        record(1, {
          type: 'Point',
          size: 24,
          summary: '(1, 2)',
          site: 7,
          owner: 'fiber 3',
          generation: 12,
          provenance: 'arc',
          validity: 'moved',
        }),
      ],
    },
    { kind: 'sites', sites: [{ id: 7, file: 'a.osp', line: 2, column: 3 }] },
  );
  const analysis = new HeapAnalysis(graph);
  expect(nodeView(analysis, analysis.ids.nodeOf(1))).toEqual({
    id: 1,
    type: 'Point',
    kind: 'record',
    size: 24,
    retained: 24,
    summary: '(1, 2)',
    site: 'a.osp:2:3',
    owner: 'fiber 3',
    generation: 12,
    provenance: 'arc',
    validity: 'moved',
    references: 0,
    retainers: 1,
  });
});

test.each(validities)('a node may be %s', validity => {
  const graph = built({ kind: 'nodes', nodes: [record(1, { validity })] });
  expect(graph.validity(1)).toBe(validity);
});

test.each(provenances)('a node may come from %s', provenance => {
  const graph = built({ kind: 'nodes', nodes: [record(1, { provenance })] });
  expect(graph.provenance(1)).toBe(provenance);
});

test.each(edgeKinds)('an edge may be a %s, weak or not, with a name or a position', kind => {
  const graph = built(
    {
      kind: 'edges',
      edges: [
        { from: 1, to: 2, kind, name: 'n' },
        { from: 1, to: 2, kind, name: 5, weak: true },
        { from: 1, to: 1, kind },
      ],
    },
    { kind: 'nodes', nodes: [record(1), record(2)] },
  );
  const edges = [0, 1, 2].map(edge => [graph.edgeKind(edge), graph.edgeName(edge), graph.isWeak(edge)]);
  expect(edges).toEqual([
    [kind, 'n', false],
    [kind, 5, true],
    [kind, undefined, false],
  ]);
});

test.each(rootCategories)('a root may be a %s, and its category is a node above it', category => {
  const graph = built(
    { kind: 'nodes', nodes: [record(1)] },
    { kind: 'roots', roots: [{ id: 9, category, name: 'r', to: 1 }] },
  );
  const analysis = new HeapAnalysis(graph);
  const root = analysis.ids.nodeOf(9);
  expect(graph.rootCategory(root)).toBe(category);
  const above = analysis.dominators.parents[root]!;
  expect([graph.rootCategory(above), analysis.dominators.parents[above]]).toEqual([category, graph.root]);
  expect(graph.facts.labels.roots.exactness).toBe(category === 'conservative' ? 'approximate' : 'exact');
});

test.each<readonly [string, readonly HeapChunk[], RegExp]>([
  [
    'an edge from nowhere',
    [{ kind: 'edges', edges: [{ from: 8, to: 1, kind: 'field' }] }],
    /^edge 0: leads from 8/,
  ],
  [
    'an edge to nowhere',
    [{ kind: 'edges', edges: [{ from: 1, to: 8, kind: 'field' }] }],
    /^edge 0: leads to 8/,
  ],
  [
    'a root of nothing',
    [{ kind: 'roots', roots: [{ id: 9, category: 'stack', name: '', to: 8 }] }],
    /leads to 8/,
  ],
  ['an id twice', [{ kind: 'nodes', nodes: [record(1)] }], /^node 1 \(id 1\): an earlier node has this id/],
  ['an id that is none', [{ kind: 'nodes', nodes: [record(-3)] }], /^node 1: its id -3/],
  ['an id of ours', [{ kind: 'nodes', nodes: [record(firstReservedId)] }], /^node 1: its id/],
  [
    'a size that is none',
    [{ kind: 'nodes', nodes: [record(2, { size: NaN })] }],
    /^node 1 \(id 2\): its size NaN/,
  ],
  [
    'a site that is unknown',
    [{ kind: 'nodes', nodes: [record(2, { site: 3 })] }],
    /^node 1: its site 3 is unknown/,
  ],
  [
    'a kind of edge that is none',
    [{ kind: 'edges', edges: [{ from: 1, to: 1, kind: 'x' as 'field' }] }],
    /^edge 0: "x"/,
  ],
  [
    'a category that is none',
    [{ kind: 'roots', roots: [{ id: 9, category: 'x' as 'stack', name: '', to: 1 }] }],
    /^root 9: "x"/,
  ],
])('%s is listed with its place, and the rest is there', (_, chunks, finding) => {
  const graph = built({ kind: 'nodes', nodes: [record(1)] }, ...chunks);
  const { listed, total } = graph.facts.findings;
  expect(total).toBe(1);
  expect(`${listed[0]!.where}: ${listed[0]!.what}`).toMatch(finding);
  expect(graph.facts.labels.edges.exactness).toBe('approximate');
  expect(new HeapAnalysis(graph).ids.nodeOf(1)).toBe(1);
});

test('of a million things that are wrong the first few are listed', () => {
  const edges = Array.from({ length: 100_000 }, () => ({ from: 1, to: 2, kind: 'field' }) as const);
  const { findings } = built({ kind: 'edges', edges }).facts;
  expect([findings.total, findings.listed.length]).toEqual([100_000, 20]);
});

test('sizes and ids above 32 bits are exact', () => {
  const [id, size] = [2 ** 40 + 1, 2 ** 41 + 3];
  const graph = built({ kind: 'nodes', nodes: [record(1), record(id, { size })] });
  expect([graph.id(2), graph.size(2), new HeapAnalysis(graph).ids.nodeOf(id)]).toEqual([id, size, 2]);
});

test('custom managers and objects that cannot be read make retained sizes approximate', () => {
  const label = (node: Partial<NodeRecord>): string =>
    new HeapAnalysis(built({ kind: 'nodes', nodes: [record(1, node)] })).retainedLabel.exactness;
  expect(label({})).toBe('exact');
  expect(label({ provenance: 'custom' })).toBe('approximate');
  expect(label({ validity: 'corrupt' })).toBe('approximate');
});

test('without roots that can be told, retained sizes are unavailable and not shown', () => {
  const builder = new HeapBuilder();
  builder.add({ kind: 'nodes', nodes: [record(1)] });
  const roots = { exactness: 'unavailable', why: 'the manager tells none' } as const;
  const graph = builder.done({ kind: 'file', name: 'x' }, { ...exactLabels, roots });
  const analysis = new HeapAnalysis(graph);
  expect(analysis.retainedLabel).toEqual(roots);
  expect(nodeView(analysis, 1)).not.toHaveProperty('retained');
  const groups = answer(analysis, { ask: 'groups', by: 'type' });
  expect(groups.items).toEqual([{ name: 'T', count: 1, shallow: 1 }]);
  expect(answer(analysis, { ask: 'largest' })).toHaveLength(1);
  expect(answer(analysis, { ask: 'suspects' })).toEqual([]);
  expect(() => answer(analysis, { ask: 'dominated', id: 1 })).toThrow(
    /is unknown here: the manager tells none/,
  );
});

function endless(ended: () => void): HeapSource {
  return {
    available: true,
    moment: { kind: 'stop', stop: '1', cause: 'request' },
    async *read() {
      try {
        for (let id = 1; ; id++) yield { kind: 'nodes', nodes: [record(id)] } as const;
      } finally {
        ended();
      }
    },
  };
}

test('a source is cut at the limit, ended, and labelled', async () => {
  let ends = 0;
  const reading = {
    signal: new AbortController().signal,
    progress: () => undefined,
    mostNodes: 50,
    addresses: false,
  };
  const graph = await graphFromSource(
    endless(() => ends++),
    reading,
  );
  expect([graph.nodeCount, ends]).toEqual([51, 1]);
  expect(graph.facts.labels.nodes).toEqual({
    exactness: 'approximate',
    why: 'only the first 50 objects were read',
  });
});

test('a source that is cancelled is ended', async () => {
  let ends = 0;
  const controller = new AbortController();
  const progress = (): void => controller.abort();
  const reading = { signal: controller.signal, progress, mostNodes: 1e9, addresses: false };
  const source = endless(() => ends++);
  await expect(graphFromSource(source, reading)).rejects.toMatchObject({ code: 'cancelled' });
  expect(ends).toBe(1);
});
