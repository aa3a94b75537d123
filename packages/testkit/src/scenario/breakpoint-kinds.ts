// Behaviours: breakpoints that decide, count, talk, watch data or wait for exceptions.
import type { TestClient } from '../client.js';
import { expectAt, expectShows, expectThat, fits } from './expectations.js';
import { programOf, sectionOf } from './profile.js';
import type { BreakpointSection, Profile } from './profile.js';
import { expectEnd, finish, launchProgram, launchToBreakpoint } from './running.js';

/** The second and third part open further sessions on the same adapter and close them. */
export async function conditionsHitCountsLogPoints(client: TestClient, profile: Profile): Promise<void> {
  const section = sectionOf(profile, 'breakpoints');
  await stopsWhenConditionHolds(client, profile, section);
  await onAnother(client, other => stopsAtHitCount(other, profile, section));
  await onAnother(client, other => logsAndGoesOn(other, profile, section));
}

async function stopsWhenConditionHolds(
  client: TestClient,
  profile: Profile,
  section: BreakpointSection,
): Promise<void> {
  const { at, condition } = section;
  await launchToBreakpoint(client, profile, section, [{ at, condition: condition.text }]);
  await expectAt(client, programOf(profile, section), [at]);
  await expectShows(client, condition.shows);
  await finish(client, profile);
}

async function stopsAtHitCount(
  client: TestClient,
  profile: Profile,
  section: BreakpointSection,
): Promise<void> {
  const { at, hitCount } = section;
  await launchToBreakpoint(client, profile, section, [{ at, hitCondition: hitCount.text }]);
  await expectAt(client, programOf(profile, section), [at]);
  await expectShows(client, hitCount.shows);
  await finish(client, profile);
}

async function logsAndGoesOn(
  client: TestClient,
  profile: Profile,
  section: BreakpointSection,
): Promise<void> {
  const { at, logPoint } = section;
  const launched = await launchProgram(client, profile, section, () =>
    client.setBreakpoints(programOf(profile, section), [{ at, logMessage: logPoint.message }]),
  );
  await expectEnd(client, profile, launched);
  const output = client.output({ after: launched });
  let from = 0;
  for (const text of logPoint.prints) {
    const found = output.indexOf(text, from);
    expectThat(client, found >= 0, `the output lacks ${JSON.stringify(text)} in its place:\n${output}`);
    from = found + text.length;
  }
}

/** Stops each time the variable is touched, with its new value. */
export async function dataBreakpoint(client: TestClient, profile: Profile): Promise<void> {
  const section = sectionOf(profile, 'data');
  const { at, variable, accessType = 'write', values } = section;
  expectThat(
    client,
    values.length > 0,
    'the profile names no value at which the data breakpoint should stop',
  );
  await launchToBreakpoint(client, profile, section, [at]);
  const frame = await client.topFrame();
  const variablesReference = await client.localsReference(frame);
  const info = await client.request('dataBreakpointInfo', { variablesReference, name: variable });
  expectThat(client, info.dataId !== null, `${variable} cannot be watched: ${info.description}`);
  const { dataId } = info;
  const { breakpoints } = await client.request('setDataBreakpoints', {
    breakpoints: [{ dataId, accessType }],
  });
  const [watch] = breakpoints;
  expectThat(
    client,
    watch?.verified === true,
    `the watch is not verified: ${watch?.message ?? 'no reason given'}`,
  );
  await client.setBreakpoints(programOf(profile, section), []);
  for (const value of values) {
    const stop = await client.continue();
    expectThat(
      client,
      stop.reason === 'data breakpoint',
      `stopped for reason ${stop.reason}, expected data breakpoint`,
    );
    await expectShows(client, { expression: variable, value });
  }
  await client.request('setDataBreakpoints', { breakpoints: [] });
  await finish(client, profile);
}

/** Stops where the exception is thrown, and says which it is. */
export async function exceptions(client: TestClient, profile: Profile): Promise<void> {
  const section = sectionOf(profile, 'exceptions');
  const { filter, at, text } = section;
  await launchProgram(client, profile, section, () =>
    client.request('setExceptionBreakpoints', { filters: [filter] }),
  );
  const offered = client.capabilities.exceptionBreakpointFilters ?? [];
  const names = offered.map(each => each.filter).join(', ');
  expectThat(
    client,
    offered.some(each => each.filter === filter),
    `the filter ${filter} is not offered; offered: ${names}`,
  );
  const stop = await client.waitForStop({ reason: 'exception' });
  await expectAt(client, programOf(profile, section), [at]);
  const texts = [stop.body.description, stop.body.text];
  if (client.capabilities.supportsExceptionInfoRequest === true) {
    const info = await client.request('exceptionInfo', { threadId: stop.threadId });
    texts.push(info.exceptionId, info.description, info.details?.message);
  }
  const shown = texts.filter(each => each !== undefined).join(' | ');
  const matches = texts.some(each =>
    typeof text === 'string' ? each?.includes(text) === true : fits(each, text),
  );
  expectThat(client, matches, `the exception says "${shown}", expected ${String(text)}`);
}

async function onAnother(client: TestClient, run: (other: TestClient) => Promise<void>): Promise<void> {
  const other = await client.another();
  try {
    await run(other);
  } catch (error) {
    // What went wrong first is what counts; the close may complain too.
    await other.close().catch(() => undefined);
    throw error;
  }
  await other.close();
}
