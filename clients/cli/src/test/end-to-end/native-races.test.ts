// Requests that race with motions: an answer is of the stop it was asked at, or a refusal, and a pause is never lost.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';

const programs = sharedPrograms(c);

/** At the marker all of them are the same number, and nowhere else for long. */
const program = `#include <string.h>
struct pair { long left, right; };
static long turn(long i) {
  long first = i;
  struct pair pair = {i, i};
  long row[64];
  for (int k = 0; k < 64; k++) row[k] = i;
  long last = i;
  return first + pair.left + pair.right + row[63] + last; // #here
}
int main(void) {
  long sum = 0;
  for (long i = 1; i < 100000; i++) sum += turn(i);
  return sum == 0;
}
`;

/** Every number in the values of a scope; undefined where the request was refused. */
async function numbers(
  client: TestClient,
  variablesReference: number,
): Promise<ReadonlySet<string> | undefined> {
  try {
    const { variables } = await client.request('variables', { variablesReference });
    return new Set(variables.flatMap(({ value }) => value.replace(/\(64\)/g, '').match(/\d+/g) ?? []));
  } catch (error) {
    expect(String(error)).toMatch(/stop|running|stale|no longer/i);
    return undefined;
  }
}

describeUnlessMissing('variables that race with motions', (await nativeTools()).missing, () => {
  it('are those of one stop, or refused', async () => {
    const file = programs.written('races.c', program);
    const client = await clientFor(programs.language);
    await client.launch({ program: file }, () => client.setBreakpoints(file, ['#here']));
    await client.waitForStop({ reason: 'breakpoint' });
    let answered = 0;
    for (let round = 1; round <= 150; round++) {
      const frame = await client.topFrame();
      const { scopes } = await client.request('scopes', { frameId: frame.id });
      const locals = scopes.find(({ name }) => name === 'Locals')!.variablesReference;
      // Some before the program moves, some after it was told to, all of them before anything is answered.
      const asked = [numbers(client, locals), numbers(client, locals)];
      const stopped = client.continue();
      asked.push(numbers(client, locals), numbers(client, locals));
      for (const found of await Promise.all(asked)) {
        if (found === undefined) continue;
        answered++;
        expect([...found]).toEqual([String(round)]);
      }
      await stopped;
    }
    expect(answered).toBeGreaterThan(150);
  });
});

/** Whatever lets it go runs until it is paused. */
const endless = `static volatile long turns;
static void wait(void) {
  for (;;) turns++; // #wait
}
int main(void) {
  wait();
  return 0;
}
`;

describeUnlessMissing('a pause right behind a motion', (await nativeTools()).missing, () => {
  it('pauses what the motion has set going', async () => {
    const file = programs.written('endless-turns.c', endless);
    const client = await clientFor(programs.language);
    await client.launch({ program: file }, () => client.setBreakpoints(file, ['#wait']));
    await client.waitForStop({ reason: 'breakpoint' });
    await client.setBreakpoints(file, []);
    for (let round = 0; round < 60; round++) {
      const motion = (['continue', 'stepOut'] as const)[round % 2]!;
      const { sent, answer } = client.send(motion, { threadId: 1 });
      const paused = client.request('pause', { threadId: 1 });
      await client.waitForStop({ after: sent, reason: 'pause' });
      await Promise.all([answer, paused]);
    }
  });
});
