// [DEBUGGER-RUNTIME] The inspection interface: all objects, what they lead to and what holds them, read from the tables alone.

import { describe, expect, it } from 'vitest';
import type { Edge } from '../pack/inspection/edges.js';
import { ObjectWalk, type InspectedObject } from '../pack/inspection/object-walk.js';
import { readRoots, type Root } from '../pack/inspection/roots.js';
import type { Memory } from '../toolchain/memory.js';
import { toolsMissing, useBuilder } from './built.js';
import { customManager } from './custom-manager.js';
import { allObjects, Debugged, endSessions, heapReads } from './debugged.js';

const text = `effect Log { say: fn(string) -> Unit }
type Item = { name: string, price: int }
type Shelf = Full { items: List<Item> } | Empty
fn makeItem(name: string) -> Item = Item { name: name + "!", price: 3 } // #item
extern fn calloc(count: int, size: int) -> Ptr
extern fn free(block: Ptr) -> Unit
let shared = [1, 2]
let handle1 = calloc(1, 16)
fn release() -> Unit = free(handle1)
fn length2() -> int = listLength(shared)
fn scene(name: string) -> string = {
    let tea = makeItem(name)
    let shelf = Full { items: [tea] } // #shelf
    let ages = { "ann": tea } // #map
    let scaled = fn(n: int) => "\${tea.name} \${n}" // #closure
    let channel = Channel(3)
    send(channel, tea)
    let gate = Channel(1)
    let fiber = spawn { // #fiber
        let go = recv(gate)
        "\${tea.name} \${go}"
    }
    mut said = ["none"] // #cell
    let out = handle Log
        say line => { said = listAppend(said, "\${line} \${tea.name}") }
    in {
        perform Log.say("hello")
        print("\${length(tea.name)} \${listLength(said)} \${length2()}") // #look
        1
    }
    send(gate, "go")
    scaled(1) + await(fiber)
}
print(scene("tea"))
release()
`;

interface Seen {
  readonly program: Debugged;
  readonly objects: readonly InspectedObject[];
  readonly roots: readonly Root[];
  /** Everything that holds an object: `label of type`. */
  readonly holders: (of: InspectedObject) => readonly string[];
  readonly edges: ReadonlyMap<InspectedObject, readonly Edge[]>;
  readonly line: (marker: string) => number;
}

async function look(
  builder: ReturnType<typeof useBuilder>,
  memory: Memory,
  linkOptions: readonly string[] = [],
): Promise<Seen> {
  const [program, { stop }] = await Debugged.start(builder, 'walk.osp', text, ['look'], {
    memory,
    linkOptions,
  });
  const { engine } = program.session;
  const reads = heapReads(engine, stop.id);
  const walk = (await ObjectWalk.open(reads))!;
  const objects = (await allObjects(walk)).filter(({ validity }) => validity === 'live');
  const edges = new Map<InspectedObject, readonly Edge[]>();
  for (const object of objects) edges.set(object, walk.edges(object));
  return {
    program,
    objects,
    edges,
    roots: await readRoots(reads, walk.entry, walk.facts),
    line: marker => program.line(marker),
    holders: ({ at }) =>
      [...edges].flatMap(([from, leading]) =>
        leading.filter(({ to }) => to === at).map(({ kind }) => `${kind} of ${from.type || from.kind}`),
      ),
  };
}

describe.skipIf(toolsMissing)('[DEBUGGER-RUNTIME] the tables of a program', () => {
  const builder = useBuilder();
  endSessions();

  it.each(['arc', 'gc', 'default'] as const)('tell all about the objects of %s', async memory => {
    const { objects, roots, edges, holders, line } = await look(builder, memory);
    const only = (type: string): InspectedObject => {
      const found = objects.filter(object => object.type === type);
      expect(found, type).toHaveLength(1);
      return found[0]!;
    };
    const tea = only('Item');
    expect(tea).toMatchObject({ kind: 'record', size: 24, fiber: 0, provenance: memory, validity: 'live' });
    expect(tea.site).toEqual({
      file: 'walk.osp',
      function: 'makeItem',
      line: line('item'),
      column: expect.any(Number) as number,
    });
    // Shared by a list, a map, closures, a channel and a fiber: all of them are found.
    expect(holders(tea).toSorted()).toEqual([
      ...['capture of Log.say', 'capture of scene.fiber', 'capture of scene.lambda'],
      ...['channel item of Channel<Item>', 'element of list leaf', 'value of map node'],
    ]);
    // Its last owner is the variable.
    expect(tea.count).toBe(memory === 'arc' ? holders(tea).length + 1 : undefined);

    expect(only('Shelf').site?.line).toBe(line('shelf'));
    expect(edges.get(only('Shelf'))).toMatchObject([{ kind: 'payload', label: 'items' }]);
    expect(only('scene.fiber')).toMatchObject({ kind: 'closure', site: { line: line('fiber') } });
    expect(edges.get(only('scene.fiber'))!.map(({ label }) => label)).toEqual(['gate', 'tea']);
    expect(holders(only('scene.fiber'))).toEqual(['fiber body of Fiber<string>']);
    expect(only('scene.lambda').site?.line).toBe(line('closure'));
    expect(holders(only('Log.say'))).toEqual(['handler of handler']);
    expect(edges.get(only('Log.say'))!.map(({ label }) => label)).toEqual(['said', 'tea']);
    const list = only('List<int>');
    expect(roots.filter(({ to }) => to === list.at)).toEqual([
      { kind: 'global', label: 'shared', to: list.at },
    ]);
    const listed = roots.map(({ kind, label }) => `${kind} ${label}`);
    expect(listed).toContain('handlers handlers of main');
    // Whether it has come to its channel yet, the schedule decides.
    expect(listed.filter(root => /^(?:active|suspended) fiber fiber 3$/.test(root))).toHaveLength(1);
    // What C gave is a root that is not followed.
    expect(roots.filter(({ kind }) => kind === 'foreign handle')).toMatchObject([{ label: 'handle1' }]);
    expect(objects.map(({ type }) => type)).not.toContain('Ptr');
    const handler = objects.find(({ kind }) => kind === 'handler')!;
    expect(handler.site?.function).toBe('scene');
    expect(only('mut List<string>').site?.line).toBe(line('cell'));
  });

  it('give the same ids in every run', async () => {
    const runs = [await look(builder, 'arc'), await look(builder, 'arc')];
    const [first, second] = runs.map(({ objects }) =>
      objects.map(({ id, type, size, site }) => `${id} ${type} ${size} ${site?.line}`).sort(),
    );
    expect(first).toEqual(second);
    expect(first!.length).toBeGreaterThan(10);
  });

  it('say that nothing is known of a custom manager’s objects, whose values are shown all the same', async () => {
    const object = await customManager(builder.folder());
    const { objects, roots, program } = await look(builder, 'custom', [object]);
    expect(objects).toEqual([]);
    expect(roots.map(({ kind }) => kind)).toContain('global');
    expect((await program.again()).values).toMatchObject({ tea: 'Item { name: "tea!", price: 3 }' });
  });
});
