// [DEBUGGER-OBJECT-GRAPH] The rules of the spec, phrase by phrase, each shown by a live program or listed with why it cannot be.

import { join } from 'node:path';
import { address, StopReader } from '@sonde/engine';
import {
  dotOf,
  edgeKinds,
  graphFromJson,
  HeapAnalysis,
  jsonOf,
  neighbourhood,
  diffView,
  rootCategories,
  validities,
  type EdgeKind,
  type NodeView,
  type RootCategory,
  type Validity,
} from '@sonde/heap';
import {
  allNodes as all,
  ask,
  graphAt as graphOf,
  TestSession,
  type GraphOptions,
} from '@sonde/engine-native/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Memory } from '../toolchain/memory.js';
import { run, toolsMissing, useBuilder } from './built.js';
import { customManager } from './custom-manager.js';
import { Debugged, type Sight } from './debugged.js';

/** Stops in a fiber that a handled body awaits, while another waits at a channel. One strand runs at a time, always the same way. */
const text = `extern fn fiber_set_deterministic_mode(enabled: bool) -> int
extern fn calloc(count: int, size: int) -> Ptr
effect Log { say: fn(string) -> Unit }
effect Ask { number: fn(string) -> int }
type Item = { name: string, price: int }
type Shelf = Full { items: List<Item> } | Empty
type Hub = { item: Item }
type Owner = { title: string, hub: Hub }
type Wrapped = { block: Ptr }
fn makeItem(name: string) -> Item = Item { name: name + "!", price: 3 } // #item
let mode = fiber_set_deterministic_mode(true)
let hub = Hub { item: makeItem("shared") }
let first = Owner { title: "first \${mode}", hub: hub }
let second = Owner { title: "second \${mode}", hub: hub }
let block = calloc(1, 16)
fn titles() -> string = first.title + second.title
fn kept() -> Wrapped = Wrapped { block: block }
fn scene(name: string) -> string = {
    let tea = makeItem(name)
    let shelf = Full { items: [tea] }
    let ages = { "ann": tea }
    let scaled = fn(n: int) => "\${tea.name} \${n}"
    let queue = Channel(3)
    send(queue, tea)
    let gate = Channel(1)
    let waiting = spawn { "\${tea.name} \${recv(gate)}" }
    let done = spawn { "done \${tea.name}" }
    let result = await(done)
    let wrapped = kept()
    mut said = ["none"]
    let out = handle Log
        say line => { said = listAppend(said, line) }
    in handle Ask
        number which => {
            let rest = resume(length(which))
            rest
        }
    in {
        let n = perform Ask.number("how many")
        perform Log.say("asked")
        let running = spawn {
            let mine = makeItem("fiber")
            print("\${mine.name} \${n} \${tea.name}") // #look
            n
        }
        await(running)
    }
    send(gate, "go")
    print("\${listLength(said)} \${out}") // #later
    scaled(1) + await(waiting) + titles() + result
}
print(scene("tea"))
`;

const graphAt = ({ session }: Debugged, { stop }: Sight, options: GraphOptions = {}): Promise<HeapAnalysis> =>
  graphOf(session.engine, stop.id, options);

const only = (graph: HeapAnalysis, type: string, summary?: RegExp): NodeView => {
  const found = all(graph).filter(node => node.type === type && (summary?.test(node.summary ?? '') ?? true));
  expect(found, type).toHaveLength(1);
  return found[0]!;
};

describe.skipIf(toolsMissing)('[DEBUGGER-OBJECT-GRAPH]', () => {
  const builder = useBuilder();
  let program: Debugged;
  let sight: Sight;
  let arc: HeapAnalysis;
  let gc: HeapAnalysis;
  /** What the program prints without a debugger. */
  let output: string;

  const start = (memory: Memory, linkOptions: readonly string[] = [], env = {}) =>
    Debugged.start(builder, 'graph.osp', text, ['look', 'later'], { memory, linkOptions, env });

  const record = (): string => join(builder.folder(), 'graph.rec');

  beforeAll(async () => {
    const { program: alone } = await builder.buildText('graph.osp', text, true, 'arc');
    ({ output } = await run(alone, { OSPREY_RECORD: record() }));
    [program, sight] = await start('arc');
    arc = await graphAt(program, sight);
    gc = await graphAt(...(await start('gc')));
  });
  afterAll(() => TestSession.disposeAll());

  describe('nodes expose debugger metadata', () => {
    const tea = (): NodeView => only(arc, 'Item', /"tea!"/);

    it.each<[string, (node: NodeView) => unknown, unknown]>([
      ['Osprey type', node => node.type, 'Item'],
      ['runtime kind', node => node.kind, 'record'],
      ['value summary', node => node.summary, 'name: "tea!", price: 3'],
      ['shallow size', node => node.size, 24],
      ['retained size when computed', node => node.retained, 24 + 5],
      [
        'allocation site/source span when known',
        node => node.site,
        /graph\.osp:10:37.*makeItem|makeItem.*graph\.osp:10:37/,
      ],
      ['owning fiber', node => node.owner, 'main'],
      ['allocation generation/timestamp when recorded', node => node.generation, expect.any(Number)],
      ['backend provenance (arc, gc, custom)', node => node.provenance, 'arc'],
      ['validity', node => node.validity, 'live'],
    ])('%s', (_, field, expected) => {
      if (expected instanceof RegExp) expect(field(tea())).toMatch(expected);
      else expect(field(tea())).toEqual(expected);
    });

    it('owning fiber: of what a fiber made', () => {
      expect(only(arc, 'Item', /"fiber!"/).owner).toBe('fiber 5');
      expect(only(gc, 'Item', /"fiber!"/)).toMatchObject({ owner: 'fiber 5', provenance: 'gc' });
    });
  });

  describe('edges are typed and directional', () => {
    /** The phrase of the spec, the kind, and where one leads from and to in the program. */
    const rows: readonly (readonly [string, EdgeKind, string, string])[] = [
      ['record field', 'field', 'Owner', 'Hub'],
      ['tuple/list index', 'index', 'list leaf', 'Item'],
      ['map key', 'map-key', 'map node', 'string'],
      ['map value', 'map-value', 'map node', 'Item'],
      ['union payload', 'union-payload', 'Shelf', 'List<Item>'],
      ['closure capture', 'closure-capture', 'scene.lambda', 'Item'],
      ['persistent-collection sharing', 'sharing', 'List<Item>', 'list leaf'],
      ['fiber capture', 'fiber-capture', 'Fiber<string>', 'scene.fiber'],
      ['channel queue', 'channel-queue', 'Channel<Item>', 'Item'],
      ['effect handler', 'effect-handler', 'handler', 'Log.say'],
      ['resumption', 'resumption', 'resumption', 'region'],
      ['runtime handle', 'runtime-handle', 'Wrapped', 'Ptr'],
      ['stack root', 'stack-root', '(stack root)', 'Shelf'],
      ['global root', 'global-root', '(global root)', 'Owner'],
      ['backend bookkeeping', 'bookkeeping', 'handler', 'handler'],
    ];

    it.each(rows)('%s', (_, kind, from, to) => {
      const outgoing = all(arc)
        .filter(({ type }) => type === from)
        .flatMap(node => ask(arc, { ask: 'references', id: node.id }).items.map(edge => ({ node, edge })));
      const found = outgoing.find(({ edge }) => edge.kind === kind && edge.node.type === to);
      expect(found).toBeDefined();
      // The same edge, seen from what it holds.
      const incoming = ask(arc, { ask: 'retainers', id: found!.edge.node.id }).items;
      expect(incoming.filter(edge => edge.kind === kind).map(edge => edge.node.id)).toContain(found!.node.id);
    });

    it('no kind is without a row', () => {
      // What the builder makes for categories, pointers that a runtime does not understand, and words that may be one.
      const others: readonly EdgeKind[] = ['root', 'reference', 'conservative'];
      expect(edgeKinds.filter(kind => !rows.some(row => row[1] === kind))).toEqual(others);
    });
  });

  describe('roots are first-class nodes/categories', () => {
    const unavailable: Partial<Record<RootCategory, string>> = {
      selection:
        'what is selected is held by a variable already; a root of its own would hide who holds it. It can be a group instead.',
      other: 'all roots of the runtime have one of the other categories.',
    };
    const rows: readonly (readonly [string, RootCategory, 'arc' | 'gc', RegExp])[] = [
      ['stack slots', 'stack', 'arc', /^tea in scene$/],
      ['module globals', 'global', 'arc', /^first$/],
      ['active fibers', 'active-fiber', 'arc', /^fiber 5$/],
      ['suspended fibers', 'suspended-fiber', 'arc', /^fiber 3$/],
      ['channels', 'channel', 'arc', /^channel 2, where fiber 3 waits$/],
      ['effect handlers', 'effect-handler', 'arc', /^handlers of body of Ask$/],
      ['runtime singletons', 'runtime', 'arc', /^an owner without a name$/],
      ['FFI handles', 'foreign-handle', 'arc', /^block$/],
      ['conservative-GC roots', 'conservative', 'gc', /^(?:a word on the stack|register \w+) of /],
    ];

    it.each(rows)('%s', (_, category, memory, name) => {
      const graph = memory === 'arc' ? arc : gc;
      const roots = all(graph).filter(node => node.root === category && node.summary !== undefined);
      expect(roots.map(({ summary }) => summary)).toContainEqual(expect.stringMatching(name));
    });

    it('no category is without a row or a reason', () => {
      expect(rootCategories.filter(category => !rows.some(row => row[1] === category))).toEqual(
        Object.keys(unavailable),
      );
      expect(
        ask(arc, {
          ask: 'groups',
          by: 'selection',
          selections: [{ name: 'mine', ids: [only(arc, 'Shelf').id] }],
        }).items,
      ).toMatchObject([{ name: 'mine', count: 1 }]);
    });
  });

  describe('validity', () => {
    const unavailable: Partial<Record<Validity, string>> = {
      moved: 'no memory manager of Osprey moves objects.',
    };

    /** Writes over a word of memory, looks at the graph, and puts the word back. */
    async function damaged(at: bigint, value: bigint): Promise<HeapAnalysis> {
      const { engine } = program.session;
      const before = await new StopReader(engine, sight.stop.id).memory(address(at), 8);
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64LE(value);
      await engine.writeMemory(sight.stop.id, address(at), bytes);
      const graph = await graphAt(program, sight);
      await engine.writeMemory(sight.stop.id, address(at), before.bytes);
      return graph;
    }
    const shelfAt = async (): Promise<bigint> => {
      const addressed = await graphAt(program, sight, { addresses: true });
      return BigInt(/at (0x[0-9a-f]+)/.exec(only(addressed, 'Shelf').summary!)![1]!);
    };

    it('corrupt: an object whose header was overwritten, labelled approximate', async () => {
      const graph = await damaged((await shelfAt()) - 16n, 0xffffn);
      expect(all(graph).filter(({ validity }) => validity === 'corrupt')).toMatchObject([{ type: 'Shelf' }]);
      expect(ask(graph, { ask: 'summary' }).retained.exactness).toBe('approximate');
    });

    it('unavailable: what a pointer to nowhere leads to', async () => {
      const graph = await damaged((await shelfAt()) + 8n, 0x10n);
      const [lost] = all(graph).filter(({ validity }) => validity === 'unavailable');
      expect(ask(graph, { ask: 'retainers', id: lost!.id }).items).toMatchObject([
        { name: 'items', node: { type: 'Shelf' } },
      ]);
    });

    it('collected: an object that a C function released although a variable still has it', async () => {
      const released = `extern fn osp_release(text: string) -> Unit
fn scene(n: int) -> int = {
    let text = "text \${n}"
    osp_release(text)
    length(text) // #look
}
print(scene(1))
`;
      const graph = await graphAt(
        ...(await Debugged.start(builder, 'released.osp', released, ['look'], { memory: 'arc' })),
      );
      expect(all(graph).filter(({ validity }) => validity === 'collected')).toMatchObject([
        { type: 'string' },
      ]);
    });

    it('no state is without a test or a reason', () => {
      const shown: readonly Validity[] = ['live', 'collected', 'unavailable', 'corrupt'];
      expect(validities.filter(state => !shown.includes(state))).toEqual(Object.keys(unavailable));
    });
  });

  describe('operations', () => {
    it('expand into outgoing children, incoming retainers, or both, lazily and with paging', () => {
      const { id } = only(arc, 'Item', /"tea!"/);
      const { total } = ask(arc, { ask: 'retainers', id });
      expect(total).toBeGreaterThan(5);
      const page = ask(arc, { ask: 'retainers', id, start: 2, count: 3 });
      expect(page).toMatchObject({ total, start: 2 });
      expect(page.items).toHaveLength(3);
      expect(ask(arc, { ask: 'references', id }).items).toMatchObject([{ kind: 'field', name: 'name' }]);
    });

    it('shortest paths to roots, and key distinct paths: both owners behind one hub', () => {
      const { id } = only(arc, 'Item', /"shared!"/);
      expect(ask(arc, { ask: 'path', id })!.steps.at(-1)!.node.id).toBe(id);
      const { paths } = ask(arc, { ask: 'key-paths', id, most: 10 });
      const owners = paths.map(({ steps }) => steps.find(({ node }) => node.type === 'Owner')?.node.summary);
      expect(new Set(owners.filter(owner => owner !== undefined))).toEqual(
        new Set(['title: "first 0"', 'title: "second 0"']),
      );
    });

    it('a dominator tree and retained sizes, labelled where roots are conservative', () => {
      expect(ask(arc, { ask: 'summary' }).retained).toEqual({ exactness: 'exact' });
      expect(ask(gc, { ask: 'summary' }).retained).toMatchObject({
        exactness: 'approximate',
        why: expect.stringContaining('every word on the stack') as string,
      });
      const shelf = only(arc, 'Shelf');
      expect(ask(arc, { ask: 'dominated', id: shelf.id }).items.map(({ type }) => type)).toEqual([
        'List<Item>',
      ]);
    });

    it.each(['type', 'site', 'owner', 'kind', 'module'] as const)('group by %s', by => {
      const names = ask(arc, { ask: 'groups', by, count: 1_000 }).items.map(({ name }) => name);
      const expected = {
        type: 'Item',
        site: 'graph.osp:10:37',
        owner: 'fiber 5',
        kind: 'closure',
        module: 'graph.osp',
      };
      expect(names.join('\n')).toContain(expected[by]);
    });

    it('export as JSON and DOT', () => {
      const again = new HeapAnalysis(graphFromJson([...jsonOf(arc.graph)].join(''), 'again'));
      expect(all(again)).toEqual(all(arc));
      const dot = dotOf(arc, neighbourhood(arc, arc.ids.nodeOf(only(arc, 'Shelf').id), 2, 50));
      expect(dot).toMatch(/^digraph[\s\S]*Shelf/);
    });

    it('ids are stable: in a replay each object has the one it had', async () => {
      const replayed = await graphAt(...(await start('arc', [], { OSPREY_REPLAY: record() })));
      const told = (graph: HeapAnalysis) =>
        all(graph).flatMap(({ id, type, size, root }) =>
          root === undefined && size > 0 ? `${id} ${type} ${size}` : [],
        );
      expect(told(replayed).toSorted()).toEqual(told(arc).toSorted());
    });

    it('compare snapshots by count, shallow and retained bytes, site and retention path; the output is the same', async () => {
      const end = await program.next();
      const after = await graphAt(program, end);
      const diff = diffView(arc, after);
      expect(diff.idsDiffer).toBe(false);
      // Object count and bytes, of all and by type: what the fiber had made is gone, with its text.
      expect(diff.count).toEqual([all(arc).length, all(after).length]);
      expect(diff.shallow[0] - diff.removed.shallow + diff.added.shallow).toBe(diff.shallow[1]);
      expect(diff.types).toContainEqual({
        name: 'Item',
        count: [3, 2],
        shallow: [3 * 24, 2 * 24],
        retained: [3 * 24 + 5 + 8 + 7, 2 * 24 + 5 + 8],
      });
      expect(diff.types.find(({ name }) => name === 'Fiber<int>')?.count).toEqual([1, 0]);
      expect(diff.retainedChanged).toBeGreaterThan(0);
      // Allocation site: an item and its text each.
      const site = diff.sites.find(({ name }) => name.startsWith('graph.osp:10:37'));
      expect(site).toMatchObject({ count: [6, 4], shallow: [92, 61], retained: [92, 61] });
      // Retention path: the channel that a fiber waited at is held by its variable now.
      const ways = diff.pathChanged.examples.map(change =>
        [change.before, change.after].map(path => path?.steps.at(-1)?.name),
      );
      expect(ways).toContainEqual(['channel 2, where fiber 3 waits', 'gate in scene']);
      expect(diff.pathChanged.count).toBeGreaterThanOrEqual(ways.length);
      await program.session.go(end.stop, { kind: 'continue' });
      await program.session.ended();
      expect(program.session.text('stdout')).toBe(output);
      expect(output).toContain('tea! 1tea! gofirst 0second 0done tea!');
    });
  });

  it('custom managers say that they cannot be walked', async () => {
    const [custom, { stop }] = await start('custom', [await customManager(builder.folder())]);
    expect(await custom.session.engine.heap!(stop.id)).toEqual({
      available: false,
      why: 'its custom memory manager "arena" keeps no list of objects; one that calls osp_place does',
    });
  });

  it('the default manager counts no owners, and is labelled', async () => {
    const graph = await graphAt(...(await start('default')));
    expect(ask(graph, { ask: 'summary' }).labels).toMatchObject({
      nodes: { exactness: 'exact' },
      roots: { exactness: 'approximate', why: expect.stringContaining('has no name') as string },
    });
  });
});
