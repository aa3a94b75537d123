// Coroutines of real programs as threads: wherever they wait, however they are built, and whatever became of their list.

import { describe, expect, it } from 'vitest';
import { address, breakpointId, type Thread } from '@sonde/engine';
import { toolsMissing, useShown, type Sight } from './shown-programs.js';

/** `name line: what it awaits` for each coroutine that waits. */
async function waiting({ engine, stop }: Sight): Promise<readonly string[]> {
  const told: string[] = [];
  for (const thread of await coroutinesOf({ engine })) {
    const { frames } = await engine.stack(stop.id, thread.id, 0, 10);
    const at = frames[0]?.location?.line ?? '?';
    told.push(`${thread.name} ${at}: ${thread.waitReason ?? 'ready'} ${thread.awaiting ?? ''}`);
  }
  return told;
}

const coroutinesOf = async ({ engine }: Pick<Sight, 'engine'>): Promise<readonly Thread[]> =>
  (await engine.threads()).filter(({ kind }) => kind === 'coroutine');

const chain = `async func:third = int32(int32:n) {
  yield();
  println("here"); // #here
  pass(n);
};
async func:second = int32(int32:n) {
  pass(await third(n + 1)); // #second
};
async func:first = int32(int32:n) {
  int32:got = await second(n + 1);
  pass(got);
};
func:main = int32() {
  println("before"); // #before
  int32:got = await first(1);
  pass(got);
};
`;

const interleaved = `async func:leaf = int32(int32:n) {
  int32:local = n * 7;
  yield(); // #yield
  local = local + 1; // #after
  pass(local); // #end
};
async func:mid = int32(int32:n) {
  int32:v = await leaf(n); // #await
  pass(v + 1); // #last
};
func:main = int32() {
  future<int32>:a = spawn mid(1);
  future<int32>:b = spawn mid(2);
  yield();
  yield();
  yield(); // #main
  int32:y = await b; // #b
  int32:x = await a;
  pass(x + y);
};
`;

/** `function line` after each step, in turn. */
async function walked(
  sight: Sight,
  ...steps: readonly ('in' | 'over' | 'out')[]
): Promise<readonly string[]> {
  const places: string[] = [];
  let at = sight;
  for (const how of steps) {
    at = await at.next({ kind: 'step', how, granularity: 'line' });
    const [top] = at.stop.top!.frames;
    places.push(`${top!.function} ${top!.location?.line ?? '?'}`);
  }
  return places;
}

describe.skipIf(toolsMissing)('coroutines', () => {
  const { aria, ariaIn } = useShown();

  it('that wait for each other are threads, and behind the stack of the one that runs', async () => {
    const sight = await aria(chain, 'here');
    expect(await waiting(sight)).toEqual([
      'main (coroutine 1) 15: await first(1)',
      'first (coroutine 2) 10: await second(n + 1)',
      'second (coroutine 3) 7: await third(n + 1)',
    ]);
    const fragments = sight.stop.top!.fragments!;
    expect(fragments.map(({ description, frames }) => [description, frames.map(f => f.function)])).toEqual([
      ['awaited by second (coroutine 3)', ['second']],
      ['awaited by first (coroutine 2)', ['first']],
      ['awaited by main (coroutine 1)', ['main']],
    ]);
  });

  it('are none before the first', async () => {
    const sight = await aria(chain, 'before');
    expect(await sight.engine.threads()).toHaveLength(1);
    expect(sight.stop.top!.fragments).toBeUndefined();
  });

  it('have stacks in release builds too', async () => {
    const sight = await aria(chain, 'here', { options: ['--release'] });
    expect(await waiting(sight)).toEqual([
      'main (coroutine 1) 15: await first(1)',
      'first (coroutine 2) 10: await second(n + 1)',
      'second (coroutine 3) 7: await third(n + 1)',
    ]);
  });

  it('are known by what the runtime notes where there is no debug information', async () => {
    const sight = await ariaIn(chain, '__aria_write_line', { options: ['-g0'] });
    expect(await coroutinesOf(sight)).toEqual([]);
    const { location, ...later } = (await coroutinesOf(await sight.next()))[2]!;
    expect(later).toMatchObject({ name: 'second (coroutine 3)', awaiting: 'third(n + 1)' });
    expect(location?.line).toBe(7);
  });

  it('that have not begun, that sleep and that have failed are told apart', async () => {
    const sight = await aria(
      `async func:broken = int32() { fail(7); };
async func:asleep = void() {
  sleep(600000);
};
async func:later = int32(int32:n) { pass(n); };
func:main = int32() {
  future<int32>:bad = spawn broken();
  future<void>:long = spawn asleep();
  yield();
  future<int32>:last = spawn later(1);
  int32:code = await bad ? 3; // #await
  println(\`&{code}\`); // #here
  exit(0);
};
`,
      'here',
    );
    expect(await waiting(sight)).toEqual([
      'asleep (coroutine 3) 3: time sleep',
      'later (coroutine 4) ?: ready its turn',
    ]);
  });

  it('that recurse have all their frames', async () => {
    const sight = await aria(
      `func:down = int32(int32:n) {
  if (n == 0) {
    println("bottom"); // #here
    pass(0);
  }
  pass(down(n - 1) + 1);
};
async func:deep = int32(int32:n) { pass(down(n)); };
func:main = int32() {
  int32:got = await deep(1500);
  pass(got % 100);
};
`,
      'here',
    );
    const { engine, stop } = sight;
    const [first, second] = [
      await engine.stack(stop.id, stop.focus, 0, 1000),
      await engine.stack(stop.id, stop.focus, 1000, 1000),
    ];
    expect(first.frames).toHaveLength(1000);
    expect(first.fragments).toBeUndefined();
    expect(second.total).toBeGreaterThan(1501);
    expect(second.fragments!.map(({ description }) => description)).toEqual([
      'awaited by main (coroutine 1)',
    ]);
  });

  it('may be a thousand, side by side and in a chain', async () => {
    const sight = await aria(
      `async func:sleeper = int32(int32:n) {
  sleep(600000);
  pass(n);
};
async func:nested = int32(int32:n) {
  if (n == 0) {
    println("inner"); // #here
    pass(0);
  }
  pass(await nested(n - 1) + 1);
};
func:main = int32() {
  for i in 1..1000 { future<int32>:f = spawn sleeper((int32)i); }
  int32:depth = await nested(100);
  exit(depth);
};
`,
      'here',
    );
    const { engine, stop } = sight;
    const coroutines = await coroutinesOf(sight);
    expect(coroutines).toHaveLength(1101);
    expect(new Set(coroutines.map(({ id }) => id)).size).toBe(1101);
    const { fragments } = stop.top!;
    expect(fragments!.at(-1)!.description).toBe('awaited by 69 more');
    const last = await engine.stack(stop.id, coroutines[999]!.id, 0, 5);
    expect(last.frames[0]).toMatchObject({ function: 'sleeper', location: { line: 2 } });
  });

  it('step line by line, whoever runs in between', async () => {
    for (const options of [[], ['--release']]) {
      const sight = await aria(interleaved, 'yield', { options });
      const never = { compare: 'gt', count: 100 } as const;
      const { source, line } = sight.stop.top!.frames[0]!.location!;
      const where = { kind: 'source', source, line } as const;
      await sight.engine.changeBreakpoints([{ id: breakpointId(1), where, hitCondition: never }], []);
      expect(await walked(sight, 'over', 'over')).toEqual(['leaf 4', 'leaf 5']);
    }
  });

  it('step into what they await, and out to who awaits them', async () => {
    const sight = await aria(chain, 'before');
    expect(await walked(sight, 'over', 'in', 'in', 'in', 'in', 'in', 'out', 'over')).toEqual([
      'main 15',
      'first 10',
      'second 7',
      'third 2',
      'third 3',
      'third 4',
      'second 7',
      'first 10',
    ]);
  });

  it('step out to who awaits them, also when they have to wait first', async () => {
    expect(await walked(await aria(chain, 'second'), 'out')).toEqual(['first 10']);
    expect(await walked(await aria(interleaved, 'await'), 'out')).toEqual(['mid 8']);
  });

  it('step on from a breakpoint whose hits were counted inside the program', async () => {
    const sight = await aria(
      `async func:count = int32() {
  int32:k = 0;
  for i in 1..6 {
    k += 10;
    println(\`&{k}\`);
    yield();
  }
  pass(k);
};
func:main = int32() {
  println("before"); // #before
  int32:got = await count();
  pass(got);
};
`,
      'before',
    );
    const { source } = sight.stop.top!.frames[0]!.location!;
    const where = { kind: 'source', source, line: 5 } as const;
    const fifth = { compare: 'ge', count: 5 } as const;
    await sight.engine.changeBreakpoints([{ id: breakpointId(2), where, hitCondition: fifth }], []);
    const hit = await sight.next();
    expect((await hit.show('k')).text).toBe('50');
    expect(await walked(hit, 'over')).toEqual(['count 6']);
  });

  it('that have waited step line by line too', async () => {
    const sight = await aria(interleaved, 'main');
    const leaf = (await coroutinesOf(sight)).find(({ name }) => name.startsWith('leaf'))!;
    expect(leaf.location?.line).toBe(3);
    const { stop } = await sight.next({ kind: 'step', how: 'over', granularity: 'line' }, leaf.id);
    expect(stop.top!.frames[0]).toMatchObject({ function: 'leaf', location: { line: 4 } });
  });

  it('whose end nobody awaits lead on to the next one', async () => {
    const sight = await aria(interleaved, 'last');
    expect(await walked(sight, 'over')).toEqual(['mid 8']);
    expect(await walked(await aria(interleaved, 'last'), 'out')).toEqual(['mid 8']);
  });

  it('stand on functions of the runtime that are of no interest', async () => {
    const { stop } = await aria(interleaved, 'last');
    expect(stop.top!.frames.map(({ function: name, artificial }) => [name, artificial])).toEqual([
      ['mid', undefined],
      ['__aria_body.mid', true],
      ['begin_coroutine', true],
    ]);
  });

  it('of a list that was written over are left out, and nothing hangs', async () => {
    for (const rubbish of [16n, 0x5555_0000_0001n, 0xffff_ffff_ffff_fff0n]) {
      const sight = await aria(chain, 'before');
      const [list] = await sight.engine.symbolAddresses!(['__aria_coroutines']);
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64LE(rubbish);
      await sight.engine.writeMemory(sight.stop.id, list!, bytes);
      await sight.engine.writeMemory(sight.stop.id, address(list!.offset + 32n), bytes);
      const { engine, stop } = sight;
      const motion = { kind: 'step', how: 'over', granularity: 'line' } as const;
      await engine.resume({ stop: stop.id, thread: stop.focus, scope: 'all', direction: 'forward', motion });
      await expect.poll(async () => (await engine.threads()).map(({ state }) => state)).toEqual(['stopped']);
    }
  });
});
