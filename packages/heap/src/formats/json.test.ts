// JSON and DOT of a graph: the same text each time, read back as the same graph, and damaged text is refused.

import { expect, test } from 'vitest';
import { HeapAnalysis } from '../analysis/analysis.js';
import { keyPaths } from '../analysis/paths.js';
import { HeapProblem } from '../contract/problem.js';
import { HeapGraph } from '../graph/graph.js';
import { randomFrom, randomGraph } from '../test/random-graph.js';
import { piecesOf, snapshotText } from '../test/small-snapshot.js';
import { dotOf, neighbourhood, partOf, partOfPaths } from './dot.js';
import { graphFromJson, jsonOf } from './json.js';
import { readV8Snapshot } from './v8/reader.js';

const small = (): Promise<HeapGraph> => readV8Snapshot(piecesOf(snapshotText(), 4096), { name: 'small' });
const random = (): HeapGraph =>
  randomGraph(5, { nodes: 30, edges: 60, roots: 3, direction: 'any', weak: 0.2 });
const text = (graph: HeapGraph): string => [...jsonOf(graph)].join('');

test.each([
  ['of V8', small],
  ['with roots of ours', async () => random()],
] as const)('a graph %s comes back from JSON as it was', async (_, make) => {
  const graph = await make();
  const again = graphFromJson(text(graph), 'again');
  expect(text(again)).toBe(text(graph));
  expect(new HeapAnalysis(again).retained).toEqual(new HeapAnalysis(graph).retained);
  expect(again.facts.findings.total).toBe(0);
});

test.each<readonly [string, (json: string) => string, string, RegExp]>([
  ['cut off', json => json.slice(0, -20), 'corrupt', /is no JSON/],
  ['another format', () => '{"format":"other"}', 'foreign', /not a heap that sonde heap wrote/],
  ['a number', () => '1', 'foreign', /not a heap/],
  [
    'another version',
    json => json.replace('"version":1', '"version":9'),
    'version',
    /version 9; this one reads version 1/,
  ],
  ['no nodes', json => json.replace('"nodes":[', '"nodez":['), 'corrupt', /"nodes" is no list/],
  ['a node without size', json => json.replace('"size":0', '"size":"0"'), 'corrupt', /nodes\[0\] is no node/],
  [
    'an edge of no kind',
    json => json.replace('"kind":"root","name"', '"kind":"rot","name"'),
    'corrupt',
    /edges\[0\] is no edge/,
  ],
])('JSON is refused by name: %s', (_, change, code, message) => {
  const wrong = change(text(random()));
  expect(() => graphFromJson(wrong, 'it')).toThrow(
    expect.objectContaining({ code, message: expect.stringMatching(message) as string }),
  );
});

test('damaged JSON is read or refused', () => {
  const next = randomFrom(3);
  const good = text(random());
  for (let round = 0; round < 200; round++) {
    const at = Math.floor(next() * good.length);
    const wrong = good.slice(0, at) + String.fromCharCode(32 + Math.floor(next() * 90)) + good.slice(at + 1);
    try {
      new HeapAnalysis(graphFromJson(wrong, 'it')).complete(() => undefined);
    } catch (error) {
      if (!(error instanceof HeapProblem)) throw error;
    }
  }
});

test('paths and neighbours are drawn, always in the same order, with what is hidden counted', async () => {
  const analysis = new HeapAnalysis(await small());
  const dot = dotOf(analysis, partOfPaths(analysis, keyPaths(analysis, 5).paths));
  expect(dot).toBe(`digraph heap {
  rankdir=LR;
  node [shape=box, fontname="monospace"];
  n1 [label="(root) @1\\n0 B, keeps 318 B\\n+1 more references"];
  n5 [label="Window @5\\n100 B, keeps 310 B", shape=ellipse];
  n7 [label="Cache @7\\n84 B, keeps 124 B\\n+1 more references"];
  n9 [label="(array) @9\\n\\"(object elements)\\"\\n0 B, keeps 40 B\\n+1 more references"];
  n11 [label="Session @11\\n40 B, keeps 40 B\\n+1 more references"];
  n13 [label="(function) @13\\n\\"onclick\\"\\n30 B, keeps 30 B"];
  n1 -> n5 [label="window\\nruntime-handle"];
  n5 -> n7 [label="cache\\nfield"];
  n5 -> n13 [label="handler\\nfield"];
  n7 -> n9 [label="table\\nbookkeeping", arrowhead=vee];
  n9 -> n11 [label="[0]\\nindex"];
  n13 -> n11 [label="session\\nclosure-capture", arrowhead=onormal];
}
`);
  const around = dotOf(analysis, neighbourhood(analysis, 5, 1, 10), 5);
  expect(around).toContain('n7 -> n11 [label="last\\nruntime-handle", style=dashed];');
  expect(around).toContain('n11 [label="Session @11\\n40 B, keeps 40 B", penwidth=3];');
  expect(dotOf(analysis, neighbourhood(analysis, 5, 1, 10), 5)).toBe(around);
  expect(neighbourhood(analysis, 5, 5, 3).nodes).toHaveLength(3);
});

test('a drawing says that sizes are not exact, each reason in a line of its own', async () => {
  const { columns, strings, facts } = await small();
  const guess = { exactness: 'approximate', why: 'one; another' } as const;
  const labels = { ...facts.labels, roots: guess };
  const analysis = new HeapAnalysis(new HeapGraph(columns, strings, { ...facts, labels }));
  const dot = dotOf(analysis, partOf(analysis, new Set([5, 7].map(id => analysis.ids.nodeOf(id)))));
  expect(dot).toContain('label="Sizes are approximate\\none\\nanother";');
  // Nothing but the two and what one holds of the other.
  expect(dot.match(/^ {2}n\d+ /gm)).toEqual(['  n5 ', '  n7 ', '  n5 ']);
});
