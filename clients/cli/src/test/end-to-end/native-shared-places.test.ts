// Breakpoints where a check inside the program is delicate: several in one place, instructions with a prefix.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';

const programs = sharedPrograms(c);

const calls = `#include <stdio.h>
static long total;
static void work(int i) {
  total += i; // #here
}
int main(void) {
  for (int i = 0; i < 20; i++) work(i);
  printf("%ld\\n", total);
  return 0;
}
`;

const locked = `#include <stdio.h>
static long total;
static char from[64], to[64];
int main(void) {
  for (long i = 0; i < 40; i++) {
    __sync_fetch_and_add(&total, i); // #lock
    long n = 64;
    char *f = from, *t = to;
    f[i] = 1;
    __asm__ volatile("nop\\n\\tnop\\n\\tnop\\n\\trep movsb" : "+S"(f), "+D"(t), "+c"(n)::"memory"); // #rep
  }
  int copied = 0;
  for (int i = 0; i < 64; i++) copied += to[i];
  printf("%ld %d\\n", total, copied);
  return 0;
}
`;

interface How {
  readonly condition?: string;
  readonly hitCondition?: string;
  readonly logMessage?: string;
}

async function launched(
  source: string,
  lines: readonly (How & { readonly at: `#${string}` })[],
  functions: readonly How[] = [],
): Promise<TestClient> {
  const program = programs.written('shared.c', source);
  const client = await clientFor(programs.language);
  await client.launch({ program }, async () => {
    await client.setBreakpoints(program, lines);
    const breakpoints = functions.map(how => ({ name: 'work', ...how }));
    await client.request('setFunctionBreakpoints', { breakpoints });
  });
  return client;
}

/** Stops with `i` at these values and nowhere else, and ends. */
async function stopsAt(client: TestClient, values: readonly number[]): Promise<void> {
  for (const value of values) {
    await client.waitForStop();
    const { id: frameId } = await client.topFrame();
    const { result } = await client.request('evaluate', { expression: 'i', frameId, context: 'watch' });
    expect(Number(result)).toBe(value);
    if (value !== values.at(-1)) await client.resume();
  }
  await client.runToEnd();
}

const all = Array.from({ length: 20 }, (_, i) => i);
const log = { logMessage: 'L {i}' };

const together: readonly {
  readonly line: How;
  readonly function: How;
  readonly stops: readonly number[];
  readonly logs?: number;
}[] = [
  { line: { condition: 'i == 5' }, function: {}, stops: all },
  { line: { condition: 'i == 15' }, function: { condition: 'i == 5' }, stops: [5, 15] },
  { line: log, function: { condition: 'i == 5' }, stops: [5], logs: 20 },
  { line: log, function: { hitCondition: '9' }, stops: [8], logs: 20 },
  { line: { hitCondition: '12' }, function: { hitCondition: '9' }, stops: [8, 11] },
];

describeUnlessMissing('breakpoints of native programs', (await nativeTools()).missing, () => {
  it.each(together)('in one place are all served: $line and $function', async ({ stops, logs, ...how }) => {
    const client = await launched(calls, [{ at: '#here', ...how.line }], [how.function]);
    await stopsAt(client, stops);
    expect(client.output({ category: 'console' }).match(/L \d+/g) ?? []).toHaveLength(logs ?? 0);
    expect(client.output({ category: 'stdout' })).toBe('190\n');
  });

  it.each([
    ['#lock', { condition: 'i == 37' }, [37]],
    ['#lock', { hitCondition: '31' }, [30]],
    ['#rep', { condition: 'i == 37' }, [37]],
    ['#rep', { hitCondition: '31' }, [30]],
  ] as const)('leave an instruction whole that has a prefix (%s, %o)', async (at, how, stops) => {
    const client = await launched(locked, [{ at, ...how }]);
    await stopsAt(client, stops);
    expect(client.output({ category: 'stdout' })).toBe('780 40\n');
  });
});
