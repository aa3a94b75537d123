// The object graph of Aria programs: the collected heap exactly, wild memory by its pointers, ids that follow objects.

import { readFileSync } from 'node:fs';
import { allNodes, ask, graphAt, waysTo } from '@sonde/engine-native/testing';
import { diffView, type HeapAnalysis } from '@sonde/heap';
import { describe, expect, it } from 'vitest';
import { toolsMissing, useShown, type Sight } from './shown-programs.js';

const text = `const Node = struct { value: int64, next: gc Node };
const Pair = struct { left: int64, right: int64 };
gc Node:kept = NULL;
async func:waits = int64(gc Node:given) {
    yield();
    pass(given.value); // #inside
};
func:main = int32() {
    gc Node:last = Node{ value: 1, next: NULL };
    gc Node:first = Node{ value: 2, next: last };
    kept = Node{ value: 3, next: last };
    wild Pair:pair = Pair{ left: 1, right: 2 };
    wild int64@:cells = aria.alloc<int64>(5); // #cells
    future<int64>:later = spawn waits(Node{ value: 4, next: NULL });
    yield();
    println("before"); // #before
    aria.gc_minor();
    println("after"); // #after
    aria.free(cells);
    aria.free(pair);
    pass(0);
};
`;

const look = ({ engine, stop }: Sight): Promise<HeapAnalysis> => graphAt(engine, stop.id);

describe.skipIf(toolsMissing)('the object graph', () => {
  const shown = useShown();

  it('has collected objects and wild blocks with what holds them, and ids that follow a collection', async () => {
    const before = await shown.aria(text, 'before');
    const graph = await look(before);
    const node = (value: number) =>
      allNodes(graph).find(({ type, summary }) => type === 'Node' && summary === `value: ${value}`)!;
    expect(node(1)).toMatchObject({ kind: 'nursery object', provenance: 'gc', validity: 'live', size: 24 });
    expect(ask(graph, { ask: 'references', id: node(2).id }).items).toMatchObject([
      { kind: 'field', name: 'next', node: { id: node(1).id } },
    ]);
    const holders = ask(graph, { ask: 'retainers', id: node(1).id }).items.map(
      ({ kind, name }) => `${kind} ${name}`,
    );
    expect(holders.toSorted()).toEqual(['field next', 'field next', 'stack-root last in main']);
    expect(waysTo(graph, node(3).id)).toEqual(['kept → kept']);
    // Of a coroutine that waits: its variable, and the copy of its arguments.
    const roots = allNodes(graph).filter(({ root }) => root !== undefined);
    expect(roots.find(({ summary }) => summary?.startsWith('argument of waits') === true)?.root).toBe(
      'suspended-fiber',
    );
    const wild = allNodes(graph).filter(({ kind }) => kind === 'wild');
    expect(wild.map(({ type, size }) => `${type} ${size}`).toSorted()).toEqual(['Pair 16', 'int64 40']);
    expect(wild.every(({ site, provenance }) => site !== undefined && provenance === 'manual')).toBe(true);
    expect(waysTo(graph, wild.find(({ size }) => size === 40)!.id)).toEqual([
      'cells in main → cells in main',
    ]);
    expect(ask(graph, { ask: 'summary' }).labels).toMatchObject({
      nodes: { exactness: 'exact' },
      roots: { exactness: 'approximate' },
    });
    const value = before.value('first');
    expect(await before.engine.heapId!(before.stop.id, value)).toBe(node(2).id);

    // The collection moves every object out of the nursery.
    const after = await look(
      await before
        .next({ kind: 'step', how: 'over', granularity: 'line' })
        .then(sight => sight.next({ kind: 'step', how: 'over', granularity: 'line' })),
    );
    const diff = diffView(graph, after);
    expect(diff).toMatchObject({ added: { count: 0 }, idsDiffer: false });
    expect(allNodes(after).find(({ id }) => id === node(1).id)).toMatchObject({
      kind: 'old object',
      summary: 'value: 1',
    });
  });

  it('is exact where there is no wild memory, and says so where a collection is under way', async () => {
    const program = `const Node = struct { value: int64, next: gc Node };
func:main = int32() {
    gc Node:list = Node{ value: 1, next: NULL };
    println("here"); // #here
    pass(0);
};
`;
    const sight = await shown.aria(program, 'here');
    expect(ask(await look(sight), { ask: 'summary' }).retained).toEqual({ exactness: 'exact' });
    const [at] = await sight.engine.symbolAddresses!(['__aria_gc_statistics']);
    const collecting = { ...at!, offset: at!.offset + 88n };
    await sight.engine.writeMemory(sight.stop.id, collecting, Uint8Array.of(1));
    expect(await sight.engine.heap!(sight.stop.id)).toEqual({
      available: false,
      why: 'a collection is under way: objects are between two places',
    });
  });

  it('finds both leaks of the example, which prints the same with and without', async () => {
    const example = readFileSync(new URL('../../examples/leak.aria', import.meta.url), 'utf8');
    const sight = await shown.aria(example, 'look');
    const graph = await look(sight);
    const suspects = ask(graph, { ask: 'suspects' });
    expect(suspects.find(({ chain }) => chain !== undefined)).toMatchObject({
      chain: { type: 'Entry', count: 100 },
      heldBy: expect.stringContaining('log') as string,
    });
    expect(suspects.find(({ garbage }) => garbage !== undefined)?.garbage).toMatchObject({ count: 25 });
    const { debugged, alone } = await sight.outputs();
    expect(alone).not.toBe('');
    expect(debugged).toBe(alone);
  });
});
