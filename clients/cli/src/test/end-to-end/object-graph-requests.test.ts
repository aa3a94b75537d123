// Every request of `sonde/objectGraph/…` by its name: answers, pages in both directions, cancel, progress, a program
// that runs, and numbers that mean nothing.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cancelled, type Engine } from '@sonde/engine';
import type { HeapSource } from '@sonde/heap';
import { ng } from '@sonde/language-ng';
import type { Language } from '@sonde/language';
import { allRequests } from '@sonde/session';
import type { TestClient } from '@sonde/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { clientFor } from './in-process.js';
import { schemaCheck } from './json-schema.js';

const leak = fileURLToPath(new URL('leak.ng', ng.examples));

type Body = Readonly<Record<string, unknown>>;
interface Node {
  readonly id: number;
  readonly type: string;
  readonly retained: number;
  readonly references: number;
}
interface Page<Item> extends Body {
  readonly total: number;
  readonly start: number;
  readonly items: readonly Item[];
}
interface Edge {
  readonly kind: string;
  readonly name?: string | number;
  readonly node: Node;
}

/** Asks by the end of the name, checks the body by its schema, and keeps book. */
class Asker {
  readonly asked = new Set<string>();

  constructor(private readonly client: TestClient) {}

  async ask<Answer = Body>(name: string, args: object = {}): Promise<Answer> {
    this.asked.add(name);
    const body = await this.client.customRequest(`sonde/objectGraph/${name}`, args);
    expect(schemaCheck('object-graph.schema.json', definitions[name]!)(body)).toEqual([]);
    return body as Answer;
  }
}

const definitions: Readonly<Record<string, string>> = {
  status: 'Status',
  snapshot: 'Snapshot',
  overview: 'Overview',
  suspects: 'Suspects',
  largest: 'NodeList',
  groups: 'GroupPage',
  members: 'NodePage',
  node: 'Node',
  references: 'EdgePage',
  retainers: 'EdgePage',
  dominated: 'NodePage',
  shortestPath: 'OptionalPath',
  keyPaths: 'KeyPaths',
  cut: 'Cut',
  search: 'NodeList',
  diff: 'Diff',
  dot: 'Dot',
  json: 'Json',
  find: 'Find',
  release: 'Nothing',
};

async function at(
  program: string,
  markers: Parameters<TestClient['setBreakpoints']>[1],
  language: Language = ng,
): Promise<TestClient> {
  const client = await clientFor(language);
  await client.launch({ program }, () => client.setBreakpoints(program, markers));
  await client.waitForStop();
  return client;
}

it('answers every request that there is', async () => {
  const client = await at(leak, ['#few', '#many']);
  const asker = new Asker(client);
  const ask = asker.ask.bind(asker);
  expect(await ask('status')).toEqual({ available: true, snapshots: [] });
  await ask('snapshot', { name: 'few' });
  const idAtFew = (await ask<{ id: number }>('find', { expression: 'server' })).id;
  await client.continue();
  const { snapshot, overview } = await ask<{ snapshot: number; overview: Body }>('snapshot');
  expect(await ask('overview', { snapshot })).toEqual(overview);
  expect(overview['moment']).toMatchObject({ kind: 'recording', branch: 0, cause: 'breakpoint' });
  expect(await ask('status')).toMatchObject({ snapshots: [{ snapshot: 1, name: 'few' }, { snapshot }] });

  // The same object has the same id in both.
  const { id, node } = await ask<{ id: number; node: Node }>('find', { snapshot, expression: 'server' });
  expect(id).toBe(idAtFew);
  expect(await ask('node', { snapshot: 1, id })).toMatchObject({ id, type: node.type });
  expect(await ask('node', { snapshot, id })).toEqual(node);

  // A list is one suspect: whoever holds its head.
  const suspects = await ask<{ items: readonly { words: string; chain?: Body; node: Node }[] }>('suspects', {
    snapshot,
  });
  expect(suspects.items[0]).toMatchObject({ node: { type: 'Server' }, chain: { type: 'Visit', count: 203 } });
  expect(suspects.items[0]!.words).toContain('a list of 203 × Visit');
  const server = suspects.items[0]!.node.id;
  const largest = await ask<{ items: readonly Node[] }>('largest', { snapshot, count: 3 });
  expect(largest.items).toHaveLength(3);
  expect(largest.items[0]!.retained).toBeGreaterThanOrEqual(largest.items[2]!.retained);

  // Groups by each word, and of what a person chose.
  for (const by of ['type', 'site', 'owner', 'kind', 'module'])
    expect((await ask<Page<Body>>('groups', { snapshot, by })).total).toBeGreaterThan(0);
  const chosen = [{ name: 'mine', ids: [id, server] }];
  expect(await ask('groups', { snapshot, by: 'selection', selections: chosen })).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ name: 'mine', count: 2 })]) as unknown,
  });

  const members = await ask<Page<Node>>('members', { snapshot, by: 'type', name: 'Session', count: 2 });
  expect(members).toMatchObject({ total: 203, items: [{ type: 'Session' }, { type: 'Session' }] });

  // Pages in both directions and of the dominator tree: pieces make the whole, beyond the end is nothing.
  const sessions = (await ask<{ items: readonly Node[] }>('search', { snapshot, text: 'Session', most: 500 }))
    .items;
  expect(sessions).toHaveLength(203);
  for (const [name, of] of [
    ['references', server],
    ['retainers', sessions[0]!.id],
    ['dominated', (await ask<{ rootId: number }>('overview', { snapshot })).rootId],
  ] as const) {
    const whole = await ask<Page<unknown>>(name, { snapshot, id: of });
    expect(whole.items).toHaveLength(whole.total);
    const pieces: unknown[] = [];
    for (let start = 0; start < whole.total; start++)
      pieces.push(...(await ask<Page<unknown>>(name, { snapshot, id: of, start, count: 1 })).items);
    expect(pieces).toEqual(whole.items);
    expect(await ask(name, { snapshot, id: of, start: 1_000_000 })).toMatchObject({ items: [] });
    expect(await ask(name, { snapshot, id: of, count: 0 })).toMatchObject({ total: whole.total, items: [] });
  }
  // Each reference is a retainer from the other side.
  const [first] = (await ask<Page<Edge>>('references', { snapshot, id: server })).items;
  const back = await ask<Page<Edge>>('retainers', { snapshot, id: first!.node.id });
  expect(back.items).toContainEqual(
    expect.objectContaining({
      kind: first!.kind,
      name: first!.name,
      node: expect.objectContaining({ id: server }) as unknown,
    }),
  );

  const last = sessions.at(-1)!.id;
  const shortest = await ask<{ steps: readonly Edge[] }>('shortestPath', { snapshot, id: last });
  expect(shortest.steps.at(-1)!.node.id).toBe(last);
  const { paths } = await ask<{ paths: readonly { steps: readonly Edge[] }[] }>('keyPaths', {
    snapshot,
    id: last,
    most: 2,
  });
  expect(paths.length).toBeGreaterThan(0);
  const cut = await ask<{ freedCount: number }>('cut', {
    snapshot,
    from: server,
    to: first!.node.id,
    name: first!.name,
  });
  expect(cut.freedCount).toBeGreaterThanOrEqual(0);
  expect(await ask('search', { snapshot, text: `${id}`, most: 1 })).toMatchObject({ items: [{ id }] });

  const diff = await ask<{ added: Body; types: readonly Body[] }>('diff', {
    before: 1,
    after: snapshot,
    most: 3,
  });
  expect(diff.types.length).toBeGreaterThan(0);
  expect(Object.keys(diff)).toEqual(
    expect.arrayContaining([
      'count',
      'shallow',
      'retainedChanged',
      'pathChanged',
      'types',
      'sites',
      'largestAdded',
    ]),
  );
  // Equal questions have equal answers, to the letter.
  const dot = { snapshot, id: server, depth: 1, most: 5 };
  expect(await ask('dot', dot)).toEqual(await ask('dot', dot));
  expect((await ask<{ dot: string }>('dot', { snapshot, id: last, paths: true })).dot).toMatch(/^digraph/);

  // The objects that are named, and what they hold of one another.
  const two = await ask<{ dot: string }>('dot', { snapshot, id, ids: [id, server] });
  expect(two.dot.match(/^  n\d+ \[/gm)).toHaveLength(2);
  expect(two.dot).toContain(`n${id} -> n${server}`);
  expect(two.dot).toContain('Sizes are approximate');
  await expect(ask('dot', { snapshot, id, ids: 'all' })).rejects.toThrow('"ids" must be a list');

  // Another snapshot of the same stop is the same file.
  const again = (await ask<{ snapshot: number }>('snapshot')).snapshot;
  const { json } = await ask<{ json: string }>('json', { snapshot });
  expect(await ask('json', { snapshot: again })).toEqual({ json });
  expect(JSON.parse(json)).toMatchObject({ format: 'sonde-heap', moment: { cause: 'breakpoint' } });

  expect(await ask('release', { snapshot })).toEqual({});
  await expect(ask('node', { snapshot, id })).rejects.toThrow(`snapshot ${snapshot} was released`);
  await expect(ask('release', { snapshot })).rejects.toThrow('was released');

  const served = [...allRequests.keys()].filter(name => name.startsWith('sonde/objectGraph/'));
  expect([...asker.asked].map(name => `sonde/objectGraph/${name}`).sort()).toEqual(served.sort());
});

it('refuses what means nothing, one by one and by name', async () => {
  const client = await at(leak, ['#few']);
  const ask = (name: string, args: object = {}): Promise<unknown> =>
    client.customRequest(`sonde/objectGraph/${name}`, args);
  await ask('snapshot');
  const needsSnapshot = ['overview', 'suspects', 'largest', 'groups', 'json', 'release'];
  const needsId = ['node', 'references', 'retainers', 'dominated', 'shortestPath', 'keyPaths', 'dot'];
  for (const name of [...needsSnapshot, ...needsId]) {
    await expect(ask(name, { id: 1 }), name).rejects.toThrow('"snapshot" is missing');
    await expect(ask(name, { snapshot: 7, id: 1 }), name).rejects.toThrow('there is no snapshot 7');
    await expect(ask(name, { snapshot: 'one', id: 1 }), name).rejects.toThrow(
      '"snapshot" must be a whole number',
    );
  }
  for (const name of needsId) {
    await expect(ask(name, { snapshot: 1 }), name).rejects.toThrow('"id" is missing');
    await expect(ask(name, { snapshot: 1, id: 123_456 }), name).rejects.toThrow('there is no object @123456');
    await expect(ask(name, { snapshot: 1, id: 1.5 }), name).rejects.toThrow('"id" must be a whole number');
  }
  await expect(ask('cut', { snapshot: 1, from: 1 })).rejects.toThrow('"to" is missing');
  await expect(ask('cut', { snapshot: 1, from: 1, to: 1, name: {} })).rejects.toThrow('"name" must be');
  await expect(ask('search', { snapshot: 1 })).rejects.toThrow('"text" is missing');
  await expect(ask('diff', { before: 1, after: 2 })).rejects.toThrow('there is no snapshot 2');
  await expect(ask('groups', { snapshot: 1, selections: [{ ids: [1] }] })).rejects.toThrow(
    '"selections" must be',
  );
  await expect(ask('find', {})).rejects.toThrow();
  await expect(ask('find', { expression: 'nobody' })).rejects.toThrow('nobody');
  await expect(ask('find', { variablesReference: 99_999, name: 'x' })).rejects.toThrow();
  await expect(ask('snapshot', { mostNodes: 1e9 })).rejects.toThrow('"mostNodes" is at most');
  await expect(ask('snapshot', { name: 7 })).rejects.toThrow('"name" must be a string');
});

it('answers about earlier snapshots while the program runs, and takes one again when it stands', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-graph-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, 'runs.ng');
  writeFileSync(
    program,
    `type Box { n: i32; }
val box = new Box { n: 1 };
print("begun"); // #here
loop n = 0 {
    if (n >= 0) {
        next (n + 1) % 1000;
    }
}
`,
  );
  const client = await at(program, ['#here']);
  const ask = (name: string, args: object = {}): Promise<unknown> =>
    client.customRequest(`sonde/objectGraph/${name}`, args);
  await ask('snapshot');
  const { threadId } = await client.waitForStop();
  await client.request('continue', { threadId });
  expect(await ask('status')).toMatchObject({ available: false, snapshots: [{ snapshot: 1 }] });
  expect(await ask('overview', { snapshot: 1 })).toMatchObject({ labels: {} });
  await expect(ask('snapshot')).rejects.toThrow('notStopped');
  await expect(ask('find', { expression: 'box' })).rejects.toThrow('notStopped');
  const paused = client.send('pause', { threadId });
  await client.waitForStop({ after: paused.sent });
  expect(await ask('snapshot')).toMatchObject({
    snapshot: 2,
    run: 1,
    overview: { moment: { cause: 'request' } },
  });
});

/** A heap that never ends, for what only shows when reading takes long. */
const endless: HeapSource = {
  available: true,
  moment: { kind: 'stop', stop: '1', cause: 'request' },
  async *read({ signal, progress }) {
    yield { kind: 'nodes', nodes: [{ id: 1, type: 'Box', kind: 'record', size: 8 }] };
    progress({ step: 'reading the heap', done: 1, of: 10 });
    return await new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(cancelled()), { once: true }),
    );
  },
};

/** NG with another way to its objects. */
const withHeap = (heap: (engine: Engine) => NonNullable<Engine['heap']>): Language => ({
  ...ng,
  engine: {
    ...ng.engine,
    start: async (...given) => {
      const engine: Engine = await ng.engine.start(...given);
      return Object.assign(engine, { heap: heap(engine) });
    },
  },
});

const slow = withHeap(() => () => Promise.resolve(endless));

it('tells how far a long reading is, and ends it by its progress or by its request', async () => {
  const client = await at(leak, ['#few'], slow);
  const snapshot = (): Promise<unknown> => client.customRequest('sonde/objectGraph/snapshot');
  const byProgress = snapshot();
  // On a busy machine the start of the program tells of itself first.
  const isReading = ({ title }: { readonly title: string }): boolean =>
    title === 'Taking a snapshot of the objects';
  const { body } = await client.waitFor('progressStart', { where: isReading });
  expect(body).toMatchObject({ cancellable: true });
  const isOfIt = ({ progressId }: { readonly progressId: string }): boolean => progressId === body.progressId;
  const words = body.message ?? (await client.waitFor('progressUpdate', { where: isOfIt })).body.message;
  expect(words).toMatch(/reading the heap/);
  await client.request('cancel', { progressId: body.progressId });
  await expect(byProgress).rejects.toThrow('cancelled');
  const after = await client.waitFor('progressEnd', {
    where: isOfIt,
  });

  const byRequest = snapshot();
  const { body: second } = await client.waitFor('progressStart', { after, where: isReading });
  await client.request('cancel', { requestId: second.requestId! });
  await expect(byRequest).rejects.toThrow('cancelled');
  // Nothing is left of either.
  expect(await client.customRequest('sonde/objectGraph/status')).toEqual({ available: true, snapshots: [] });
});

it('takes snapshots where a log point says so, and the program goes on', async () => {
  const client = await at(leak, [
    { at: '#few', logMessage: '{:snapshot few} of {server.current.user}' },
    '#many',
  ]);
  expect(client.output({ category: 'console' })).toMatch(/snapshot 1 \(few\): 21 objects, 3\.\d kB of 2/);
  const ask = async (name: string, args: object = {}): Promise<Body> =>
    (await client.customRequest(`sonde/objectGraph/${name}`, args)) as Body;
  expect(await ask('status')).toMatchObject({ snapshots: [{ snapshot: 1, name: 'few' }] });
  expect(await ask('overview', { snapshot: 1 })).toMatchObject({
    nodes: 21,
    moment: { cause: 'breakpoint' },
  });
  await ask('snapshot');
  expect(await ask('diff', { before: 1, after: 2 })).toMatchObject({ count: [21, 1_021] });
});

it('collects nothing before a client asks, and shows no address that nobody asked for', async () => {
  const readings: boolean[] = [];
  let looked = 0;
  const counted = withHeap(engine => {
    const original = engine.heap!.bind(engine);
    return async stop => {
      looked++;
      const heap = await original(stop);
      if (!heap.available) return heap;
      return {
        ...heap,
        read: reading => {
          readings.push(reading.addresses);
          return heap.read(reading);
        },
      };
    };
  });
  const client = await at(leak, ['#few'], counted);
  const frame = await client.topFrame();
  await client.locals(frame);
  await client.request('evaluate', { expression: 'server.current', context: 'repl', frameId: frame.id });
  await client.request('evaluate', { expression: 'server', context: 'watch', frameId: frame.id });
  await client.request('evaluate', { expression: 'server', context: 'hover', frameId: frame.id });
  expect(looked).toBe(0);

  await client.request('evaluate', { expression: ':heap', context: 'repl' });
  await client.request('evaluate', { expression: ':why-alive server', context: 'repl' });
  await client.customRequest('sonde/objectGraph/snapshot');
  expect(readings).toEqual([false, false, false]);
  await client.customRequest('sonde/objectGraph/snapshot', { addresses: true });
  expect(readings.at(-1)).toBe(true);
});
