// Launching and ending the programs of a scenario.
import type { Breakpoint } from '@sonde/dap';
import type { BreakpointPlace } from '../breakpoint-places.js';
import type { Configure, Stop, TestClient } from '../client.js';
import type { Position } from '../timeline.js';
import { expectThat } from './expectations.js';
import { programOf } from './profile.js';
import type { Profile, ProgramChoice } from './profile.js';

export function launchProgram(
  client: TestClient,
  profile: Profile,
  section: ProgramChoice,
  configure?: Configure,
): Promise<Position> {
  const program = programOf(profile, section);
  return client.launch({ program, ...profile.launch, ...section.launch }, configure);
}

/** Launches with breakpoints in the section's program, all of which must be verified once the program stops. */
export async function launchToBreakpoint(
  client: TestClient,
  profile: Profile,
  section: ProgramChoice,
  places: readonly BreakpointPlace[],
): Promise<Stop> {
  let set: readonly Breakpoint[] = [];
  await launchProgram(client, profile, section, async () => {
    set = await client.setBreakpoints(programOf(profile, section), places);
  });
  expectThat(
    client,
    set.length === places.length,
    `${places.length} breakpoints asked for, ${set.length} answered`,
  );
  const stop = await client.waitForStop({ reason: 'breakpoint' });
  for (const breakpoint of set) expectVerified(client, breakpoint);
  expectHit(client, stop, set);
  return stop;
}

/** A breakpoint may be answered as pending and be verified later, by an event. */
function expectVerified(client: TestClient, breakpoint: Breakpoint): void {
  const later = client.timeline.events('breakpoint', { where: body => body.breakpoint.id === breakpoint.id });
  const latest = later.at(-1)?.body.breakpoint ?? breakpoint;
  const message = latest.message ?? 'no reason given';
  expectThat(
    client,
    latest.verified,
    `the breakpoint in line ${latest.line ?? '?'} is unverified: ${message}`,
  );
}

/** An adapter that names the breakpoints that were hit must name one that was set. */
function expectHit(client: TestClient, stop: Stop, set: readonly Breakpoint[]): void {
  const hit = stop.body.hitBreakpointIds;
  if (hit === undefined) return;
  const known = set.map(({ id }) => id);
  const text = `hitBreakpointIds ${JSON.stringify(hit)} are not among ${JSON.stringify(known)}`;
  expectThat(client, hit.length > 0 && hit.every(id => known.includes(id)), text);
}

/** Lets the program run to its end, without further stops, and checks its exit code. */
export async function finish(client: TestClient, profile: Profile): Promise<void> {
  for (const file of client.breakpoints.keys()) await client.setBreakpoints(file, []);
  const resumed = await client.resume();
  await expectEnd(client, profile, resumed);
}

export async function expectEnd(client: TestClient, profile: Profile, after: Position): Promise<void> {
  await client.waitForEnd({ after });
  if (profile.exitCode === undefined) return;
  const { body } = await client.waitFor('exited', { after });
  expectThat(
    client,
    body.exitCode === profile.exitCode,
    `the exit code is ${body.exitCode}, expected ${profile.exitCode}`,
  );
}
