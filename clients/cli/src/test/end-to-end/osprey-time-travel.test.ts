// Going back in a recorded Osprey program, at the grain of its events: the same session for fibers, handlers and input.

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { nativeTools } from '@sonde/engine-native';
import { osprey } from '@sonde/language-osprey';
import { connect, lineOf, type Stop, type TestClient } from '@sonde/testkit';
import { seededRandom } from '@sonde/testkit/seeded-random';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { sondeScript, tcpServer } from './fixtures.js';
import { refusal } from './refusal.js';
import { testFolder, written } from './written-programs.js';

const ours: object = { supportsTimeTravel: true, supportsOutputStream: true };
const seed = { OSPREY_SCHEDULE_SEED: '7' };

/** Arms that answer and arms that resume, input, chance, and a file that is written. */
const outside = (file: string): string => `effect Log { say: fn(string) -> Unit }
effect Ask { number: fn(string) -> int }
fn work(name: string) -> int ![Log, Ask] = {
    perform Log.say("begin \${name}")
    let first = perform Ask.number(name) // #work
    perform Log.say("end \${name}") // #end
    first
}
mut lines = 0
let name = input()
let saved = writeFile("${file}", name)
let out = handle Log
    say text => {
        lines = (lines + 1) ?: lines
        print("log: \${text}") // #log
    }
in handle Ask
    number which => {
        let rest = resume((length(which) + lines) ?: 0)
        rest
    }
in work(name)
let second = input()
print("\${out} \${lines} \${second} \${random() % 10}") // #last
`;

interface Time {
  readonly step: number;
  readonly last: { readonly step: number };
}

const timeOf = (stop: Stop): Time => (stop.body as unknown as { readonly time: Time }).time;

describeUnlessMissing('going back in a recorded Osprey program', (await nativeTools()).missing, () => {
  const server = tcpServer();

  async function stopped(
    program: string,
    markers: readonly `#${string}`[],
    options: object = {},
  ): Promise<readonly [TestClient, Stop]> {
    const client = closeAfterTest(await connect(await server(), { initialize: ours }));
    await client.launch({ program, env: seed, ...options }, each => each.setBreakpoints(program, markers));
    return [client, await client.waitForStop({ reason: 'breakpoint' })];
  }

  async function go(client: TestClient, command: string, args: object = {}): Promise<Stop> {
    const before = client.timeline.now;
    await client.customRequest(command, { threadId: 1, ...args });
    return client.waitForStop({ after: before });
  }

  const fibers = (): { readonly program: string; readonly record: string } => {
    const folder = testFolder();
    const program = join(folder, 'fibers.osp');
    copyFileSync(new URL('fibers.osp', osprey.examples), program);
    return { program, record: join(folder, 'fibers.rec') };
  };

  /** All that a person sees: fibers and what they wait for, frames and variables of the one in focus, channels. */
  async function sight(client: TestClient, { threadId }: Stop): Promise<string> {
    const { threads } = await client.request('threads');
    const frames = await client.stack(threadId);
    const rows = [
      threads
        .map(({ name }) => name)
        .toSorted()
        .join(', '),
    ];
    for (const frame of frames.filter(({ source }) => source !== undefined)) {
      rows.push(`${frame.name}:${frame.line}`);
      const { scopes } = await client.request('scopes', { frameId: frame.id });
      for (const { name, variablesReference } of scopes.filter(each =>
        /Locals|Arguments|Channels/.test(each.name),
      )) {
        const { variables } = await client.request('variables', { variablesReference });
        rows.push(...variables.map(each => `${name} ${each.name} = ${each.value}`));
      }
    }
    return rows.join('\n');
  }

  it('shows the same at an event however it was reached, and prints once', async () => {
    const { program, record } = fibers();
    const [client, first] = await stopped(program, ['#look'], { record });
    expect(client.capabilities.supportsStepBack).toBe(true);
    let stop = first;
    while (timeOf(stop).step < 12) stop = await client.continue();
    const newest = timeOf(stop).step;
    const seen = new Map<number, string>();
    for (let nth = newest; nth > newest - 6; nth--) {
      stop = await go(client, 'stepBack');
      expect(stop.body).toMatchObject({
        reason: 'step',
        description: expect.stringMatching(new RegExp(`^event ${nth} of ${newest}: \\w`)) as string,
      });
      expect(timeOf(stop)).toMatchObject({ step: nth, last: { step: newest } });
      seen.set(nth, await sight(client, stop));
    }
    expect(new Set(seen.values()).size).toBeGreaterThan(3);
    for (const step of [newest - 5, newest - 1, newest - 3, newest]) {
      stop = await go(client, 'sonde/gotoTime', { step });
      expect(stop.body).toMatchObject({ reason: 'goto' });
      expect(await sight(client, stop)).toBe(seen.get(step));
    }
    await client.setBreakpoints(program, []);
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toBe(
      'item 0: 2\nitem 1: 4\nitem 2: 6\nitem 3: 8\nitem 4: 10\nproducer ended at 6\nworker left 0\n',
    );
  });

  it.each([
    ['fibers.osp', ['#look', '#send'], 3],
    ['effects.osp', ['#perform', '#count', '#look'], 4],
  ] as const)('shows the same at an event on a random walk through %s', async (name, markers, from) => {
    const folder = testFolder();
    const program = join(folder, name);
    copyFileSync(new URL(name, osprey.examples), program);
    const [client, first] = await stopped(program, markers, { record: join(folder, 'walk.rec') });
    const random = seededRandom(from);
    const seen = new Map<number, string>();
    let stop = first;
    let compared = 0;
    for (let nth = 0; nth < 40; nth++) {
      const { step, last } = timeOf(stop);
      const choice = random(4);
      if (choice === 0 && last.step < 20) stop = await client.continue();
      else if (choice === 1) stop = await go(client, 'reverseContinue');
      else if (choice === 2) stop = await go(client, 'stepBack');
      else stop = await go(client, 'sonde/gotoTime', { step: random(last.step) });
      if (choice !== 0) expect(timeOf(stop).step).toBeLessThanOrEqual(choice === 3 ? last.step : step);
      const { step: at } = timeOf(stop);
      if (!/^event /.test(stop.body.description ?? '')) continue;
      const sees = await sight(client, stop);
      if (seen.has(at)) compared++;
      expect(sees).toBe(seen.get(at) ?? sees);
      seen.set(at, sees);
    }
    expect(compared).toBeGreaterThan(2);
    // Whatever way it took, it has printed what it prints.
    await client.setBreakpoints(program, []);
    await client.runToEnd();
    const plain = execFileSync(process.execPath, [sondeScript, 'run', program], { encoding: 'utf8' });
    expect(client.output({ category: 'stdout' })).toBe(plain);
  });

  it('comes back from a fatal error, whose words are not printed twice', async () => {
    const text =
      'let channel = Channel(1) // #stuck\nlet stuck = spawn recv(channel)\nprint("${await(stuck)}")\n';
    const program = written('stuck.osp', text);
    const [client] = await stopped(program, ['#stuck'], { record: `${program}.rec` });
    const error = await client.continue();
    expect(error.body.reason).toBe('exception');
    const { step } = timeOf(error);
    const before = await go(client, 'stepBack');
    expect(before.body.description).toMatch(new RegExp(`^event ${step} of ${step}: `));
    expect(timeOf(await go(client, 'stepBack')).step).toBe(step - 1);
    expect((await client.continue()).body).toMatchObject({ reason: 'exception', text: error.body.text });
    await client.runToEnd();
    expect(client.output().match(/deadlock/g)).toHaveLength(1);
  });

  it('goes on live as if one had not gone back: the record is that of a run without', async () => {
    const { program, record } = fibers();
    const plain = `${record}.plain`;
    execFileSync(process.execPath, [sondeScript, 'run', program, '--set', `record=${plain}`], {
      env: { ...process.env, ...seed },
    });
    const [client] = await stopped(program, ['#recv'], { record });
    await client.continue();
    await go(client, 'stepBack');
    await go(client, 'reverseContinue');
    await client.setBreakpoints(program, []);
    await client.runToEnd();
    expect(readFileSync(record, 'utf8')).toBe(readFileSync(plain, 'utf8'));
  });

  it('runs back to the breakpoint before, with the values of then, and to the start', async () => {
    const { program, record } = fibers();
    const [client] = await stopped(program, ['#recv'], { record });
    const left = async (): Promise<string | undefined> => (await client.locals()).get('left')?.value;
    const seen = [await left()];
    for (let pass = 0; pass < 3; pass++) {
      await client.continue();
      seen.push(await left());
    }
    expect(seen).toEqual(['5', '4', '3', '2']);
    for (const expected of ['3', '4', '5']) {
      expect((await go(client, 'reverseContinue')).body.reason).toBe('breakpoint');
      expect((await client.topFrame()).line).toBe(lineOf(program, '#recv'));
      expect(await left()).toBe(expected);
    }
    expect((await go(client, 'reverseContinue')).body.reason).toBe('entry');
    expect((await go(client, 'stepBack')).body.reason).toBe('entry');
    // Forward from the past breakpoints are met as they were.
    for (const expected of seen) {
      expect((await client.continue()).body.reason).toBe('breakpoint');
      expect(await left()).toBe(expected);
    }
  });

  it('finds breakpoints that were set later, and counts hits as they were', async () => {
    const { program, record } = fibers();
    const [client] = await stopped(program, ['#look'], { record });
    await client.continue();
    await client.continue();
    const line = lineOf(program, '#recv');
    await client.request('setBreakpoints', {
      source: { path: program },
      breakpoints: [{ line, hitCondition: '== 2' }],
    });
    expect((await go(client, 'reverseContinue')).body.reason).toBe('breakpoint');
    expect((await client.locals()).get('left')?.value).toBe('4');
    expect((await go(client, 'reverseContinue')).body.reason).toBe('entry');
  });

  it('lists the events with their moments', async () => {
    const { program, record } = fibers();
    const [client, stop] = await stopped(program, ['#recv'], { record });
    const { moments, unit, note } = (await client.customRequest('sonde/timeline', {})) as {
      readonly moments: readonly { readonly kind: string; readonly text?: string; readonly at: string }[];
      readonly unit: string;
      readonly note: string;
    };
    expect(unit).toBe('scheduling events');
    expect(note).toMatch(/from event to event/);
    expect(moments[0]).toMatchObject({ kind: 'entry', at: '0.0.0' });
    expect(moments.filter(({ kind }) => kind === 'event')).toHaveLength(timeOf(stop).step);
    expect(moments[1]).toMatchObject({
      at: '0.1.0',
      text: expect.stringMatching(/^main spawns fiber 3/) as string,
    });
    expect(moments.some(({ kind, at }) => kind === 'stop' && at === `0.${timeOf(stop).step}.0`)).toBe(true);
  });

  it('asks nobody twice, and writes no file twice; input that was not read is there for the live run', async () => {
    const folder = testFolder();
    const file = join(folder, 'saved.txt');
    const program = written('outside.osp', outside(file), folder);
    const options = { record: join(folder, 'outside.rec'), stdin: 'annabel\nbob\n' };
    const [client, first] = await stopped(program, ['#end'], options);
    const before = await sight(client, first);
    expect(readFileSync(file, 'utf8')).toBe('annabel');
    rmSync(file);
    const { moments } = (await client.customRequest('sonde/timeline', { kinds: ['input'] })) as {
      readonly moments: readonly { readonly step: number; readonly text: string }[];
    };
    expect(moments[0]?.text).toBe('main is given input "annabel"');
    await go(client, 'sonde/gotoTime', { step: moments[0]!.step });
    const again = await client.continue();
    expect(await sight(client, again)).toBe(before);
    expect(existsSync(file)).toBe(false);
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toMatch(
      /^log: begin annabel\nlog: end annabel\n8 2 bob Success\(\d\)\n$/,
    );
  });

  it('goes anywhere in a record that was made elsewhere, and says where that ends', async () => {
    const { program, record } = fibers();
    execFileSync(process.execPath, [sondeScript, 'run', program, '--set', `record=${record}`], {
      env: { ...process.env, ...seed },
    });
    const lines = readFileSync(record, 'utf8').split('\n');
    // As of a program that was killed.
    writeFileSync(record, `${lines.slice(0, 25).join('\n')}\n26 1`);
    const last = Number.parseInt(lines[24]!);
    const [client] = await stopped(program, ['#recv'], { replay: record, env: {} });
    const stop = await go(client, 'sonde/gotoTime', { step: 1000 });
    expect(timeOf(stop)).toMatchObject({ step: last, last: { step: last } });
    await client.setBreakpoints(program, []);
    const end = await client.continue();
    expect(end.body).toMatchObject({
      reason: 'exception',
      description: 'Stopped at the end of the recording',
      text: expect.stringMatching(`the record .* ends after event ${last} .*it was cut off`) as string,
    });
    expect(timeOf(await go(client, 'stepBack')).step).toBe(last);
  });

  it('refuses what would make the past another one, and says so', async () => {
    const { program, record } = fibers();
    const [client] = await stopped(program, ['#recv'], { record });
    await client.continue();
    const setLeft = async (): Promise<unknown> =>
      client.request('setVariable', {
        variablesReference: await client.localsReference(await client.topFrame()),
        name: 'left',
        value: '2',
      });
    await go(client, 'reverseContinue');
    expect(await refusal(setLeft())).toMatch(/what was cannot be changed.*newest moment/s);
    await client.setBreakpoints(program, ['#recv']);
    await client.continue();
    expect(
      await refusal(
        client.customRequest('sonde/valueHistory', {
          expression: 'left',
          frameId: (await client.topFrame()).id,
        }),
      ),
    ).toMatch(/has events, and no values/);
  });

  it('is refused with the next step in a run that keeps no record', async () => {
    const { program } = fibers();
    const [client] = await stopped(program, ['#recv']);
    expect(client.capabilities.supportsStepBack).not.toBe(true);
    for (const command of ['stepBack', 'reverseContinue'] as const)
      expect(await refusal(client.request(command, { threadId: 1 }))).toMatch(
        /this run keeps no record: launch it with "record": "FILE"/,
      );
  });

  it('tells of a record that was cut off meanwhile, instead of another run', async () => {
    const { program, record } = fibers();
    const [client] = await stopped(program, ['#look'], { record });
    const stop = await client.continue();
    const lines = readFileSync(record, 'utf8').split('\n');
    const count = 3;
    writeFileSync(record, `${lines.slice(0, lines.indexOf('events') + 1 + count).join('\n')}\n`);
    await go(client, 'sonde/gotoTime', { step: count - 1 });
    await client.setBreakpoints(program, []);
    const end = await client.continue();
    expect(end.body).toMatchObject({
      reason: 'exception',
      text: expect.stringMatching(
        `ends after event ${count}, but the run had come to event ${timeOf(stop).step}: the file was changed meanwhile`,
      ) as string,
    });
  });

  it('ends data breakpoints on what lies elsewhere in the next run, and says so', async () => {
    const program = written('outside.osp', outside(join(testFolder(), 'saved.txt')));
    const options = { record: `${program}.rec`, stdin: 'ann\nbob\n' };
    const [client] = await stopped(program, ['#log'], options);
    const variablesReference = await client.localsReference(await client.topFrame());
    const { dataId } = await client.request('dataBreakpointInfo', { variablesReference, name: 'lines' });
    await client.request('setDataBreakpoints', { breakpoints: [{ dataId: dataId!, accessType: 'write' }] });
    const change = await client.continue();
    expect(change.body).toMatchObject({ reason: 'data breakpoint', text: '1 → 2' });
    expect((await go(client, 'reverseContinue')).body.reason).toBe('breakpoint');
    const told = client.timeline.events('breakpoint').at(-1)!.body.breakpoint;
    expect(told).toMatchObject({
      verified: false,
      message: expect.stringMatching(
        /begun again, to go back in its run, and what was watched lies elsewhere/i,
      ) as string,
    });
  });

  it('can be paused on the way back, and goes on from there', async () => {
    const { program, record } = fibers();
    const [client] = await stopped(program, ['#recv'], { record });
    const before = readFileSync(record);
    rmSync(record);
    execFileSync('mkfifo', [record]);
    await client.customRequest('stepBack', { threadId: 1 });
    // It is open once the program reads it, and there is nothing to be read.
    const writer = await open(record, 'w');
    expect((await client.pause()).reason).toBe('pause');
    rmSync(record);
    writeFileSync(record, before);
    expect((await go(client, 'reverseContinue')).body.reason).toBe('entry');
    expect((await client.continue()).body.reason).toBe('breakpoint');
    await writer.close();
  });

  it('tells of a program that is killed while it is on its way back', async () => {
    const { program, record } = fibers();
    const [client, stop] = await stopped(program, ['#recv'], { record });
    // Whoever opens it waits for ever.
    rmSync(record);
    execFileSync('mkfifo', [record]);
    const { systemProcessId } = client.timeline.events('process')[0]!.body;
    const { sent, answer } = client.send('stepBack', { threadId: stop.threadId });
    await answer;
    process.kill(systemProcessId!, 'SIGKILL');
    await client.waitForEnd({ after: sent });
    expect(client.output()).toMatch(/The program ended while it was run again, to go back in its run/);
  });
});
