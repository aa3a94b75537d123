// [DEBUGGER-RUNTIME] Damaged memory: whatever lies in headers, nodes, tags and tables, values say so and their siblings are shown.

import { address, StopReader } from '@sonde/engine';
import { seededRandom } from '@sonde/testkit/seeded-random';
import { describe, expect, it } from 'vitest';
import { readEntry } from '../pack/inspection/facts.js';
import { ObjectWalk } from '../pack/inspection/object-walk.js';
import { toolsMissing, useBuilder } from './built.js';
import { allObjects, Debugged, endSessions, heapReads, type Sight } from './debugged.js';

const text = `type Item = { name: string, price: int }
type Shape = Circle { radius: int } | Rect(int, int) | Point
let number = 7
let item = Item { name: "tea \${number}", price: 3 }
let shape = Rect(3, 4)
let words = range(0, 100) |> fold([], fn(l: List<string>, n: int) => listAppend(l, "w\${n}"))
let ages = range(0, 40) |> fold({}, fn(m: Map<string, int>, n: int) => mapSet(m, "k\${n}", n))
let good = parseInt("12")
let add = fn(n: int) => (n + number) ?: 0
let channel = Channel(3)
send(channel, Item { name: "sent", price: 4 })
let fiber = spawn { 5 }
let waited = await(fiber)
print("\${item.name} \${number} \${waited}") // #look
`;

const long = `type Chain = End | Link { nth: int, rest: Chain }
fn made(n: int, rest: Chain) -> Chain = match n { 0 => rest  _ => made((n - 1) ?: 0, Link { nth: n, rest: rest }) }
let chain = made(10000, End)
let wide = range(0, 100000) |> fold({}, fn(m: Map<int, int>, n: int) => mapSet(m, n, n))
let ten = range(0, 10) |> fold({}, fn(m: Map<int, int>, n: int) => mapSet(m, n, n))
let fewer = mapRemove(mapRemove(ten, 3), 7)
let text = repeat("0123456789", 500) ?: ""
let umlauts = repeat("ä", 3000) ?: ""
let half = 2.0
let halves = [half, 0.5, 100000000000000000000.0, -0.0]
let failed = 1 / 0
let long = range(0, 100000) |> fold([], fn(l: List<int>, n: int) => listAppend(l, n))
print(listLength(long)) // #look
`;

describe.skipIf(toolsMissing)('[DEBUGGER-RUNTIME] damaged memory', () => {
  const builder = useBuilder();
  endSessions();

  /** Changes memory for as long as `act` takes. */
  async function damaged<T>(
    { session }: Debugged,
    { stop }: Sight,
    at: bigint,
    bytes: Uint8Array,
    act: () => Promise<T>,
  ): Promise<T> {
    const { engine } = session;
    const before = await new StopReader(engine, stop.id).memory(address(at), bytes.length);
    await engine.writeMemory(stop.id, address(at), bytes);
    const result = await act();
    await engine.writeMemory(stop.id, address(at), before.bytes);
    return result;
  }

  const word = (value: bigint): Uint8Array => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(BigInt.asUintN(64, value));
    return bytes;
  };

  it('is told in words, value by value', async () => {
    const [program, sight] = await Debugged.start(builder, 'damage.osp', text, ['look'], { memory: 'arc' });
    const whole = sight.values;
    expect(whole).toMatchObject({ item: 'Item { name: "tea 7", price: 3 }', shape: 'Rect(3, 4)' });
    const at = async (name: string): Promise<bigint> => (await sight.show(name)).memory!.offset;
    /** Everything but the damaged value is as it was. */
    const seen = async (name: string, offset: bigint, value: bigint): Promise<string> =>
      damaged(program, sight, (await at(name)) + offset, word(value), async () => {
        const { values } = await program.again();
        expect({ ...values, [name]: '' }).toEqual({ ...whole, [name]: '' });
        return values[name]!;
      });
    const [item, shape] = [await at('item'), await at('shape')];
    const header = (
      await new StopReader(program.session.engine, sight.stop.id).memory(address(item - 16n), 16)
    ).bytes;
    const types = Buffer.from(header).readBigUInt64LE(0);
    const counts = Buffer.from(header).readBigUInt64LE(8);
    expect(await seen('item', -16n, 0xffffn)).toBe('<corrupt: no object begins there>');
    expect(await seen('item', -16n, types + (1n << 32n))).toBe(
      '<corrupt: its header and its record contradict each other>',
    );
    expect(await seen('item', -8n, counts & ~0xffffffffn)).toBe('<released: its memory was given back>');
    expect(await seen('item', 8n, shape)).toBe(
      'Item { name: <corrupt: an object of another type is there>, price: 3 }',
    );
    expect(await seen('item', 8n, 0n)).toBe('Item { name: <not yet bound>, price: 3 }');
    expect(await seen('item', 8n, 0x10n)).toBe(
      'Item { name: <unreadable: nothing is mapped there>, price: 3 }',
    );
    expect(await seen('shape', 0n, 9n)).toBe('<corrupt: Shape has no variant 9>');
    expect(await seen('good', 8n, 5n)).toBe('<corrupt: neither Success nor Error, but 5>');
    expect(await seen('words', 0n, -1n)).toBe('<corrupt: a list of -1 elements>');
    expect(await seen('ages', 8n, 1n << 50n)).toMatch(/^<corrupt: a map of \d+ entries>$/);
    expect(await seen('channel', 24n, 77n)).toBe('<corrupt: a channel of 77 values in room for 3>');
    // Numbers that could be true of another object are not of this one.
    expect(await seen('shape', 0n, 0n)).toBe('<corrupt: Circle of Shape in 24 bytes, where it has 16>');
    expect(await seen('item', 0n, 2n)).toBe('<corrupt: Item has no variant 2>');
    for (const length of [99n, 132n, 68n, 4n, 5000n])
      expect(await seen('words', 0n, length)).toBe(
        `<corrupt: a list of ${length} elements, for which its nodes are not made>`,
      );
    expect(await seen('ages', 8n, 41n)).toBe('<corrupt: a map of 41 entries, and its nodes have 40>');
    expect(await seen('channel', 0n, 8n)).toBe('<corrupt: there is no channel 8>');
    expect(await seen('fiber', 0n, 8n)).toBe('<corrupt: there is no fiber 8>');
    expect(await seen('fiber', 8n, 77n)).toBe('<corrupt: fiber 2 has no state 77>');
    expect(await seen('channel', 8n, 4n)).toBe('<corrupt: a channel with room for 4, where 3 have it>');
    const [other] = await program.session.engine.symbolAddresses!(['osp_start']);
    expect(await seen('add', 0n, other!.offset)).toBe(
      '<corrupt: a closure of main.lambda with the code of osp_start>',
    );
    expect(await seen('add', 0n, item)).toBe('<corrupt: its code is no function>');
    // A node in the middle of a list: its elements say so, those of others are there.
    const children = async (name: string): Promise<readonly string[]> => {
      const again = await program.again();
      return again.children(await again.show(name));
    };
    const nodes = await damaged(program, sight, (await at('words')) + 16n, word(item), () =>
      children('words'),
    );
    expect(nodes[0]).toBe('[0] = <corrupt: an object of another type is there (a node of the list)>');
    expect(nodes[99]).toBe('[99] = "w99"');
    const entries = await damaged(program, sight, (await at('ages')) + 16n, word(item), () =>
      children('ages'),
    );
    expect(entries[0]).toBe('?0 = <corrupt: an object of another type is there (a node of the map)>');
    expect(entries).toHaveLength(40);
    expect(await children('add')).toEqual(['number = 7']);
  });

  it('of any kind is survived, tables included', async () => {
    const random = seededRandom(3);
    const [program, sight] = await Debugged.start(builder, 'damage.osp', text, ['look'], { memory: 'arc' });
    const { engine } = program.session;
    const reads = heapReads(engine, sight.stop.id);
    const [entry, walk] = [await readEntry(reads), await ObjectWalk.open(reads)];
    const [table] = await engine.symbolAddresses!(['osp_inspect']);
    const objects = await allObjects(walk!);
    expect(objects.length).toBeGreaterThan(150);
    const tables = [table!.offset, entry!.memory, entry!.program, entry!.ownTypes, entry!.slabsAt];
    const places = [
      // The version in the first word has a test of its own.
      ...tables.flatMap(at => [8n, 16n, 24n, 32n, 40n].map(offset => at + offset)),
      ...Array.from({ length: 12 }, () => objects[random(objects.length)]!).flatMap(({ at, size }) => [
        at - 16n,
        at - 8n,
        at + BigInt(random(Math.max(1, size >> 3)) * 8),
      ]),
    ];
    const rubbish = (at: bigint): bigint =>
      [0n, -1n, at, 0x10n, 1n << 47n, BigInt(random(1 << 30))][random(6)]!;
    let told = 0;
    for (const at of places) {
      await damaged(program, sight, at, word(rubbish(at)), async () => {
        const again = await program.again();
        expect(again.values['number']).toBe('7');
        const shown = Object.values(again.values);
        for (const name of ['words', 'ages']) shown.push(...(await again.children(await again.show(name))));
        if (shown.some(value => /<(?:corrupt|unavailable|released|unread)/.test(value))) told++;
      });
    }
    expect(told).toBeGreaterThan(10);
    expect((await program.again()).values).toEqual(sight.values);
  });

  it('is looked for in what is shown only: of long lists a page, of deep values a level, of large maps the nodes of a page', async () => {
    const [, sight] = await Debugged.start(builder, 'long.osp', long, ['look']);
    const shown = await sight.show('long');
    expect(shown.text).toMatch(/^\[0, 1, 2, .*\] \(100000\)$/);
    const page = await sight.children(shown, { start: 99_900, count: 100 });
    expect([page[0], page[99]]).toEqual(['[99900] = 99900', '[99999] = 99999']);
    const chain = await sight.show('chain');
    expect(chain.text).toMatch(/^Link \{ nth: 1, rest: Link \{/);
    expect(chain.text.length).toBeLessThan(2000);
    expect((await sight.children(chain))[0]).toBe('nth = 1');
    const wide = await sight.show('wide');
    expect(wide.text).toMatch(/, …\} \(100000\)$/);
    const keys = new Set<string>();
    for (const start of [0, 50, 49_990, 99_950])
      for (const entry of await sight.children(wide, { start, count: 50 })) {
        expect(entry).toMatch(/^(\d+) = \1$/);
        keys.add(entry);
      }
    expect(keys.size).toBe(200);
    const fewer = await sight.children(await sight.show('fewer'), { start: 0, count: 10 });
    expect(fewer).toHaveLength(8);
    const text = await sight.show('text');
    expect(text.text).toMatch(/^"0123456789.*…" \(5000\)$/);
    expect((await sight.show('umlauts')).text).toMatch(/^"(?:ä)+…" \(6000\)$/);
    expect((await sight.show('halves')).text).toBe('[2.0, 0.5, 1e+20, -0.0]');
    expect(await sight.evaluate('half + 1.0')).toBe('3.0');
    expect(await sight.typeOf('listLength(long)')).toBe('int');
    expect(await sight.typeOf('mapLength(wide)')).toBe('int');
    const failed = await sight.show('failed');
    expect([failed.text, ...(await sight.children(failed))]).toEqual([
      'Error(division by zero)',
      'message = "division by zero"',
    ]);
  });

  it('of tables of another version is said, and no value is guessed', async () => {
    const [program, sight] = await Debugged.start(builder, 'damage.osp', text, ['look']);
    const [table] = await program.session.engine.symbolAddresses!(['osp_inspect']);
    const version = Buffer.from([9, 0, 0, 0]);
    const { values, factsTrouble } = await damaged(program, sight, table!.offset, version, () =>
      program.again(),
    );
    expect(values).toMatchObject({
      number: '7',
      item: '<unavailable: the tables of the runtime cannot be read>',
      words: '<unavailable: the tables of the runtime cannot be read>',
    });
    expect(factsTrouble).toBe('its tables are of version 9, and version 5 is the one that is known');
  });
});
