// The stack that comes with a stop: whoever asks anew gets the same, though most callers are not unwound each time.

import type { Stop } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { toolsMissing, useFixtures } from './fixtures.js';
import { lineOf, TestSession } from './session.js';

describe.skipIf(toolsMissing)('the stack of a stop', () => {
  const [callers] = useFixtures('callers.c');

  const namesOf = (stop: Stop): readonly string[] => stop.top!.frames.map(frame => frame.function);

  async function checked(session: TestSession, stop: Stop): Promise<Stop> {
    const { frames, total } = await session.engine.stack(stop.id, stop.focus, 0, 20);
    expect(stop.top?.frames).toEqual(frames);
    expect(stop.top?.total).toBe(total);
    return stop;
  }

  it.each(['in', 'over'] as const)('is what is unwound of it, wherever a step %s leads', async how => {
    const session = await TestSession.start(callers.program);
    await session.breakAtMarker(callers, 'begin');
    await session.engine.begin();
    let stop = await checked(session, await session.stopped());
    const depths = new Set<number>();
    while (lineOf(stop) !== callers.line('end')) {
      stop = await checked(session, await session.step(stop, how));
      depths.add(stop.top!.frames.length);
    }
    expect(depths.size, 'it went through functions, or stayed in main').toBe(how === 'in' ? 5 : 1);
  });

  it('is that of each hit of a breakpoint, at the same depth and at others', async () => {
    const session = await TestSession.start(callers.program);
    await session.breakAtMarker(callers, 'leaf');
    await session.engine.begin();
    const lines: (readonly (number | undefined)[])[] = [];
    for (let hits = 0; hits < 8; hits++) {
      const stop = await checked(session, await session.stopped());
      lines.push(stop.top!.frames.slice(1, 3).map(frame => frame.location?.line));
      await session.go(stop, { kind: 'continue' });
    }
    expect(lines[0]![0]).toBe(callers.line('begin'));
    expect(lines[1]![0]).toBe(callers.line('begin') + 1);
    expect(new Set(lines.slice(2).map(([caller]) => caller))).toEqual(new Set([callers.line('up')]));
  });

  it('shows a return address that the program has just written over, and the old one when it is back', async () => {
    const session = await TestSession.start(callers.program);
    await session.breakAtMarker(callers, 'harm');
    await session.engine.begin();
    const before = await checked(session, await session.stopped());
    expect(namesOf(before).slice(0, 2)).toEqual(['harmed', 'main']);
    const about = await checked(session, await session.step(before, 'over'));
    expect(namesOf(about).slice(0, 2)).toEqual(['harmed', 'main']);
    const harmed = await checked(session, await session.step(about, 'over'));
    expect([lineOf(harmed), ...namesOf(harmed).slice(0, 2)]).toEqual([
      callers.line('harmed'),
      'harmed',
      'nobody',
    ]);
    const still = await checked(session, await session.step(harmed, 'over'));
    expect(namesOf(still).slice(0, 2)).toEqual(['harmed', 'nobody']);
    const healed = await checked(session, await session.step(still, 'over'));
    expect([lineOf(healed), ...namesOf(healed).slice(0, 2)]).toEqual([
      callers.line('healed'),
      'harmed',
      'main',
    ]);
  });
});
