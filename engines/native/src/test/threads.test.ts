// Threads of a real program.

import { describe, expect, it } from 'vitest';
import { toolsMissing, useFixtures } from './fixtures.js';
import { lineOf, reasonOf, TestSession } from './session.js';

describe.skipIf(toolsMissing)('threads of a native program', () => {
  const [threads] = useFixtures('threads.c');

  it('stops in the thread that reached the breakpoint, with all threads halted and named', async () => {
    const session = await TestSession.start(threads.program);
    await session.breakAtMarker(threads, 'work');
    await session.engine.begin();
    const stop = await session.stopped();
    expect(stop.allThreads).toBe(true);
    const list = await session.engine.threads();
    expect(list.map(thread => thread.state)).toEqual(['stopped', 'stopped', 'stopped']);
    expect(list.map(thread => thread.name)).toEqual(['main', 'thread 2', 'second']);
    expect(list.find(thread => thread.id === stop.focus)?.name).not.toBe('main');
    expect(lineOf(stop)).toBe(threads.line('work'));
    const started = session.events.filter(event => event.kind === 'thread' && event.change === 'started');
    expect(started.length).toBe(2);
    // Every thread has a stack of its own.
    const mine = await session.engine.stack(stop.id, list[0]!.id, 0, 50);
    expect(mine.frames.map(frame => frame.function)).toContain('main');
  });

  it('stops only in the thread that a breakpoint names', async () => {
    const session = await TestSession.start(threads.program);
    const everywhere = await session.breakAtMarker(threads, 'work');
    await session.engine.begin();
    const first = await session.stopped();
    const second = (await session.engine.threads()).find(thread => thread.name === 'second')!;
    await session.engine.changeBreakpoints([], [everywhere.id]);
    await session.breakAt({ kind: 'function', name: 'printf' }, { thread: second.id });
    const stop = await session.move(first, { kind: 'continue' });
    expect(stop.focus).toBe(second.id);
  });

  it('forgets a step of one thread that a breakpoint in another interrupted', async () => {
    const session = await TestSession.start(threads.program);
    await session.breakAtMarker(threads, 'meet', { temporary: true });
    await session.breakAtMarker(threads, 'work', { temporary: true });
    await session.engine.begin();
    const main = await session.stopped();
    expect(lineOf(main)).toBe(threads.line('meet'));
    // It cannot return before the others have done their work.
    const other = await session.step(main, 'out');
    expect(other.focus).not.toBe(main.focus);
    expect(lineOf(other)).toBe(threads.line('work'));
    await session.go(other, { kind: 'continue' });
    expect((await session.next('exited')).status).toEqual({ code: 0 });
  });

  it('lets one thread run alone when asked', async () => {
    const session = await TestSession.start(threads.program);
    const resolved = await session.breakAtMarker(threads, 'work');
    await session.engine.begin();
    const stop = await session.stopped();
    await session.engine.changeBreakpoints([], [resolved.id]);
    const step = { kind: 'step', how: 'over', granularity: 'line' } as const;
    await session.engine.resume({
      stop: stop.id,
      thread: stop.focus,
      scope: 'thread',
      direction: 'forward',
      motion: step,
    });
    const stepped = await session.stopped();
    expect(stepped.focus).toBe(stop.focus);
    expect(reasonOf(stepped).kind).toBe('step');
    expect(lineOf(stepped)).toBe(threads.line('work') + 1);
    await session.go(stepped, { kind: 'continue' });
    expect((await session.next('exited')).status).toEqual({ code: 0 });
    expect(session.text('stdout').split('\n').sort()).toEqual(['', '10', '20']);
  });
});
