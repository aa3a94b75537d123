// What LLDB can show beyond types and bytes: containers, objects behind base classes, functions behind pointers.

import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { EngineView, RawValue } from '@sonde/engine';
import {
  bytesOf,
  intOf,
  printedInLldb,
  TestSession,
  toolsMissing,
  useFixturesIn,
  variable,
} from '@sonde/engine-native/testing';
import { scalarOf } from '@sonde/lens';
import { bridge } from '../pack/bridge.js';

const sources = fileURLToPath(new URL('../../src/test/fixtures/', import.meta.url));

describe.skipIf(toolsMissing)('what LLDB can show of a value', () => {
  const [containers] = useFixturesIn(sources, [{ name: 'containers.cpp', flags: ['-O0', '-std=c++20'] }]);

  async function stopped() {
    const session = await TestSession.start(containers.program, { engine: { bridge } });
    await session.breakAtMarker(containers, 'stop');
    await session.engine.begin();
    const stop = await session.stopped();
    const { engine } = session;
    const view = async (value: RawValue): Promise<EngineView> =>
      (await engine.readViews!(stop.id, [value]))[0]!;
    const target = (name: string): RawValue => {
      const reference = variable(stop, name);
      const type = engine.types.resolve(reference.type);
      if (type.kind !== 'pointer') throw new Error(type.kind);
      const address = { space: '', offset: session.uint64(reference) };
      return { type: type.target, content: { kind: 'deferred' }, place: { kind: 'memory', address } };
    };
    const read = async (value: RawValue): Promise<RawValue> =>
      (await engine.readPlaces(stop.id, [{ place: value.place!, type: value.type }]))[0]!;
    return { session, stop, engine, view, target, read, of: (name: string) => variable(stop, name) };
  }

  it('is told with the type: a plain struct has nothing more to show', async () => {
    const { engine, of } = await stopped();
    const formatted = (name: string): boolean => engine.types.resolve(of(name).type).formatted === true;
    expect(
      ['numbers', 'map', 'table', 'list', 'names', 'flags', 'derived', 'function'].every(formatted),
    ).toBe(true);
    expect(['plain', 'result', 'node'].some(formatted)).toBe(false);
    expect(engine.types.resolve(of('numbers').type).name).toBe('std::vector<int>');
    expect(engine.types.resolve(of('names').type).name).toBe('std::set<std::string>');
  });

  it('elements side by side are read like those of an array', async () => {
    const { engine, stop, view, of } = await stopped();
    const { elements } = await view(of('numbers'));
    expect(elements).toMatchObject({ count: 1_000_000 });
    expect(engine.types.resolve(elements!.element)).toMatchObject({ kind: 'integer', size: 4 });
    const last = { space: '', offset: elements!.address.offset + 4n * 999_999n };
    const [memory] = await engine.readMemory(stop.id, [{ address: last, size: 4 }]);
    expect(Buffer.from(memory!.bytes).readInt32LE(0)).toBe(2_999_997);
    expect(await view(of('none'))).toMatchObject({ synthetic: { count: 0 } });
  });

  it('elements that are bits come one by one', async () => {
    const { engine, stop, view, of } = await stopped();
    const { synthetic } = await view(of('flags'));
    const found = await engine.readSynthetic!(stop.id, synthetic!.key, 0, 10);
    expect(found.map(({ name, value }) => [name, scalarOf(value, engine.types)])).toEqual([
      ...[
        ['[0]', true],
        ['[1]', false],
        ['[2]', true],
      ],
    ]);
  });

  it('walks trees, lists and hash tables of thousands, with a place for every element', async () => {
    const { engine, stop, view, read, of } = await stopped();
    const page = async (name: string, start: number, count: number) => {
      const { synthetic } = await view(of(name));
      expect(synthetic!.count).toBe(5000);
      return engine.readSynthetic!(stop.id, synthetic!.key, start, count);
    };
    const last = await page('list', 4990, 100);
    expect(last.map(item => item.name)).toEqual(Array.from({ length: 10 }, (_, nth) => `[${4990 + nth}]`));
    expect(intOf(await read(last[9]!.value))).toBe(4999);
    const pairs = await page('map', 100, 2);
    const pair = bytesOf(await read(pairs[1]!.value));
    expect([pair.readInt32LE(0), pair.readInt32LE(4)]).toEqual([101, 202]);
    expect(await page('table', 0, 5000)).toHaveLength(5000);
    const { synthetic } = await view(of('chain'));
    expect(synthetic?.count).toBe(3);
  });

  it('does not believe a container that nobody initialised', async () => {
    const { view, target } = await stopped();
    for (const name of ['wild_vector', 'wild_map', 'wild_list']) {
      const { trouble, synthetic, elements } = await view(target(name));
      expect(trouble).toMatch(/not initialised yet, or damaged/);
      expect([synthetic, elements]).toEqual([undefined, undefined]);
    }
  });

  it('ends where links lead in a circle', async () => {
    const { engine, stop, view, of } = await stopped();
    const { synthetic } = await view(of('circle'));
    expect(synthetic?.count).toBe(3);
    expect(await engine.readSynthetic!(stop.id, synthetic!.key, 0, 2)).toHaveLength(2);
    const all = await engine.readSynthetic!(stop.id, synthetic!.key, 0, 3);
    expect(all.map(item => item.name)).toEqual(['[0]', '[1]', '…']);
    expect(all[2]!.value.content).toMatchObject({ why: expect.stringContaining('circle') as string });
  });

  it('finds the object behind a base class, also a virtual one', async () => {
    const { engine, stop, view, target, read, of } = await stopped();
    const { actual } = await view(target('base'));
    expect(engine.types.get(actual!.type).name).toBe('Derived');
    expect(actual!.place).toEqual(of('derived').place);
    expect(await view(of('derived'))).toEqual({});
    const { synthetic } = await view(of('both'));
    expect(synthetic).toMatchObject({ named: true });
    const parts = await engine.readSynthetic!(stop.id, synthetic!.key, 0, 10);
    expect(parts.map(part => part.name)).toEqual(['Left', 'both']);
    expect(intOf(await read(parts[1]!.value))).toBe(4);
    const left = parts[0]!.value.engineView;
    const inner = await engine.readSynthetic!(stop.id, left!.synthetic!.key, 0, 10);
    expect(inner.map(part => part.name)).toEqual(['Base', 'left']);
    expect(bytesOf(await read(inner[0]!.value)).readInt32LE(8)).toBe(1);
  });

  it('names functions behind pointers, and says where members are', async () => {
    const { view, of } = await stopped();
    expect((await view(of('function'))).summary).toMatch(/^→ twice at 0x[0-9a-f]+$/);
    expect(await view(of('member'))).toEqual({ summary: 'offset 4' });
    expect((await view(of('method'))).summary).toMatch(/^→ Plain::sum at 0x[0-9a-f]+$/);
  });

  it('sets an element by its place', async () => {
    const { engine, stop, view, read, of } = await stopped();
    const { synthetic } = await view(of('list'));
    const [first] = await engine.readSynthetic!(stop.id, synthetic!.key, 0, 1);
    const { type, place } = first!.value;
    await engine.write(stop.id, place!, { type, content: { kind: 'scalar', value: 77n } });
    expect(intOf(await read(first!.value))).toBe(77);
  });

  it('reads a container before its nodes, and those page by page', async () => {
    const script = `import types
from bridge import libraries, node_containers
class Process:
  def __init__(self): self.sizes = []
  def ReadMemory(self, address, size, error):
    self.sizes.append(size)
    return lldb.process.ReadMemory(address, size, error)
  def __getattr__(self, name): return getattr(lldb.process, name)
for name in ("list", "map", "table"):
  value = lldb.frame.FindVariable(name)
  process = Process()
  session = types.SimpleNamespace(process=process)
  layout = libraries.first("node_layout", value.GetType().GetCanonicalType(), 8)
  walk = node_containers.Walk(session, value.GetLoadAddress(), layout)
  say(name, walk.count, sum(process.sizes) <= 40)
  process.sizes.clear()
  walk.reach(walk.count)
  say(len(walk.addresses), len(process.sizes) < 1000)
`;
    const lines = await printedInLldb(script, {
      at: { fixture: containers, marker: 'stop' },
      language: bridge,
    });
    expect(lines).toEqual(['list', 'map', 'table'].flatMap(name => [`${name} 5000 True`, '5000 True']));
  });
});
