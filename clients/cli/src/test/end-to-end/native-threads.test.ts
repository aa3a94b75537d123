// Breakpoints that many threads reach at once: every hit is told, and counted once.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { asEvent, type Position, type TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';

const programs = sharedPrograms(c);

/** All threads leave together, and each does as many rounds as the program is told. */
const program = `#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
enum { threads = 6 };
static atomic_int arrived, sum;
static int rounds;
static void work(int id, int round) {
  atomic_fetch_add(&sum, id + round); // #work
}
static void *run(void *id) {
  atomic_fetch_add(&arrived, 1);
  while (arrived < threads) {}
  for (int i = 0; i < rounds; i++) work((int)(long)id, i);
  return 0;
}
int main(int count, char **arguments) {
  (void)count;
  rounds = atoi(arguments[1]);
  pthread_t all[threads];
  for (long i = 0; i < threads; i++) pthread_create(&all[i], 0, run, (void *)i);
  for (int i = 0; i < threads; i++) pthread_join(all[i], 0);
  return 0;
}
`;

/** The threads of all events, up to the end of the program, which goes on from each stop. */
async function toldOf(client: TestClient): Promise<readonly (number | undefined)[]> {
  for (let after: Position = client.timeline.entries[0]!; ;) {
    const next = await client.timeline.waitFor('a stop or the end', { after, timeoutMs: 60_000 }, entry => {
      const stopped = asEvent(entry, 'stopped');
      return stopped?.body.preserveFocusHint === true ? undefined : (stopped ?? asEvent(entry, 'terminated'));
    });
    if (next.body === undefined || !('threadId' in next.body)) break;
    after = next;
    await client.resume(next.body.threadId);
  }
  return client.timeline.events('stopped').map(({ body }) => body.threadId);
}

async function running(rounds: number, how: object): Promise<TestClient> {
  const file = programs.written('together.c', program);
  const client = await clientFor(programs.language);
  await client.launch({ program: file, args: [String(rounds)], cflags: ['-pthread'] }, () =>
    client.setBreakpoints(file, [{ at: '#work', ...how }]),
  );
  return client;
}

describeUnlessMissing('a breakpoint that many threads reach', (await nativeTools()).missing, () => {
  it.each([{}, { condition: 'id >= 0' }, { hitCondition: '>0' }])(
    'tells of each thread once where they come at the same time: %o',
    async how => {
      const told = await toldOf(await running(1, how));
      expect(told.toSorted()).toEqual([2, 3, 4, 5, 6, 7]);
    },
  );

  it.each([
    [{ condition: 'round == 777' }, 6],
    [{ hitCondition: '%20000' }, 6],
    [{ hitCondition: '%40000' }, 3],
  ])('decides and counts exactly: %o', async (how, wanted) => {
    expect(await toldOf(await running(20_000, how))).toHaveLength(wanted);
  });
});
