// Paths from roots: the shortest by brute force, and key paths that show every owner.

import { expect, test } from 'vitest';
import type { EdgeRecord, RootRecord } from '../contract/source.js';
import { HeapBuilder } from '../graph/builder.js';
import { randomGraph } from '../test/random-graph.js';
import { HeapAnalysis } from './analysis.js';
import { keyPaths, shortestPath, type Path } from './paths.js';

/** `a>b` is an edge, `local>a` a root if nothing leads to it; nodes are named by one word. */
function heap(text: string): { readonly analysis: HeapAnalysis; readonly at: (name: string) => number } {
  const pairs = text.split(' ').map(pair => pair.split('>') as [string, string]);
  const targets = new Set(pairs.map(([, to]) => to));
  const names = [...new Set(pairs.flat())];
  const id = (name: string): number => names.indexOf(name) + 1;
  const builder = new HeapBuilder();
  const roots: RootRecord[] = [];
  const edges: EdgeRecord[] = [];
  for (const [from, to] of pairs) {
    if (!targets.has(from) && !roots.some(root => root.id === id(from)))
      roots.push({ id: id(from), category: 'stack', name: from, to: id(to) });
    else edges.push({ from: id(from), to: id(to), kind: 'field', name: to });
  }
  builder.add({ kind: 'roots', roots });
  builder.add({
    kind: 'nodes',
    nodes: names
      .filter(name => targets.has(name))
      .map(name => ({ id: id(name), type: name, kind: 'record', size: 8 })),
  });
  builder.add({ kind: 'edges', edges });
  const analysis = new HeapAnalysis(builder.done({ kind: 'file', name: 'test' }));
  return { analysis, at: name => analysis.ids.nodeOf(id(name)) };
}

const words = ({ graph }: HeapAnalysis, path: Path): string =>
  path
    .map(edge => graph.columns.to[edge]!)
    .filter(node => graph.kind(node) !== 'root' || graph.summary(node) !== undefined)
    .map(node => graph.summary(node) ?? graph.type(node))
    .join(' ');

function paths(text: string, to: string, most?: number): readonly string[] {
  const { analysis, at } = heap(text);
  return keyPaths(analysis, at(to), most).paths.map(path => words(analysis, path));
}

test('two owners behind one hub both appear', () => {
  expect(paths('one>a two>b a>hub b>hub hub>x', 'x')).toEqual(['one a hub x', 'two b hub x']);
});

test('owners that share a part of the way besides the hub all appear', () => {
  const found = paths('one>a two>b three>c a>middle b>middle middle>hub c>hub hub>x', 'x');
  expect(found.toSorted()).toEqual(['one a middle hub x', 'three c hub x', 'two b middle hub x']);
});

test('two variables that hold the same object are two paths', () => {
  expect(paths('first>x second>x', 'x')).toEqual(['first x', 'second x']);
});

test('a loop below an owner makes no path of its own', () => {
  expect(paths('one>a a>b b>a b>x x>b', 'x')).toEqual(['one a b x']);
});

test('more paths than asked for are said to exist', () => {
  const { analysis, at } = heap('one>x two>x three>x');
  expect(keyPaths(analysis, at('x'), 2)).toMatchObject({ complete: false, paths: [{}, {}] });
  expect(keyPaths(analysis, at('x'), 3)).toMatchObject({ complete: true, paths: [{}, {}, {}] });
});

test('shortest paths have as few steps as breadth-first search finds, and every key path leads from the root', () => {
  for (let seed = 1; seed <= 12; seed++) {
    const graph = randomGraph(seed, { nodes: 40, edges: 80, roots: 3, direction: 'any', weak: 0.1 });
    const analysis = new HeapAnalysis(graph);
    const distance = breadthFirst(analysis);
    for (let node = 0; node < graph.nodeCount; node++) {
      expect(shortestPath(analysis, node)?.length).toBe(distance[node]);
      for (const path of keyPaths(analysis, node).paths) {
        let current = graph.root;
        const seen = new Set([current]);
        for (const edge of path) {
          expect(analysis.sources.sourceOf(edge)).toBe(current);
          expect(graph.isWeak(edge)).toBe(false);
          current = graph.columns.to[edge]!;
          expect(seen.has(current)).toBe(false);
          seen.add(current);
        }
        expect(current).toBe(node);
      }
    }
  }
});

function breadthFirst({ graph }: HeapAnalysis): readonly (number | undefined)[] {
  const distance: (number | undefined)[] = [];
  distance[graph.root] = 0;
  for (const queue = [graph.root]; queue.length > 0;) {
    const node = queue.shift()!;
    for (let edge = graph.columns.first[node]!; edge < graph.columns.first[node + 1]!; edge++) {
      const target = graph.columns.to[edge]!;
      if (graph.isWeak(edge) || distance[target] !== undefined) continue;
      distance[target] = distance[node]! + 1;
      queue.push(target);
    }
  }
  return distance;
}
