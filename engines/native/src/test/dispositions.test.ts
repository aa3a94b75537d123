// Signals as a program finds them that is started here: as under a shell, with a debugger and without one.

import { describe, expect, it } from 'vitest';
import type { NativeOptions } from '../native.js';
import { toolsMissing, useFixtures } from './fixtures.js';
import { TestSession } from './session.js';

const byShell: NativeOptions = { descriptors: [{ fd: 3, direction: 'out', stream: 'more' }] };

describe.skipIf(toolsMissing || process.arch !== 'x64')('a native program', () => {
  const [fixture] = useFixtures('dispositions.c');

  it.each([
    ['with a debugger', false, {}],
    ['without one', true, {}],
    ['with more descriptors', false, byShell],
  ] as const)('begins with no signal ignored or blocked (%s)', async (_, noDebug, engine) => {
    const session = await TestSession.start(fixture.program, { settings: { noDebug }, engine });
    await session.engine.begin();
    expect((await session.next('exited')).status).toEqual({ signal: 'SIGPIPE' });
    expect(session.text('stdout')).toBe('told\n');
  });
});
