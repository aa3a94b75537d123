// Fibers, handlers and channels of Osprey as clients see them, with launch options that record a run and replay it.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nativeTools } from '@sonde/engine-native';
import { osprey } from '@sonde/language-osprey';
import { connect, type TestClient } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it, vi } from 'vitest';
import { endpointFor } from './in-process.js';
import { refusal } from './refusal.js';
import { written } from './written-programs.js';

const { missing } = await nativeTools();
// The first program compiles the runtime.
vi.setConfig({ testTimeout: 120_000 });

const program = `effect Count { bump: fn(int) -> int }
fn work(n: int) -> int !Count = perform Count.bump(n)
let channel = Channel(2)
mut total = 10
let out = handle Count
    bump by => {
        let before = total // #here
        total = (before + by) ?: before
        total
    }
in {
    let a = spawn { send(channel, "a")  work(1) }
    let b = spawn { send(channel, "b")  work(2) }
    let c = spawn { send(channel, "c")  work(4) }
    print("\${recv(channel)}\${recv(channel)}\${recv(channel)}")
    (await(a) + await(b) + await(c)) ?: 0
}
print("total \${total}")
fn name(n: int) -> string = match n { 0 => "zero" }
print(name(1))
`;

interface Moment {
  readonly threads: readonly string[];
  readonly scopes: ReadonlyMap<string, number>;
  readonly rows: (name: string) => Promise<readonly string[]>;
}

async function seen(client: TestClient): Promise<Moment> {
  const { threads } = await client.request('threads');
  const { scopes } = await client.request('scopes', { frameId: (await client.topFrame()).id });
  const references = new Map(scopes.map(scope => [scope.name, scope.variablesReference]));
  return {
    threads: threads.map(({ name }) => name),
    scopes: references,
    rows: async name => {
      const { variables } = await client.request('variables', { variablesReference: references.get(name)! });
      return variables.map(({ name: row, value }) => `${row} = ${value}`);
    },
  };
}

async function stopped(path: string, launch: Readonly<Record<string, unknown>>): Promise<TestClient> {
  const client = closeAfterTest(await connect(endpointFor(osprey)));
  await client.launch({ program: path, cwd: dirname(path), ...launch }, each =>
    each.setBreakpoints(path, ['#here']),
  );
  await client.waitForStop({ reason: 'breakpoint' });
  return client;
}

describeUnlessMissing('fibers', missing, () => {
  it('are threads that say what they wait for; their handlers and channels are scopes; a run is recorded and replayed', async () => {
    const path = written('fibers.osp', program);
    const record = join(dirname(path), 'run.rec');
    const client = await stopped(path, { record: 'run.rec', env: { OSPREY_SCHEDULE_SEED: '5' } });
    const moment = await seen(client);
    expect(moment.threads).toEqual([
      expect.stringMatching(/^main( \(waits: .*\))?$/),
      ...[3, 4, 5]
        .slice(0, moment.threads.length - 1)
        .map(() => expect.stringMatching(/^fiber \d( \(waits: .*\))?$/) as string),
    ]);
    expect([...moment.scopes.keys()]).toEqual(expect.arrayContaining(['Channels', 'Run']));
    expect((await moment.rows('Channels'))[0]).toMatch(/^channel 1 = \d of 2/);
    expect(await moment.rows('Run')).toEqual([
      'mode = recorded',
      expect.stringMatching(/^event = \d+$/),
      `record = ${record}`,
    ]);

    // A step stays in its fiber, and what it was told of is told again in the replay.
    const steps = async (of: TestClient): Promise<readonly string[]> => {
      const told: string[] = [];
      for (let count = 0; count < 2; count++) {
        const { threadId } = await of.next();
        const { name, line } = await of.topFrame(threadId);
        const { rows, threads } = await seen(of);
        told.push([threadId, name, line, ...threads, ...(await rows('Channels'))].join(' '));
      }
      return told;
    };
    const first = await steps(client);
    await client.request('setBreakpoints', { source: { path }, breakpoints: [] });
    const failed = await client.continue();
    expect(await client.request('exceptionInfo', { threadId: failed.threadId })).toMatchObject({
      exceptionId: 'no match',
      description: expect.stringMatching(/fatal: no arm of the match fits \(fibers\.osp:19:29\)/) as string,
    });
    await client.runToEnd();
    const output = client.output({ category: 'stdout' });
    expect(readFileSync(record, 'utf8')).toMatch(/\nend \d+\n$/);

    const again = await stopped(path, { replay: 'run.rec' });
    expect((await (await seen(again)).rows('Run'))[0]).toBe('mode = replayed');
    expect(await steps(again)).toEqual(first);
    await again.request('setBreakpoints', { source: { path }, breakpoints: [] });
    await again.continue();
    await again.runToEnd();
    expect(again.output({ category: 'stdout' })).toBe(output);
  });

  it('are told when a record does not fit, and an option that makes no sense is refused', async () => {
    const path = written('fibers.osp', program);
    writeFileSync(
      join(dirname(path), 'wrong.rec'),
      'osprey-record 1\nruntime 1\nprogram 0000000000000000\nseed 1\nevents\nend 0\n',
    );
    const client = closeAfterTest(await connect(endpointFor(osprey)));
    await client.launch({ program: path, cwd: dirname(path), replay: 'wrong.rec' });
    const { threadId } = await client.waitForStop({ reason: 'exception' });
    const { description } = await client.request('exceptionInfo', { threadId });
    expect(description).toMatch(/is of another program, or of another version of it/);
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toBe('');
    const both = closeAfterTest(await connect(endpointFor(osprey)));
    expect(
      await refusal(both.launch({ program: path, cwd: dirname(path), record: 'a.rec', replay: 'b.rec' })),
    ).toMatch(/a run is either recorded or replayed/);
    expect(existsSync(join(dirname(path), 'a.rec'))).toBe(false);
  });

  it('have handlers, the cells of which can be changed, and pass log points and conditions on objects', async () => {
    const path = written(
      'cells.osp',
      program
        .replace(' // #here', '')
        .replace('perform', '{ let who = { name: "w", of: [n] }\n    perform')
        .replace('bump(n)', 'bump(n) } // #work')
        .replace('    let a =', '    print("go") // #here\n    let a ='),
    );
    const client = await stopped(path, {});
    const { scopes } = await seen(client);
    const open = async (variablesReference: number) =>
      (await client.request('variables', { variablesReference })).variables;
    const [handler] = await open(scopes.get('Handlers')!);
    expect(handler).toMatchObject({ name: 'Count', value: 'bump at cells.osp:6:11' });
    const inside = handler!.variablesReference;
    expect((await open(inside)).map(({ name, value }) => `${name} = ${value}`)).toEqual([
      ...['bump = its arm answers', 'installed at = cells.osp:6:11', 'total = 10'],
    ]);
    const changed = await client.request('setVariable', {
      variablesReference: inside,
      name: 'total',
      value: '100',
    });
    expect(changed.value).toBe('100');
    await client.setBreakpoints(path, [
      { at: '#work', logMessage: '{who.name} has {who}' },
      { at: '#work', condition: 'who.name == "nobody"' },
    ]);
    const { reason } = await client.continue();
    expect(reason).toBe('exception');
    const logged = client.output({ category: 'console' });
    for (const n of [1, 2, 4]) expect(logged).toContain(`w has { name: "w", of: [${n}] }`);
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toContain('total 107\n');
  });
});
