// An LLDB older than the tested one: what people do all day works, and it is said that it is older.

import { describe, expect, it } from 'vitest';
import { findTool, lldbTool } from '../native.js';
import { toolsMissing, useFixtures } from './fixtures.js';
import { OutsideProgram } from './outside-program.js';
import { intOf, lineOf, reasonOf, TestSession, variable } from './session.js';

/** Debian's packages need not be installed for it: `apt-get download`, `dpkg -x`, and a script that sets the paths. */
const older = process.env['SONDE_OLDER_LLDB'];
if (older === undefined)
  process.stderr.write(
    '\nTESTS OF OLDER VERSIONS ARE SKIPPED: SONDE_OLDER_LLDB does not name an LLDB before 22\n',
  );

describe.skipIf(toolsMissing || older === undefined)('an older LLDB', () => {
  const [tour, answering] = useFixtures('tour.c', 'answering.c');

  it('stops, steps, shows values and tells the exit; that it is older is said once', async () => {
    const lldb = await findTool(lldbTool(older));
    const session = await TestSession.start(tour.program, {
      engine: { lldb },
      settings: { stopOnEntry: true },
    });
    await session.breakAtMarker(tour, 'after', { temporary: true });
    await session.engine.begin();
    const entry = await session.stopped();
    expect(lineOf(entry)).toBe(tour.line('entry'));
    const stop = await session.move(entry, { kind: 'continue' });
    expect(reasonOf(stop)).toMatchObject({ kind: 'breakpoint' });
    expect(intOf(variable(stop, 'value'))).toBe(0);
    const next = await session.step(stop, 'over');
    expect(reasonOf(next)).toMatchObject({ kind: 'step' });
    await session.go(next, { kind: 'continue' });
    expect((await session.next('exited')).status).toEqual({ code: 9 });
    const said = session.events.filter(event => event.kind === 'notice').map(({ message }) => message);
    expect(said.filter(message => message.includes('Sonde is tested with LLDB 22'))).toHaveLength(1);
  });

  it('attaches, and lets go', async () => {
    const program = await OutsideProgram.start(answering.program);
    const session = await TestSession.attach({ processId: program.id, lldb: older });
    await session.breakAtMarker(answering, 'answer');
    await session.engine.begin();
    program.say('abc');
    const stop = await session.stopped();
    expect(intOf(variable(stop, 'length'))).toBe(3);
    await session.engine.detach(false);
    expect(await program.line()).toBe('1: 3');
  });
});
