// Of several calls in a line one is chosen to step into.

import { describe, expect, it } from 'vitest';
import type { Stop } from '@sonde/engine';
import { toolsMissing, useFixtures } from './fixtures.js';
import { intOf, lineOf, reasonOf, TestSession, variable } from './session.js';

describe.skipIf(toolsMissing)('the calls of a line of a native program', () => {
  const [chosen, library] = useFixtures('chosen.c', 'library-calls.cpp');

  async function stoppedAt(marker: string): Promise<readonly [TestSession, Stop]> {
    const session = await TestSession.start(chosen.program);
    await session.breakAtMarker(chosen, marker, { temporary: true });
    await session.engine.begin();
    return [session, await session.stopped()];
  }

  const targets = (session: TestSession, stop: Stop) =>
    session.engine.stepTargets!(stop.id, stop.top!.frames[0]!.id);

  async function into(session: TestSession, stop: Stop, label: string): Promise<Stop> {
    const found = (await targets(session, stop)).find(target => target.label === label);
    if (found === undefined) throw new Error(`no target ${label}`);
    return session.move(stop, { kind: 'step', how: 'in', granularity: 'line', target: found.id });
  }

  const functionOf = (stop: Stop): string | undefined => stop.top?.frames[0]?.function;

  it('are listed in the order they are made, without those that have no lines', async () => {
    const [session, stop] = await stoppedAt('here');
    const found = await targets(session, stop);
    expect(found.map(({ label }) => label)).toEqual(['one (1 of 3)', 'one (2 of 3)', 'sum', 'one (3 of 3)']);
    expect(found.map(({ location }) => location?.line)).toEqual(Array(4).fill(chosen.line('here')));
    expect(new Set(found.map(({ location }) => location?.column)).size).toBe(4);
  });

  it('are entered one by one, while those before have been made', async () => {
    const [session, stop] = await stoppedAt('here');
    const inSum = await into(session, stop, 'sum');
    expect([functionOf(inSum), lineOf(inSum), reasonOf(inSum).kind]).toEqual([
      'sum',
      chosen.line('sum'),
      'step',
    ]);
    expect([intOf(variable(inSum, 'a')), intOf(variable(inSum, 'b'))]).toEqual([2, 3]);
    const back = await session.step(inSum, 'out');
    expect((await targets(session, back)).map(({ label }) => label)).toEqual(['one']);
    const last = await into(session, back, 'one');
    expect([functionOf(last), intOf(variable(last, 'n'))]).toEqual(['one', 3]);
  });

  it('may be the second of one function', async () => {
    const [session, stop] = await stoppedAt('here');
    const second = await into(session, stop, 'one (2 of 3)');
    expect([functionOf(second), intOf(variable(second, 'n'))]).toEqual(['one', 2]);
  });

  it('may go through a pointer', async () => {
    const [session, stop] = await stoppedAt('pointed');
    const [pointer, sum] = await targets(session, stop);
    expect([pointer!.label, sum!.label]).toEqual([expect.stringMatching(/^call through /), 'sum']);
    const through = await into(session, stop, pointer!.label);
    expect([functionOf(through), intOf(variable(through, 'n'))]).toEqual(['one', 4]);
  });

  it('are those of the frame that was looked at, also in a recursion', async () => {
    const [session, stop] = await stoppedAt('recursion');
    const outer = await session.step(stop, 'in');
    const line = await session.step(outer, 'over');
    expect([functionOf(line), lineOf(line)]).toEqual(['deep', chosen.line('deep')]);
    const inSum = await into(session, line, 'sum');
    expect([functionOf(inSum), intOf(variable(inSum, 'a'))]).toEqual(['sum', 2]);
    expect(inSum.top!.frames.filter(frame => frame.function === 'deep').length).toBe(1);
  });

  it('end the step behind the line when they are never made, and earlier at a breakpoint', async () => {
    const [session, stop] = await stoppedAt('never');
    const past = await into(session, stop, 'one');
    expect([functionOf(past), lineOf(past)]).toEqual(['main', chosen.line('pointed')]);

    const [other, at] = await stoppedAt('here');
    await other.breakAtMarker(chosen, 'one');
    const early = await into(other, at, 'sum');
    expect([reasonOf(early).kind, intOf(variable(early, 'n'))]).toEqual(['breakpoint', 1]);
  });

  it('are refused when they are not ahead, and the program stands where it stood', async () => {
    const [session, stop] = await stoppedAt('here');
    const [first] = await targets(session, stop);
    const next = await session.step(stop, 'over');
    const stale = session.go(next, { kind: 'step', how: 'in', granularity: 'line', target: first!.id });
    await expect(stale).rejects.toThrow('not ahead on this line');
    const after = await session.step(next, 'over');
    expect(lineOf(after)).toBe(chosen.line('pointed'));
    expect(await session.engine.stepTargets!(after.id, after.top!.frames[1]!.id)).toEqual([]);
  });

  it.each(['std::unique_ptr::operator->', 'Shape::twice', 'std::function::operator()'])(
    'are entered where they are functions of the standard library: %s',
    async wanted => {
      const session = await TestSession.start(library.program);
      await session.breakAtMarker(library, 'here');
      await session.engine.begin();
      const stop = await session.stopped();
      const { label } = (await targets(session, stop)).find(target => simple(target.label) === wanted)!;
      const inside = await into(session, stop, label);
      expect(simple(functionOf(inside) ?? '')).toBe(wanted);
      // Who has chosen nothing does not get into the library.
      const next = await session.step(await session.step(inside, 'out'), 'in');
      expect(functionOf(next)).not.toMatch(/^std::/);
    },
  );
});

/** Without what the templates were made with. */
function simple(name: string): string {
  for (let text = name, shorter = ''; ; text = shorter) {
    shorter = text.replace(/<[^<>]*>/g, '').replace(/\(.*\)( const)?$/, '');
    if (shorter === text)
      return name.includes('operator()') ? `${text.replace(/operator$/, '')}operator()` : text;
  }
}
