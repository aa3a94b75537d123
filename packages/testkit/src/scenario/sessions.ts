// Behaviours: a session can start over, and two sessions do not touch each other.
import type { TestClient } from '../client.js';
import { expectAt, expectShows, expectThat } from './expectations.js';
import { programOf, sectionOf } from './profile.js';
import type { Profile } from './profile.js';
import { finish, launchToBreakpoint } from './running.js';

/** After a restart the program is back at its beginning, and the breakpoints are still set. */
export async function restarts(client: TestClient, profile: Profile): Promise<void> {
  const section = sectionOf(profile, 'line');
  const { at, expression, before, after } = section;
  const program = programOf(profile, section);
  await launchToBreakpoint(client, profile, section, [at]);
  await client.next();
  await expectShows(client, { expression, value: after });
  expectThat(
    client,
    client.capabilities.supportsRestartRequest === true,
    'the adapter does not declare supportsRestartRequest',
  );
  const configuration = { program, ...profile.launch, ...section.launch };
  const restarted = await client.restart({ arguments: configuration });
  await client.waitForStop({ after: restarted, reason: 'breakpoint' });
  await expectAt(client, program, [at]);
  await expectShows(client, { expression, value: before });
  await finish(client, profile);
}

/** Both stop; one moves on and ends; the other has not noticed. */
export async function twoSessionsAtOnce(client: TestClient, profile: Profile): Promise<void> {
  const section = sectionOf(profile, 'line');
  const { at, expression, before, after } = section;
  const program = programOf(profile, section);
  const other = await client.another();
  try {
    await Promise.all([
      launchToBreakpoint(client, profile, section, [at]),
      launchToBreakpoint(other, profile, section, [at]),
    ]);
    const quiet = other.timeline.now;
    await client.next();
    await expectShows(client, { expression, value: after });
    await finish(client, profile);
    await expectAt(other, program, [at]);
    await expectShows(other, { expression, value: before });
    const moved = [...other.timeline.events('stopped', { after: quiet })];
    expectThat(other, moved.length === 0, 'a step in one session stopped the other');
    await finish(other, profile);
  } catch (error) {
    await other.close().catch(() => undefined);
    throw error;
  }
  await other.close();
}
