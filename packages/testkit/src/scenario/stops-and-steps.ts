// Behaviours: where the program stops, and where its steps lead.
import type { TestClient } from '../client.js';
import { expectAt, expectShows, expectThat, fits } from './expectations.js';
import { programOf, sectionOf } from './profile.js';
import type { Profile } from './profile.js';
import { finish, launchToBreakpoint } from './running.js';

/** At a breakpoint the line has not run yet; after one step it has. */
export async function stopsBeforeTheLineRuns(client: TestClient, profile: Profile): Promise<void> {
  const section = sectionOf(profile, 'line');
  const { expression, before, after, at } = section;
  await launchToBreakpoint(client, profile, section, [at]);
  await expectAt(client, programOf(profile, section), [at]);
  await expectShows(client, { expression, value: before });
  const step = await client.next();
  expectThat(client, step.reason === 'step', `a step stopped for reason ${step.reason}`);
  await expectShows(client, { expression, value: after });
  await finish(client, profile);
}

/** In: one frame more, in the called function. Out: back in the caller. Over: the next line of the same frame. */
export async function stepsInOverOut(client: TestClient, profile: Profile): Promise<void> {
  const section = sectionOf(profile, 'steps');
  const { into, outLands, over } = section;
  const program = programOf(profile, section);
  const places = into.at === over.at ? [into.at] : [into.at, over.at];
  await launchToBreakpoint(client, profile, section, places);
  await expectAt(client, program, [into.at]);
  const depth = (await client.stack()).length;

  await client.stepIn();
  const inside = await expectAt(client, program, [into.lands]);
  expectThat(
    client,
    fits(inside.name, into.functionName),
    `stepped into ${inside.name}, expected ${String(into.functionName)}`,
  );
  await expectDepth(client, depth + 1, 'after stepping in');

  await client.stepOut();
  await expectAt(client, program, outLands);
  await expectDepth(client, depth, 'after stepping out');

  await client.continue();
  await expectAt(client, program, [over.at]);
  const before = (await client.stack()).length;
  await client.next();
  await expectAt(client, program, [over.lands]);
  await expectDepth(client, before, 'after stepping over');
  await finish(client, profile);
}

async function expectDepth(client: TestClient, depth: number, when: string): Promise<void> {
  const frames = await client.stack();
  const names = frames.map(({ name }) => name).join(' < ');
  expectThat(client, frames.length === depth, `${when} the stack is ${names}, expected ${depth} frame(s)`);
}
