// The objects of a stopped program: what holds what, under ids that last, without a trace in the program.

import { answer, diffView, graphFromSource, type HeapAnalysis, type HeapSource } from '@sonde/heap';
import type { TimePosition } from '@sonde/engine';
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

const growing = `type Visit { page: i32; pages: vector<vector<i32>>; }
type Log { last: ref<Visit>; }
val log = new Log { last: new Visit { page: 0, pages: [[0]] } };
fun visit(amount: i32) {
    loop i = 0 {
        if (i < amount) {
            val pages = log.last.pages;
            log.last := new Visit { page: i, pages: pages << [i] };
            next i + 1;
        }
    }
}
fun work() {
    val amount = 3; // #before
    visit(amount); // #visit
    print(amount); // #after
}
work();
`;

const recorded = { settings: { recording: { kind: 'on', memoryBudget: 1 << 26 } } } as const;

async function goTo({ driver }: NgDriver, at: TimePosition): Promise<void> {
  await driver.engine.time!.goTo(driver.stop.id, at);
  await driver.stopped();
}

const changes = (before: HeapAnalysis, after: HeapAnalysis): readonly number[] => {
  const { added, removed } = diffView(before, after);
  return [added.count, removed.count];
};

test('objects keep their ids when the program goes back and comes again', async () => {
  const program = await load(written(growing), recorded);
  const { driver } = program;
  await program.breakAt('before');
  await program.breakAt('after');
  await driver.begin();
  const first = await analysed(program);
  await driver.continue();
  const { at } = driver.stop.time!;
  const second = await analysed(program);
  expect(changes(first, second)[0]).toBeGreaterThan(0);
  for (let round = 0; round < 2; round++) {
    await driver.move({ kind: 'continue' }, { direction: 'back' });
    await driver.stopped();
    expect(changes(first, await analysed(program))).toEqual([0, 0]);
    await driver.move({ kind: 'step', how: 'over', granularity: 'line' }, { direction: 'back' });
    await driver.stopped();
    await goTo(program, at);
    expect(changes(second, await analysed(program))).toEqual([0, 0]);
  }
});

test('what only a branch makes has ids of its own, and what lies before it keeps its', async () => {
  const program = await load(written(growing), recorded);
  const { driver } = program;
  await program.breakAt('before');
  await program.breakAt('after');
  await driver.begin();
  await driver.step('over');
  const before = await analysed(program);
  const { at } = driver.stop.time!;
  await driver.continue();
  const end = driver.stop.time!.at;
  const after = await analysed(program);
  await goTo(program, at);
  const scopes = await driver.engine.scopes(driver.stop.id, driver.top.id);
  const amount = scopes.flatMap(({ variables }) => variables).find(({ name }) => name === 'amount')!;
  const five = { type: amount.value.type, content: { kind: 'scalar', value: 5n } } as const;
  await driver.engine.write(driver.stop.id, amount.value.place!, five);
  expect(changes(before, await analysed(program))).toEqual([0, 0]);
  await driver.continue();
  const branched = await analysed(program);
  const ofBoth = new Set(ids(before));
  expect(ids(branched).filter(id => ids(after).includes(id) && !ofBoth.has(id))).toEqual([]);
  const branchEnd = driver.stop.time!.at;
  await goTo(program, end);
  expect(changes(after, await analysed(program))).toEqual([0, 0]);
  await goTo(program, branchEnd);
  expect(changes(branched, await analysed(program))).toEqual([0, 0]);
});

const ids = (analysis: HeapAnalysis): readonly number[] =>
  answer(analysis, { ask: 'search', text: '', most: 500 }).map(({ id }) => id);

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
