// What is seen of a neighbourhood: columns, hidden counts, aggregates, pins, and what a collapse takes away.
import type { EdgeView, NodeView } from '@sonde/heap';
import { describe, expect, it } from 'vitest';
import { graphOfPaths } from './graph-reader.js';
import {
  around,
  collapsed,
  edgesText,
  opened,
  pinned,
  shownGraph,
  type Neighbourhood,
} from './neighbourhood.js';

const node = (id: number, references = 0, retainers = 1, more: Partial<NodeView> = {}): NodeView => ({
  id,
  type: 'T',
  kind: 'record',
  size: 8,
  provenance: 'gc',
  validity: 'live',
  references,
  retainers,
  ...more,
});

const field = (name: string, to: NodeView): EdgeView => ({ kind: 'field', name, node: to });

/** 1 holds 2 and 3 of ten, 2 holds 4, and 9 holds 1. */
function family(): Neighbourhood {
  let graph = around(node(1, 10, 1));
  graph = opened(graph, {
    of: 1,
    direction: 'references',
    edges: [field('a', node(2, 1)), field('b', node(3))],
    total: 10,
  });
  graph = opened(graph, { of: 2, direction: 'references', edges: [field('c', node(4, 0, 2))], total: 1 });
  return opened(graph, { of: 1, direction: 'retainers', edges: [field('d', node(9, 5, 0))], total: 1 });
}

const columnsOf = (graph: Neighbourhood): Readonly<Record<string, number>> =>
  Object.fromEntries(shownGraph(graph).nodes.map(({ key, column }) => [key, column]));

describe('a neighbourhood', () => {
  it('has what holds an object left of it, and counts what is hidden', () => {
    const shown = shownGraph(family());
    expect(columnsOf(family())).toEqual({ 1: 0, 2: 1, 3: 1, 4: 2, 9: -1 });
    const hidden = Object.fromEntries(shown.nodes.map(each => [each.key, each.hidden]));
    expect(hidden['1']).toEqual({ references: 8, retainers: 0 });
    expect(hidden['4']).toEqual({ references: 0, retainers: 1 });
    expect(hidden['9']).toEqual({ references: 4, retainers: 0 });
    expect(shown.more).toMatchObject([{ of: 1, direction: 'references', count: 8, column: 1 }]);
  });

  it('takes away with a collapse what is seen through it only, and keeps pins', () => {
    expect(Object.keys(columnsOf(collapsed(family(), 1, 'references')))).toEqual(['1', '9']);
    const kept = collapsed(pinned(family(), 4, true), 1, 'references');
    expect(Object.keys(columnsOf(kept)).toSorted()).toEqual(['1', '4', '9']);
    expect(Object.keys(columnsOf(pinned(kept, 4, false)))).toEqual(['1', '9']);
  });

  it('draws all references between two objects as one line, however they were found', () => {
    let graph = opened(family(), {
      of: 4,
      direction: 'retainers',
      edges: [field('c', node(2, 1)), field('e', node(2, 1)), field('f', node(3))],
      total: 3,
    });
    graph = opened(graph, { of: 4, direction: 'references', edges: [field('self', node(4))], total: 1 });
    const { edges } = shownGraph(graph);
    expect(edges.map(({ from, to, text }) => `${from} ${text} ${to}`)).toEqual([
      '1 .a 2',
      '1 .b 3',
      '2 .c, .e 4',
      '9 .d 1',
      '3 .f 4',
      '4 .self 4',
    ]);
  });

  it('counts the rest of many references between two objects', () => {
    const edges = ['a', 'b', 'c'].map(name => ({ kind: 'field' as const, name }));
    expect(edgesText(edges)).toBe('.a + 2 more');
    expect(edgesText([{ kind: 'index', name: 3, weak: true }])).toBe('[3] (weak)');
  });

  it('begins paths at their roots, without the node of a whole category', () => {
    const root = node(5, 1, 1, { root: 'global' });
    const category = node(2 ** 52 + 3, 9, 1);
    const path = {
      from: node(2 ** 52, 9, 0),
      steps: [
        { kind: 'root' as const, node: category },
        { kind: 'root' as const, node: root },
        { ...field('x', node(6, 1)) },
        { ...field('y', node(7)) },
      ],
    };
    const graph = graphOfPaths(node(7), [path]);
    expect(columnsOf(graph)).toEqual({ 5: -2, 6: -1, 7: 0 });
    expect(shownGraph(graph).nodes.find(({ key }) => key === '5')?.hidden.retainers).toBe(0);
    // Steps in the middle of a long path are missing: nothing leads over the gap.
    const steps = path.steps.slice(1);
    expect(Object.keys(columnsOf(graphOfPaths(node(7), [{ ...path, steps, hidden: 40 }])))).toEqual([
      '6',
      '7',
    ]);
  });
});
