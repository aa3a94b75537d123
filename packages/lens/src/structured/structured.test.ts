import { address, objectId, type NamedValue, type RawValue, type TypeId } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { Lens } from '../lens-view.js';
import type { Renderer } from '../renderer.js';
import { FakeReads, words } from '../test/fake-reads.js';
import type { StructuredView } from '../view.js';
import { structuredViews, type StructuredRequest } from './structured.js';

type Graph = Extract<StructuredView, { kind: 'graph' }>;

/** A debuggee with 4-byte pointers, in which a list of `{value, next}` can be laid out. */
class Program extends FakeReads {
  readonly int = this.types.add({ kind: 'integer', name: 'int', size: 4, signed: true });
  readonly byte = this.types.add({ kind: 'integer', name: 'byte', size: 1, signed: false });
  readonly #node = 1_000 as TypeId;
  readonly pointer = this.types.add({ kind: 'pointer', name: 'node *', target: this.#node, size: 4 });

  constructor() {
    super();
    const fields = [
      { name: 'value', type: this.int, bitOffset: 0 },
      { name: 'next', type: this.pointer, bitOffset: 32 },
    ];
    this.types.define(this.#node, { kind: 'struct', name: 'node', size: 8, fields });
  }

  get node(): TypeId {
    return this.#node;
  }

  at(type: TypeId, offset: number): RawValue {
    return { type, content: { kind: 'deferred' }, place: { kind: 'memory', address: address(offset) } };
  }

  /** Nodes one behind the other from 0x1000, each leading to the node numbered in `next`. */
  list(next: readonly number[]): RawValue {
    const parts = next.flatMap((to, nth) => [nth * 10, to < 0 ? 0 : 0x1000 + 8 * to]);
    this.map(0x1000n, words(...parts));
    return { type: this.pointer, content: { kind: 'scalar', value: 0x1000n } };
  }

  async view(value: RawValue, more: Partial<StructuredRequest> = {}, renderers: readonly Renderer[] = []) {
    const [view] = await this.structuredOf([{ name: 'v', value }], more, renderers);
    return view;
  }

  async structuredOf(
    values: readonly NamedValue[],
    more: Partial<StructuredRequest> = {},
    renderers: readonly Renderer[] = [],
  ) {
    const lens = new Lens({ renderers, types: this.types, pointerSize: 4, littleEndian: true });
    const reader = this.reader();
    const shown = await lens.show(values, reader);
    return structuredViews(shown, {
      ...{ lens, types: this.types, reader, most: 10, withinMs: 60_000 },
      ...more,
    });
  }
}

describe('a list of records', () => {
  it('is a table with a column for each member', async () => {
    const program = new Program();
    program.list([1, -1]);
    const rows = program.types.add({ kind: 'array', name: 'node[2]', element: program.node, count: 2 });
    expect(await program.view(program.at(rows, 0x1000))).toEqual({
      kind: 'table',
      columns: ['#', 'value', 'next'],
      rows: [
        ['0', '0', '→ {value: 10, …} at 0x1008'],
        ['1', '10', 'null'],
      ],
    });
  });

  it('that is long is cut, and says how much is left', async () => {
    const program = new Program();
    program.list(Array.from({ length: 130 }, () => -1));
    const rows = program.types.add({ kind: 'array', name: 'node[130]', element: program.node, count: 130 });
    const view = await program.view(program.at(rows, 0x1000));
    expect(view).toMatchObject({ kind: 'table', more: 30 });
    expect(view?.kind === 'table' && view.rows).toHaveLength(100);
  });

  it('is none when it is a list of numbers', async () => {
    const program = new Program();
    program.map(0x1000n, words(1, 2, 3));
    const row = program.types.add({ kind: 'array', name: 'int[3]', element: program.int, count: 3 });
    expect(await program.view(program.at(row, 0x1000))).toBeUndefined();
  });
});

it('bytes in memory are shown as such', async () => {
  const program = new Program();
  program.map(0x1000n, words(1, 2));
  const bytes = program.types.add({
    kind: 'array',
    name: 'byte[8]',
    element: program.byte,
    count: 8,
    size: 8,
  });
  expect(await program.view(program.at(bytes, 0x1000))).toEqual({
    kind: 'hex',
    address: address(0x1000),
    size: 8,
  });
});

describe('linked values', () => {
  it('are a graph, in which a circle is closed', async () => {
    const program = new Program();
    expect(await program.view(program.list([1, 2, 0]))).toEqual({
      kind: 'graph',
      nodes: [
        { id: '0', label: 'value: 0', group: 'node' },
        { id: '1', label: 'value: 10', group: 'node' },
        { id: '2', label: 'value: 20', group: 'node' },
      ],
      edges: [
        { from: '0', to: '1', label: 'next' },
        { from: '1', to: '2', label: 'next' },
        { from: '2', to: '0', label: 'next' },
      ],
    });
  });

  it('are one and the same whether a pointer leads there or they are looked at themselves', async () => {
    const program = new Program();
    program.list([0]);
    expect(await program.view(program.at(program.node, 0x1000))).toMatchObject({
      nodes: [{ id: '0' }],
      edges: [{ from: '0', to: '0' }],
    });
  });

  it('that go on are cut, and it is said that they do', async () => {
    const program = new Program();
    const endless = Array.from({ length: 200 }, (_, nth) => nth + 1);
    const view = (await program.view(program.list(endless))) as Graph;
    expect(view.nodes).toHaveLength(60);
    expect(view.edges).toHaveLength(59);
    expect(view.more).toBe(1);
  });

  it('are not followed when there is no time', async () => {
    const program = new Program();
    expect(await program.view(program.list([1, 2, 0]), { withinMs: -1 })).toBeUndefined();
  });

  it('that lead nowhere are a record', async () => {
    const program = new Program();
    expect(await program.view(program.list([-1]))).toEqual({
      kind: 'record',
      fields: [
        { name: 'value', text: '0' },
        { name: 'next', text: 'null' },
      ],
    });
  });

  it('with an address that nothing is at lead nowhere', async () => {
    const program = new Program();
    program.map(0x1000n, words(1, 0x7000_0000));
    const value: RawValue = { type: program.pointer, content: { kind: 'scalar', value: 0x1000n } };
    expect(await program.view(value)).toMatchObject({ kind: 'record' });
  });
});

describe('objects of a machine', () => {
  function family(): { program: Program; parent: RawValue } {
    const program = new Program();
    const person = program.types.add({ kind: 'object', name: 'person' });
    const list = program.types.add({ kind: 'object', name: 'list' });
    const tagged = program.types.add({
      kind: 'variant',
      name: 'maybe',
      discriminant: { name: 'tag', type: program.int },
      variants: [],
    });
    const object = (id: string, type: TypeId, named: number, indexed = 0): RawValue => ({
      type,
      content: { kind: 'object', id: objectId(id), named, indexed },
    });
    const has = (id: string, members: Readonly<Record<string, RawValue>>): void => {
      program.objects.set(id, ({ start, count }) =>
        Object.entries(members)
          .map(([name, value]) => ({
            name,
            value: { ...value, place: { kind: 'field' as const, object: objectId(id), key: name } },
          }))
          .slice(start, start + count),
      );
    };
    const age = (value: bigint): RawValue => ({ type: program.int, content: { kind: 'scalar', value } });
    const [parent, child] = [object('p', person, 2), object('c', person, 2)];
    has('p', { age: age(40n), children: object('l', list, 0, 2) });
    has('l', { '[0]': child, '[1]': child });
    has('c', { age: age(7n), children: object('m', tagged, 1) });
    has('m', { back: parent });
    return { program, parent };
  }

  it('are each there once, through lists and tagged values that are part of them', async () => {
    const { program, parent } = family();
    expect(await program.view(parent)).toMatchObject({
      nodes: [{ label: 'age: 40' }, { label: 'age: 7' }],
      edges: [
        { from: '0', to: '1', label: 'children[0]' },
        { from: '0', to: '1', label: 'children[1]' },
        { from: '1', to: '0', label: 'children.back' },
      ],
    });
  });
});

it('records inside one another are no graph', async () => {
  const program = new Program();
  program.map(0x1000n, words(1, 2));
  const point = program.types.add({
    kind: 'struct',
    name: 'point',
    size: 4,
    fields: [{ name: 'x', type: program.int, bitOffset: 0 }],
  });
  const line = program.types.add({
    kind: 'struct',
    name: 'line',
    size: 8,
    fields: [
      { name: 'from', type: point, bitOffset: 0 },
      { name: 'to', type: point, bitOffset: 32 },
    ],
  });
  expect(await program.view(program.at(line, 0x1000))).toEqual({
    kind: 'record',
    fields: [
      { name: 'from', text: '{x: 1}' },
      { name: 'to', text: '{x: 2}' },
    ],
  });
});

it('what a renderer says goes before what is seen, and of many values the first are looked at', async () => {
  const program = new Program();
  const structured = { kind: 'result', ok: true, label: 'Ok', text: '1' } as const;
  const renderer: Renderer = {
    name: 'r',
    matches: { name: 'node *' },
    render: () => ({ text: 'Ok(1)', structured }),
  };
  const value = program.list([1, 0]);
  expect(await program.view(value, {}, [renderer])).toEqual(structured);
  const plain = { type: program.int, content: { kind: 'scalar', value: 1n } } as const;
  const values = [plain, value, value].map(each => ({ name: 'v', value: each }));
  expect(await program.structuredOf(values, { most: 1 }, [renderer])).toEqual([
    undefined,
    structured,
    undefined,
  ]);
});
