// The timeline of a run, branches of it, and recordings that are replayed elsewhere.

import { createHash } from 'node:crypto';
import type { EngineEvent, RawValue, StopReason, TimeTravel } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { recordingOf, type DriverOptions } from '@sonde/engine-vm/driver';
import { types } from '../runtime/values.js';
import { load, written, type MiniDriver } from './harness.js';

const source = `fn add(a, b) {
  return a + b; // #add
}
let total = 0;
let nth = 0;
while nth < 4 {
  total = add(total, random(1000)); // #loop
  nth = nth + 1;
}
print "total " + total; // #print
print input(); // #read
`;

const record = (program: string, settings: DriverOptions['settings'] = {}): Promise<MiniDriver> =>
  load(program, { settings: { recording: { kind: 'on', memoryBudget: 1 << 26 }, ...settings } });

const int = (value: bigint): RawValue => ({ type: types.int, content: { kind: 'scalar', value } });

const stdin = { text: 'one\ntwo\n', closed: true };

const timeOf = ({ driver }: MiniDriver): TimeTravel => {
  const { time } = driver.engine;
  if (time === undefined) throw new Error('nothing is recorded');
  return time;
};

async function globals({ driver }: MiniDriver): Promise<Record<string, unknown>> {
  return (await driver.variables())['Globals'] ?? {};
}

async function toRead(mini: MiniDriver): Promise<void> {
  await mini.breakAt('read');
  await mini.driver.begin();
}

const collected = async (pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
};

/** With a checksum that fits. */
function sealed(text: string): Buffer {
  const whole = text.slice(0, text.lastIndexOf('end '));
  return Buffer.from(`${whole}end ${createHash('sha256').update(whole).digest('hex')}\n`);
}

const kinds = ({ driver }: MiniDriver): readonly StopReason['kind'][] => driver.reasons.map(r => r.kind);

describe('the timeline', () => {
  it('has what happened, and calls when they are asked for; each moment can be gone to', async () => {
    const mini = await record(written(source), { stdin });
    await toRead(mini);
    const time = timeOf(mini);
    const { moments, total } = await time.timeline({ limit: 100 });
    expect(moments.map(m => m.kind)).toEqual(['entry', 'output', 'stop']);
    expect(total).toBe(3);
    const printed = moments[1]!;
    expect(printed).toMatchObject({ stream: 'stdout', location: { line: mini.line('print') } });
    const { moments: calls } = await time.timeline({ limit: 3, kinds: ['call'] });
    expect(calls).toMatchObject([
      { kind: 'call', name: '(main)' },
      { name: 'add', depth: 2 },
      { name: 'add' },
    ]);
    // Asking left the program where it stands.
    expect((await time.span()).here).toEqual(mini.driver.stop.time!.at);
    const seen = await globals(mini);
    await time.goTo(mini.driver.stop.id, calls[2]!.at);
    await mini.driver.stopped();
    expect(kinds(mini)).toEqual(['goto']);
    expect(mini.driver.line).toBe(mini.line('add'));
    expect(await globals(mini)).toMatchObject({ nth: 1 });
    await time.goTo(mini.driver.stop.id, printed.at);
    await mini.driver.stopped();
    expect(mini.driver.line).toBe(mini.line('print'));
    const { last } = await time.span();
    await time.goTo(mini.driver.stop.id, last);
    await mini.driver.stopped();
    expect(await globals(mini)).toEqual(seen);
    await expect(time.goTo(mini.driver.stop.id, { branch: 0, step: last.step + 1, edit: 0 })).rejects.toThrow(
      'not within what is recorded',
    );
    await expect(time.goTo(mini.driver.stop.id, { branch: 7, step: 0, edit: 0 })).rejects.toThrow(
      'no branch 7',
    );
  });

  it('knows the values that a variable had, and who wrote them', async () => {
    const mini = await record(written(source), { stdin });
    await toRead(mini);
    const time = timeOf(mini);
    const scopes = await mini.driver.engine.scopes(mini.driver.stop.id, mini.driver.top.id);
    const total = scopes.flatMap(s => s.variables).find(v => v.name === 'nth')!;
    const { values, more } = await time.history(mini.driver.stop.id, total.value.place!, 10);
    expect(more).toBe(false);
    expect(values.map(v => v.value.content)).toEqual(
      [0n, 0n, 1n, 2n, 3n, 4n].map(value => ({ kind: 'scalar', value })),
    );
    const inLoop = mini.line('loop') + 1;
    expect(values.map(v => v.location?.line)).toEqual([undefined, 5, inLoop, inLoop, inLoop, inLoop]);
    const last = await time.history(mini.driver.stop.id, total.value.place!, 2);
    expect(last.values.map(v => v.at)).toEqual(values.slice(-2).map(v => v.at));
    expect(last.more).toBe(true);
    expect((await time.span()).here).toEqual(mini.driver.stop.time!.at);
  });

  it('knows the values that a variable was given by hand, at once and on the way back', async () => {
    const mini = await record(written('let t = 1;\nt = t + 1; // #second\nprint t; // #end\n'));
    const { driver } = mini;
    await mini.breakAt('second');
    await mini.breakAt('end');
    await driver.begin();
    const time = timeOf(mini);
    const place = { kind: 'global', index: 0 } as const;
    const history = async (): Promise<readonly unknown[]> => {
      const { values } = await time.history(driver.stop.id, place, 10);
      return values.map(({ value: { content }, location }) => [
        content.kind === 'scalar' && content.value,
        location?.line,
      ]);
    };
    const begun = [
      [0n, undefined],
      [1n, 1],
      [100n, 2],
    ];
    await driver.engine.write(driver.stop.id, place, int(100n));
    expect(await history()).toEqual(begun);
    await driver.continue();
    await driver.engine.write(driver.stop.id, { kind: 'global', index: 0 }, int(7n));
    const { values } = await time.history(driver.stop.id, place, 10);
    expect(await history()).toEqual([...begun, [101n, 2], [7n, 3]]);
    // Each of them is a moment to which one can go.
    await time.goTo(driver.stop.id, values[2]!.at);
    await driver.stopped();
    expect(await globals(mini)).toMatchObject({ t: 100 });
    expect(await history()).toEqual(begun);
  });
});

describe('a run that is to stop at its end', () => {
  it('stops before it is over, from where one can go back, and ends when it goes on', async () => {
    const recording = { kind: 'on', memoryBudget: 1 << 26, stopAtEnd: true } as const;
    const mini = await record(written(source), { stdin, recording });
    const { driver } = mini;
    await mini.breakAt('print');
    await driver.begin();
    await driver.continue();
    expect(driver.reasons).toMatchObject([{ kind: 'end-of-recording' }]);
    expect([driver.line, driver.output()]).toEqual([mini.line('read'), expect.stringMatching(/one\n$/)]);
    const end = driver.stop.time!;
    // The newest moment shows nothing: one comes to the one before.
    for (const position of [end.first, end.last]) {
      await timeOf(mini).goTo(driver.stop.id, position);
      await driver.stopped();
    }
    expect(driver.stop.time!.at).toEqual(end.at);
    // Whoever looks at something before comes to the end again.
    for (const direction of ['back', 'forward', 'back'] as const) {
      await driver.move({ kind: 'continue' }, { direction });
      await driver.stopped();
      expect(driver.line).toBe(mini.line(direction === 'back' ? 'print' : 'read'));
    }
    // So it does on a branch, which is another run.
    await driver.engine.write(driver.stop.id, { kind: 'global', index: 0 }, int(1_000_000n));
    await driver.continue();
    expect(driver.reasons).toMatchObject([{ kind: 'end-of-recording' }]);
    const printed = driver.output();
    expect(printed).toContain('total 1000000\n');
    const { moments } = await timeOf(mini).timeline({ limit: 99, kinds: ['exit'] });
    expect(moments).toMatchObject([{ kind: 'exit', code: 0 }]);
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(0);
    expect(driver.output()).toBe(printed);
  });
});

describe('a change', () => {
  it('in the past begins a branch, which goes on live; the old one is kept until it is discarded', async () => {
    const mini = await record(written(source), { stdin });
    const { driver } = mini;
    await toRead(mini);
    const time = timeOf(mini);
    const [end, before] = [driver.stop.time!.at, await globals(mini)];
    await mini.breakAt('loop');
    await driver.move({ kind: 'continue' }, { direction: 'back' });
    await driver.stopped();
    const place = { kind: 'global', index: 0 } as const;
    await driver.engine.write(driver.stop.id, place, int(1_000_000n));
    const { here, branches } = await time.span();
    expect(here).toMatchObject({ branch: 1, edit: 1 });
    expect(branches).toMatchObject([
      { branch: 0, last: end },
      { branch: 1, from: { branch: 0, step: here.step } },
    ]);
    await driver.continue();
    expect(driver.line).toBe(mini.line('read'));
    expect((await globals(mini))['total']).toBeGreaterThanOrEqual(1_000_000);
    expect(driver.output()).toBe(
      [before, await globals(mini)].map(({ total }) => `total ${String(total)}\n`).join(''),
    );
    await expect(time.discard(1)).rejects.toThrow('on this branch');
    await time.goTo(driver.stop.id, end);
    await driver.stopped();
    expect(await globals(mini)).toEqual(before);
    await time.discard(1);
    expect((await time.span()).branches).toHaveLength(1);
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(0);
    expect(driver.output()).toMatch(/\none\n$/);
  });

  it('at the present belongs to the run: it is there again when one comes back', async () => {
    const mini = await record(written(source), { stdin });
    const { driver } = mini;
    await mini.breakAt('loop');
    await driver.begin();
    const place = { kind: 'global', index: 0 } as const;
    await driver.engine.write(driver.stop.id, place, int(5_000n));
    const { here } = await timeOf(mini).span();
    expect(here).toMatchObject({ branch: 0, edit: 1 });
    await driver.continue();
    const { total } = await globals(mini);
    await driver.move({ kind: 'continue' }, { direction: 'back' });
    await driver.stopped();
    await driver.continue();
    expect(await globals(mini)).toMatchObject({ total });
    await timeOf(mini).goTo(driver.stop.id, { ...here, edit: 0 });
    await driver.stopped();
    expect(await globals(mini)).toMatchObject({ total: 0 });
    await timeOf(mini).goTo(driver.stop.id, here);
    await driver.stopped();
    expect(await globals(mini)).toMatchObject({ total: 5_000 });
  });
});

describe('a log point', () => {
  it('says once what it says, and again on a branch, which is another run', async () => {
    const mini = await record(written(source), { stdin });
    await mini.breakAt('loop', { logMessage: 'round {nth}' });
    await mini.breakAt('print');
    await mini.driver.begin();
    const { driver } = mini;
    const said = (event: EngineEvent): readonly string[] =>
      event.kind === 'output' ? (event.data.toString().match(/round \d/g) ?? []) : [];
    const logged = (): number => driver.events.flatMap(said).length;
    expect(logged()).toBe(4);
    await timeOf(mini).goTo(driver.stop.id, driver.stop.time!.first);
    await driver.stopped();
    const first = driver.stop.time!.at;
    await driver.continue();
    expect([driver.line, logged()]).toEqual([mini.line('print'), 4]);
    await timeOf(mini).goTo(driver.stop.id, first);
    await driver.stopped();
    await driver.engine.write(driver.stop.id, { kind: 'global', index: 0 }, int(7n));
    await driver.continue();
    expect([driver.stop.time!.at.branch, logged()]).toEqual([1, 8]);
  });
});

describe('a recording', () => {
  it('runs again elsewhere as it ran, up to its end, and goes back from there', async () => {
    const first = await record(written(source), { stdin });
    await first.driver.engine.begin();
    await first.driver.next('exited');
    const data = await collected(timeOf(first).recording());
    await first.driver.next('ended');
    // Another folder, no input and other arguments.
    const settings = { recording: { kind: 'replay', data }, args: ['x'] } as const;
    const again = await load(written(source), { settings });
    await again.breakAt('print');
    await again.driver.begin();
    expect((await globals(again))['nth']).toBe(4);
    await again.driver.continue();
    expect(kinds(again)).toEqual(['end-of-recording']);
    expect((await timeOf(again).span()).closed).toBe(true);
    const { moments } = await timeOf(again).timeline({ limit: 9, kinds: ['output'] });
    expect(moments.map(m => m.kind === 'output' && m.text).join('')).toBe(first.driver.output());
    await again.driver.move({ kind: 'continue' }, { direction: 'back' });
    await again.driver.stopped();
    expect(again.driver.line).toBe(again.line('print'));
    // The moment of the exit itself shows nothing; also where hits are counted there.
    const { time: ended } = again.driver.stop;
    await again.breakAt('read', { hitCondition: { compare: 'multiple', count: 1 } });
    await timeOf(again).goTo(again.driver.stop.id, ended!.last);
    await again.driver.stopped();
    expect(again.driver.line).toBe(again.line('read'));
    expect(again.driver.stop.time!.at.step).toBe(ended!.last.step - 1);
    await expect(again.driver.engine.input('more\n')).rejects.toThrow('has all its input');
  });

  it('that was changed is not believed: it ends where the program was last known to do the same', async () => {
    const first = await record(written(source), { stdin });
    await first.driver.engine.begin();
    await first.driver.next('exited');
    const text = Buffer.from(await collected(timeOf(first).recording())).toString();
    for (const [found, altered, how] of [
      ['["one",1]', '["two",1]', 'another state'],
      ['[true,2]', '[true,1]', 'it asked for output'],
      ['"exit":0', '"exit":3', 'exit code 0, and then with exit code 3'],
    ] as const) {
      expect(text).toContain(found);
      const data = sealed(text.replace(found, altered));
      const again = await load(written(source), { settings: { recording: { kind: 'replay', data } } });
      await again.driver.begin();
      expect(again.driver.reasons).toMatchObject([{ kind: 'end-of-recording' }]);
      const notice = again.driver.events.find(event => event.kind === 'notice')?.message;
      expect(notice).toContain('The recording does not fit: the program did not do the same again');
      expect(notice).toContain(how);
      const { at, last } = again.driver.stop.time!;
      expect(at).toEqual(last);
      expect(again.driver.line).toBe(4);
    }
  });

  it('of another version of the machine is replayed, and one is told that it cannot be checked', async () => {
    const first = await record(written(source), { stdin });
    await first.driver.engine.begin();
    await first.driver.next('exited');
    const text = Buffer.from(await collected(timeOf(first).recording())).toString();
    const data = sealed(text.replace(/("time":0,"phase":0,"edits":0,"hash":")\w+/, '$1other'));
    const again = await load(written(source), { settings: { recording: { kind: 'replay', data } } });
    expect((await timeOf(again).span()).note).toContain('Another version of the machine');
    await again.driver.begin();
    const end = { kind: 'end-of-recording', text: 'the program ended with exit code 0' };
    expect(again.driver.reasons).toEqual([end]);
  });

  it('shows once what was printed, with the moment of each, and not what one only looks up', async () => {
    const first = await record(written(source), { stdin });
    await first.driver.engine.begin();
    await first.driver.next('exited');
    const data = await recordingOf(first.driver);
    const { driver } = await load(written(source), {
      settings: { recording: { kind: 'replay', data }, stopOnEntry: true },
    });
    await driver.begin();
    await driver.engine.time!.timeline({ kinds: ['call', 'output'], limit: 1_000 });
    expect(driver.output()).toBe('');
    await driver.continue();
    await driver.move({ kind: 'continue' }, { direction: 'back' });
    await driver.stopped();
    await driver.continue();
    expect(driver.output()).toBe(first.driver.output());
    expect(driver.output()).not.toBe('');
    const { moments } = await driver.engine.time!.timeline({ kinds: ['output'], limit: 1_000 });
    const told = driver.events.flatMap(each => (each.kind === 'output' ? [each.at] : []));
    expect(told).toEqual(moments.map(({ at }) => at));
  });

  it('that cannot be used is refused by name', async () => {
    const mini = await record(written(source), { stdin });
    await toRead(mini);
    const data = Buffer.from(await collected(timeOf(mini).recording()));
    const replay = (bytes: Uint8Array, text = source): Promise<MiniDriver> =>
      load(written(text), { settings: { recording: { kind: 'replay', data: bytes } } });
    await expect(replay(Buffer.from('GIF89a'))).rejects.toThrow('not a recording');
    await expect(replay(data.subarray(0, data.length - 10))).rejects.toThrow(/cut off|damaged/);
    await expect(replay(data.subarray(0, 300))).rejects.toThrow('cut off');
    const version = Buffer.from(data.toString().replace('recording 2', 'recording 9'));
    await expect(replay(version)).rejects.toThrow('version 9');
    const damaged = Buffer.from(data.toString().replace('total', 'latot'));
    await expect(replay(damaged)).rejects.toThrow('damaged');
    await expect(replay(data, source.replace('nth < 4', 'nth < 5'))).rejects.toThrow('another program');
  });

  it('is not made of a run that nobody records or debugs', async () => {
    const off = await load(written(source), { settings: { recording: { kind: 'off' } } });
    expect([off.driver.engine.traits.time, off.driver.engine.time]).toEqual(['none', undefined]);
    const run = await record(written(source), { noDebug: true, stdin });
    expect(run.driver.engine.time).toBeUndefined();
  });
});
