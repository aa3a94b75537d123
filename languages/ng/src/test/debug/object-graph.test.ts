// The objects of a stopped program: what holds what, under ids that last, without a trace in the program.

import { answer, diffView, graphFromSource, type HeapAnalysis, type HeapSource } from '@sonde/heap';
import { expect, test } from 'vitest';
import { example, load, run, written, type NgDriver } from '../harness.js';

const analysed = ({ driver }: NgDriver): Promise<HeapAnalysis> => driver.heap();

const counts = (analysis: HeapAnalysis): Readonly<Record<string, number>> =>
  Object.fromEntries(
    answer(analysis, { ask: 'groups', by: 'type' }).items.map(({ name, count }) => [name, count]),
  );

/** At both stops, in one run to the end. */
async function bothStops() {
  const program = await load(example('leak'));
  await program.breakAt('few');
  await program.breakAt('many');
  await program.driver.begin();
  const few = await analysed(program);
  await program.driver.continue();
  const many = await analysed(program);
  const frame = program.driver.top.id;
  const names = await program.driver.engine.names(program.driver.stop.id, frame);
  const { type } = names.lookup('server')!;
  const [server] = await program.driver.engine.readPlaces(program.driver.stop.id, [
    { place: { kind: 'global', index: indexOf(names.lookup('server')!.place) }, type },
  ]);
  const serverId = await program.driver.engine.heapId!(program.driver.stop.id, server!);
  await program.driver.move({ kind: 'continue' });
  await program.driver.next('exited');
  return { few, many, serverId: serverId!, output: program.driver.output() };
}

const indexOf = (place: object): number => (place as { readonly index: number }).index;

test('a leak is what grows between two stops, and the paths name who holds it', async () => {
  const { few, many, serverId, output } = await bothStops();
  expect(counts(few)).toMatchObject({ Session: 3, Visit: 3, Server: 1 });
  expect(counts(many)).toMatchObject({ Session: 203, Visit: 203, Server: 1 });
  // Looking has left no trace in the program.
  expect(output).toBe((await run(example('leak'))).stdout);

  const diff = diffView(few, many);
  expect(diff.idsDiffer).toBe(false);
  expect(diff.types.find(({ name }) => name === 'Visit')?.count).toEqual([3, 203]);
  const visitsBefore = answer(few, { ask: 'search', text: 'Visit' }).map(({ id }) => id);
  const visitsAfter = new Set(answer(many, { ask: 'search', text: 'Visit', most: 500 }).map(({ id }) => id));
  expect(visitsBefore.filter(id => !visitsAfter.has(id))).toEqual([]);

  // From the variable to its node: the reference, which leads to the server itself.
  const [server] = answer(many, { ask: 'references', id: serverId }).items;
  expect(server).toMatchObject({ kind: 'reference', node: { type: 'Server' } });
  const fields = answer(many, { ask: 'references', id: server!.node.id }).items;
  expect(fields.map(({ kind, name }) => [kind, name])).toEqual([
    ['field', 'current'],
    ['field', 'history'],
  ]);
  const history = fields[1]!.node.id;
  expect(answer(many, { ask: 'cut', from: server!.node.id, to: history }).freedCount).toBeGreaterThan(800);
});

test('two owners behind one hub are two key paths', async () => {
  const program = await load(
    written(`
type Session { user: i32; }
type Desk { session: ref<Session>; }
type Hub { left: ref<Desk>; right: ref<Desk>; }
fun open() -> ref<Hub> {
    val session = new Session { user: 1 };
    return new Hub { left: new Desk { session: session }, right: new Desk { session: session } };
}
val hub = open();
print(hub.left.session.user); // #here
`),
  );
  await program.breakAt('here');
  await program.driver.begin();
  const analysis = await analysed(program);
  const [session] = answer(analysis, { ask: 'search', text: 'Session' });
  const { paths, complete } = answer(analysis, { ask: 'key-paths', id: session!.id });
  const ways = paths.map(({ steps }) => steps.flatMap(({ kind, name }) => (kind === 'field' ? [name] : [])));
  expect(ways).toEqual(
    expect.arrayContaining([
      ['left', 'session'],
      ['right', 'session'],
    ]),
  );
  expect(complete).toBe(true);
});

test('what is not known is labelled with the reason', async () => {
  const program = await load(example('leak'));
  await program.breakAt('few');
  await program.driver.begin();
  const { labels, roots } = answer(await analysed(program), { ask: 'summary' });
  expect(labels).toMatchObject({
    nodes: { exactness: 'exact' },
    edges: { exactness: 'exact' },
    roots: { exactness: 'exact' },
    sizes: { exactness: 'approximate', why: 'the machine estimates what its objects take' },
    sites: { exactness: 'unavailable', why: expect.stringContaining('does not record') as string },
    owners: { exactness: 'unavailable', why: expect.stringContaining('does not record') as string },
  });
  expect(roots.map(({ category }) => category)).toContain('global');
});

test('a source that was made for an earlier stop is refused', async () => {
  const program = await load(example('leak'));
  await program.breakAt('few');
  await program.breakAt('many');
  await program.driver.begin();
  const old = (await program.driver.engine.heap!(program.driver.stop.id)) as HeapSource;
  await program.driver.continue();
  const reading = { signal: new AbortController().signal, progress: () => undefined };
  await expect(graphFromSource(old, { ...reading, mostNodes: 10, addresses: false })).rejects.toMatchObject({
    code: 'stale',
  });
});
