// What the C library runs around the program's own functions: on the stack, and marked as not the programmer's.

import { describe, expect, it } from 'vitest';
import { toolsMissing, useFixtures } from './fixtures.js';
import { TestSession } from './session.js';

describe.skipIf(toolsMissing)('frames below those of the program', () => {
  const [calls] = useFixtures('calls.c');

  it('are there and artificial; the frames of the program are not', async () => {
    const session = await TestSession.start(calls.program, { settings: { args: ['threads'] } });
    await session.breakAtMarker(calls, 'stop');
    await session.engine.begin();
    const stop = await session.stopped();
    for (const { id } of await session.engine.threads()) {
      const { frames } = await session.engine.stack(stop.id, id, 0, 50);
      const own = frames.filter(({ location }) => location?.source.path === calls.source);
      expect(own.map(({ artificial }) => artificial)).toEqual(own.map(() => undefined));
      // A thread that has not begun yet has no frame of the program, and what is above is the library at work for it.
      const outermost = frames.at(-1)!;
      expect(outermost.function).toMatch(/^(_start|(?:__|__GI___)?clone3?|libc\S*\+0x[0-9a-f]+)$/);
      expect(outermost.artificial).toBe(true);
    }
    const { frames } = await session.engine.stack(stop.id, stop.focus, 0, 50);
    expect(frames.map(frame => frame.function).slice(0, 1)).toEqual(['main']);
    expect(frames.slice(1).map(({ artificial }) => artificial)).toEqual(frames.slice(1).map(() => true));
    expect(frames.length).toBeGreaterThan(1);
  });
});
