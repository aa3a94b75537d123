// Behaviours: a running program can be paused at any time, whatever it does.
import type { TestClient } from '../client.js';
import { expectThat, fits } from './expectations.js';
import { sectionOf } from './profile.js';
import type { Expected, Profile, Shows } from './profile.js';
import { launchProgram } from './running.js';

/** Twice, because the second pause comes after a resume; then the session ends the program. */
export async function pausesEndlessLoop(client: TestClient, profile: Profile): Promise<void> {
  const section = sectionOf(profile, 'endless');
  const launched = await launchProgram(client, profile, section);
  if (section.announces !== undefined) await client.waitForOutput(section.announces, { after: launched });
  for (const round of [1, 2]) {
    const stop = await client.pause();
    expectPaused(client, profile, stop.reason);
    await expectOnStack(client, section.functionName);
    await expectShowsSomewhere(client, section.functionName, section.shows);
    if (round === 1) await client.resume();
  }
  await endByDisconnecting(client);
}

export async function pausesWhileWaitingForInput(client: TestClient, profile: Profile): Promise<void> {
  const section = sectionOf(profile, 'input');
  const launched = await launchProgram(client, profile, section);
  await client.waitForOutput(section.prompt, { after: launched });
  const stop = await client.pause();
  expectPaused(client, profile, stop.reason);
  await expectOnStack(client, section.functionName);
  const resumed = await client.resume();
  if (section.answer === undefined) return endByDisconnecting(client);
  await client.evaluate(section.answer.line, { context: 'repl' });
  await client.waitForOutput(section.answer.prints, { after: resumed });
  await client.waitForEnd({ after: resumed });
}

/** A program that would not end by itself ends with its session, without a further stop. */
async function endByDisconnecting(client: TestClient): Promise<void> {
  const { sent, answer } = client.send('disconnect', { terminateDebuggee: true });
  await answer;
  const stopped = client.timeline.events('stopped', { after: sent });
  expectThat(client, stopped.length === 0, 'the program stopped after the disconnect');
}

function expectPaused(client: TestClient, { pauseReason = 'pause' }: Profile, reason: string): void {
  const text = `stopped for reason ${reason}, expected ${String(pauseReason)}`;
  expectThat(client, fits(reason, pauseReason), text);
}

async function expectOnStack(client: TestClient, functionName: Expected): Promise<void> {
  const names = (await client.stack()).map(({ name }) => name);
  const text = `${String(functionName)} is not on the stack: ${names.join(' < ')}`;
  expectThat(
    client,
    names.some(name => fits(name, functionName)),
    text,
  );
}

/** The pause may hit inside something that the loop calls: the value is asked for in the loop's own frame. */
async function expectShowsSomewhere(client: TestClient, functionName: Expected, shows: Shows): Promise<void> {
  const frame = (await client.stack()).find(({ name }) => fits(name, functionName));
  expectThat(client, frame !== undefined, `${String(functionName)} is not on the stack`);
  const { result } = await client.evaluate(shows.expression, { frameId: frame.id, context: 'watch' });
  expectThat(
    client,
    fits(result, shows.value),
    `${shows.expression} shows ${result}, expected ${String(shows.value)}`,
  );
}
