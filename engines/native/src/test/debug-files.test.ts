// Debug information that is installed apart from its library: it names what a stack shows, and steps there go by its lines.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toolsMissing, useFixtures } from './fixtures.js';
import { lineOf, reasonOf, TestSession } from './session.js';

/** Whether the C library's is installed (`apt-get install -y libc6-dbg`). */
function isInstalled(): boolean {
  try {
    const library = execFileSync('cc', ['-print-file-name=libc.so.6'], { encoding: 'utf8' }).trim();
    const notes = execFileSync('readelf', ['-n', library], { encoding: 'utf8' });
    const id = /Build ID: ([0-9a-f]+)/.exec(notes)?.[1] ?? '';
    return existsSync(`/usr/lib/debug/.build-id/${id.slice(0, 2)}/${id.slice(2)}.debug`);
  } catch {
    return false;
  }
}

const missing = toolsMissing || !isInstalled();
if (missing) process.stderr.write('\nTESTS OF DEBUG FILES ARE SKIPPED: libc6-dbg is not installed.\n');

describe.skipIf(missing)('debug information apart from its library', () => {
  const [fatal, calls] = useFixtures('fatal.c', 'calls.c');

  it('tells functions and lines of a library that the program stopped in', async () => {
    const session = await TestSession.start(fatal.program);
    await session.breakAt({ kind: 'exception', filter: 'signal' });
    await session.engine.begin();
    const stop = await session.stopped();
    expect(reasonOf(stop).kind).toBe('exception');
    const { frames } = await session.engine.stack(stop.id, stop.focus, 0, 50);
    const abort = frames.find(frame => frame.function.endsWith('abort'))!;
    expect(abort.location?.source).toMatchObject({ name: 'abort.c', dimmed: true });
    expect(abort.artificial).toBeUndefined();
    const inner = frames.slice(
      0,
      frames.findIndex(frame => frame.function === 'fail'),
    );
    expect(inner.length).toBeGreaterThan(1);
    for (const frame of inner) expect(frame.location?.line).toBeGreaterThan(0);
    const outer = frames.slice(frames.findIndex(frame => frame.function === 'main') + 1);
    expect(outer.map(({ artificial }) => artificial)).toEqual(outer.map(() => true));
    const libc = (await session.engine.modules!()).find(({ name }) => name.startsWith('libc.so'));
    expect(libc?.isUserCode).toBe(false);
  });

  it('is not looked for while the program is in code of its own', async () => {
    const session = await TestSession.start(calls.program, { settings: { args: ['threads'] } });
    await session.breakAtMarker(calls, 'stop');
    await session.engine.begin();
    const stop = await session.stopped();
    const { frames } = await session.engine.stack(stop.id, stop.focus, 0, 50);
    expect(frames.filter(({ location }) => location !== undefined).map(frame => frame.function)).toEqual([
      'main',
    ]);
  });

  it('takes no step into the library, where its sources are not', async () => {
    const session = await TestSession.start(fatal.program);
    await session.breakAtMarker(fatal, 'call');
    await session.breakAt({ kind: 'function', name: 'pthread_mutex_lock' }, { temporary: true });
    await session.engine.begin();
    const inside = await session.stopped();
    const { frames } = await session.engine.stack(inside.id, inside.focus, 0, 5);
    expect(frames[0]?.location?.source.name).toBe('pthread_mutex_lock.c');
    const out = await session.step(inside, 'out');
    expect((await session.engine.stack(out.id, out.focus, 0, 1)).frames[0]?.function).toBe('main');
    const next = await session.step(out, 'over');
    const over = await session.step(next, 'in');
    expect(lineOf(over)).toBe(lineOf(next)! + 1);
    expect((await session.engine.stack(over.id, over.focus, 0, 1)).frames[0]?.function).toBe('main');
  });

  it('is what steps inside of the library go by', async () => {
    const session = await TestSession.start(fatal.program);
    await session.breakAt({ kind: 'function', name: 'pthread_mutex_lock' }, { temporary: true });
    await session.engine.begin();
    let stop = await session.stopped();
    const places: string[] = [];
    for (let steps = 0; steps < 30 && places.at(-1)?.startsWith('main') !== true; steps++) {
      const [frame] = (await session.engine.stack(stop.id, stop.focus, 0, 1)).frames;
      places.push(`${frame!.function} ${frame!.location?.line}`);
      stop = await session.step(stop, 'over');
    }
    expect(places.length).toBeGreaterThan(2);
    expect(places.at(-1)).toContain('main');
    places.slice(1).forEach((place, nth) => expect(place).not.toBe(places[nth]));
  });
});
