// Steps that a pause interrupts: the stop is a pause in every thread, and nothing of the step is left.

import { describe, expect, it } from 'vitest';
import { toolsMissing, useFixtures } from './fixtures.js';
import { TestSession } from './session.js';

describe.skipIf(toolsMissing)('a step that is interrupted', () => {
  const [loop] = useFixtures('stepped-loop.c');

  // Where a step is caught is a matter of chance: in a single instruction, at a mark of LLDB's, with others held there.
  it.each([1, 2, 3, 4, 5, 6])('is a pause, and is forgotten (%i)', async () => {
    const session = await TestSession.start(loop.program);
    const breakpoint = await session.breakAtMarker(loop, 'loop');
    await session.engine.begin();
    const stop = await session.stopped();
    await session.engine.changeBreakpoints([], [breakpoint.id]);
    await session.go(stop, { kind: 'step', how: 'over', granularity: 'line' });
    await session.next('output', () => session.text('stdout').includes('busy'));
    await session.engine.pause();
    const paused = await session.stopped();
    expect(paused.threads.flatMap(thread => thread.reasons)).toEqual([{ kind: 'pause' }]);
    await session.engine.evaluateText!(paused.id, undefined, 'enough = 1');
    // The step would end behind the loop.
    await session.go(paused, { kind: 'continue' });
    expect((await session.next('exited')).status).toEqual({ code: 0 });
  });

  it('is told without what the threads that it held had stopped for before', async () => {
    const session = await TestSession.start(loop.program);
    const breakpoint = await session.breakAtMarker(loop, 'loop');
    await session.engine.begin();
    const first = await session.stopped();
    await session.engine.changeBreakpoints([], [breakpoint.id]);
    const kinds = new Set<string>();
    for (let round = 0, stop = first; round < 12; round++) {
      // The pause may have come to a function that the step then leaves before it is paused itself.
      await session.engine.resume({
        stop: stop.id,
        thread: first.focus,
        scope: 'all',
        direction: 'forward',
        motion: { kind: 'step', how: 'over', granularity: 'line' },
      });
      await session.engine.pause();
      stop = await session.stopped();
      for (const { reasons } of stop.threads) for (const { kind } of reasons) kinds.add(kind);
    }
    kinds.delete('step');
    expect([...kinds]).toEqual(['pause']);
  });
});
