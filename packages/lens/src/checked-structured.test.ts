import { address } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { checkedStructured } from './checked-structured.js';

describe('a structured view of a renderer', () => {
  it.each([
    { kind: 'table', columns: ['a'], rows: [['1']], more: 3 },
    { kind: 'graph', nodes: [{ id: 'x', label: 'X', group: 'g' }], edges: [{ from: 'x', to: 'x' }] },
    { kind: 'hex', address: address(16), size: 4 },
    { kind: 'result', ok: false, label: 'Error', text: '3' },
    { kind: 'record', fields: [{ name: 'a', text: '1' }] },
  ])('is taken as it is: $kind', view => {
    expect(checkedStructured(view)).toEqual(view);
  });

  it('that is too large is cut, with a count of what was', () => {
    const rows = Array.from({ length: 150 }, () => ['1', 'too many']);
    expect(checkedStructured({ kind: 'table', columns: ['a'], rows, more: 5 })).toMatchObject({
      rows: expect.objectContaining({ length: 100, 0: ['1'] }) as unknown,
      more: 55,
    });
    const nodes = Array.from({ length: 70 }, (_, nth) => ({ id: `${nth}`, label: 'x'.repeat(5_000) }));
    const edges = nodes.map(({ id }) => ({ from: id, to: '69' }));
    const graph = checkedStructured({ kind: 'graph', nodes, edges });
    expect(graph).toMatchObject({ edges: [], more: 10 });
    expect(graph.kind === 'graph' && graph.nodes[0]!.label.length).toBe(1_024);
  });

  it('with rows that are too short gets the cells it lacks', () => {
    expect(checkedStructured({ kind: 'table', columns: ['a', 'b'], rows: [['1']] })).toMatchObject({
      rows: [['1', '']],
    });
  });

  it.each<[string, unknown]>([
    ['no known kind', { kind: 'pie' }],
    ['is none', 'table'],
    ['lacks a list', { kind: 'table', columns: 'a', rows: [] }],
    ['no text', { kind: 'record', fields: [{ name: 'a', text: 1 }] }],
    ['one id', { kind: 'graph', nodes: [1, 1].map(() => ({ id: 'x', label: '' })), edges: [] }],
    ['nowhere', { kind: 'hex', address: {}, size: 1 }],
    ['not counted', { kind: 'hex', address: address(1), size: -1 }],
    ['neither good nor bad', { kind: 'result', label: '', text: '' }],
  ])('is refused: %s', (why, view) => {
    expect(() => checkedStructured(view)).toThrow(why);
  });
});
