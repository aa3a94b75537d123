// [DEBUGGER-RUNTIME] Damaged memory: whatever lies in headers, nodes, tags and tables, values say so and their siblings are shown.

import { address, StopReader } from '@sonde/engine';
import { seededRandom } from '@sonde/testkit/seeded-random';
import { describe, expect, it } from 'vitest';
import { readEntry } from '../pack/inspection/facts.js';
import { ObjectWalk } from '../pack/inspection/object-walk.js';
import { toolsMissing, useBuilder } from './built.js';
import { Debugged, endSessions, type Sight } from './debugged.js';

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
print("\${item.name} \${number}") // #look
`;

const long = `type Chain = End | Link { nth: int, rest: Chain }
fn made(n: int, rest: Chain) -> Chain = match n { 0 => rest  _ => made((n - 1) ?: 0, Link { nth: n, rest: rest }) }
let chain = made(10000, End)
let wide = range(0, 400) |> fold({}, fn(m: Map<int, int>, n: int) => mapSet(m, n, n))
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
    const reads = {
      reader: new StopReader(engine, sight.stop.id),
      pointerSize: 8,
      littleEndian: true,
      symbols: (names: readonly string[]) => engine.symbolAddresses!(names),
    };
    const [entry, walk] = [await readEntry(reads), await ObjectWalk.open(reads)];
    const [table] = await engine.symbolAddresses!(['osp_inspect']);
    const objects = await walk!.objects();
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

  it('is looked for in what is shown only: of long lists a page, of deep values a level, of large maps what comes before', async () => {
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
    expect(wide.text).toMatch(/, …\} \(400\)$/);
    const last = await sight.children(wide, { start: 380, count: 20 });
    expect(last.map(entry => /^(\d+) = \1$/.test(entry))).toEqual(Array.from({ length: 20 }, () => true));
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
    expect(factsTrouble).toBe('its tables are of version 9, and version 4 is the one that is known');
  });
});
