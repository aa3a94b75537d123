// Steps through whole programs, optimised ones too: each ends in a source, and none runs away.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { asEvent, type Position, type TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { compilers } from './cpp-compilers.js';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';

const programs = sharedPrograms(c);

/** What optimisers inline and move: lambdas, constructors, templates, functions of the standard library. */
const program = `#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>
template <typename T> static T twice(T value) { return value + value; }
struct Guard {
  int id;
  Guard(int id) : id(id) { printf("in %d\\n", id); }
  ~Guard() { printf("out %d\\n", id); }
};
static void risky(int value) {
  try {
    if (value > 3) throw value;
    printf("fine\\n");
  } catch (int caught) {
    printf("caught %d\\n", caught);
  }
}
int main() {
  int a = twice(1);
  std::vector<int> all{3, 1, 2};
  std::sort(all.begin(), all.end(), [](int x, int y) { return x < y; });
  for (int each : all) a += each;
  std::function<int(int)> more = [&](int by) { return a + by; };
  a = more(5);
  {
    Guard guard(1);
    a++;
  }
  risky(1);
  risky(5);
  std::string text = std::string("x") + "y";
  printf("%d %s\\n", a, text.c_str());
  puts("end"); // #last
  return 0;
}
`;

const most = 600;

/** Where each step from the entry on has ended, up to the end of the program. */
async function walked(client: TestClient, motion: 'next' | 'stepIn'): Promise<readonly string[]> {
  const places: string[] = [];
  for (let after: Position = client.timeline.entries[0]!; places.length < most;) {
    const next = await client.timeline.waitFor(
      'a stop or the end',
      { after, timeoutMs: 60_000 },
      entry => asEvent(entry, 'stopped') ?? asEvent(entry, 'terminated'),
    );
    if (next.body === undefined || !('threadId' in next.body)) break;
    after = next;
    const { threadId = 0 } = next.body;
    const top = await client.topFrame(threadId);
    places.push(top.source?.path === undefined ? `${top.name} without a source` : String(top.line));
    await client.request(motion, { threadId });
  }
  return places;
}

const ways = compilers.flatMap(([name, cc]) =>
  ['-O0', '-O1', '-O2'].flatMap(level =>
    (['next', 'stepIn'] as const).map(motion => [motion, name, level, cc] as const),
  ),
);

describeUnlessMissing('a program that is stepped through to its end', (await nativeTools()).missing, () => {
  it.each(ways)('by %s, compiled by %s %s', { timeout: 120_000 }, async (motion, _name, level, cc) => {
    const file = programs.written('walked.cpp', program);
    const last = program.split('\n').findIndex(line => line.includes('#last')) + 1;
    const client = await clientFor(programs.language);
    await client.launch({
      program: file,
      stopOnEntry: true,
      cflags: [level],
      ...(cc === undefined ? {} : { cc }),
    });
    const places = await walked(client, motion);
    expect(places.filter(place => place.endsWith('without a source'))).toEqual([]);
    expect(places).toContain(String(last));
    expect(places.length).toBeLessThan(most);
    const printed = 'in 1\nout 1\nfine\ncaught 5\n14 xy\nend\n';
    expect(client.output({ category: 'stdout' }).replaceAll('\r', '')).toBe(printed);
  });
});

const thrower = `static int deep(int value) {
  if (value > 3) throw value; // #throw
  return value;
}
static int middle(int value) {
  int got = deep(value); // #middle
  return got;
}
static int safe(int value) {
  try {
    return deep(value);
  } catch (int) {
    return -1;
  }
}
int main() {
  int all = safe(5); // #begin
  all += safe(6); // #second
  try {
    all += middle(7);
  } catch (int caught) { // #catch
    all += caught;
  }
  return all == 5 ? 0 : 1;
}
`;

/** Jumps out of calls, past a jump of its own, and out of a signal handler. */
const jumper = `#include <setjmp.h>
#include <signal.h>
static jmp_buf outside, within;
static sigjmp_buf behind;
static void leap(int value) {
  longjmp(outside, value); // #leap
}
static int hops(int value) {
  if (setjmp(within) == 0) longjmp(within, 1);
  return value;
}
static void handler(int number) {
  siglongjmp(behind, number); // #handler
}
int main(void) {
  int all = hops(4); // #begin
  all += setjmp(outside); // #set
  if (all == 4) {
    leap(3); // #call
  }
  signal(SIGUSR1, handler);
  if (sigsetjmp(behind, 1) == 0) // #behind
    raise(SIGUSR1); // #raise
  return all == 7 ? 0 : 1; // #end
}
`;

const lineIn = (source: string, marker: string): number =>
  source.split('\n').findIndex(line => line.includes(marker)) + 1;

const stoppedIn = async (
  [name, source]: readonly [name: string, source: string],
  at: `#${string}`,
  condition = '1',
): Promise<TestClient> => {
  const file = programs.written(name, source);
  const client = await clientFor(programs.language);
  await client.launch({ program: file }, () => client.setBreakpoints(file, [{ at, condition }]));
  await client.waitForStop({ reason: 'breakpoint' });
  return client;
};

const after = async (client: TestClient, motion: 'next' | 'stepIn' | 'stepOut'): Promise<number> => {
  await client[motion]();
  return (await client.topFrame()).line;
};

const exitCode = async (client: TestClient): Promise<number | undefined> => {
  await client.runToEnd();
  return client.timeline.events('exited')[0]?.body.exitCode;
};

describeUnlessMissing('a step that an exception cuts short', (await nativeTools()).missing, () => {
  const program = ['thrower.cpp', thrower] as const;
  const lineOf = (marker: string): number => lineIn(thrower, marker);

  it.each([
    ['next', '#middle', 'value == 7'],
    ['stepOut', '#middle', 'value == 7'],
    ['next', '#throw', 'value == 7'],
    ['stepIn', '#throw', 'value == 7'],
    ['stepOut', '#throw', 'value == 7'],
  ] as const)('ends where it is caught: %s from %s', async (motion, marker, condition) => {
    const client = await stoppedIn(program, marker, condition);
    expect(await after(client, motion)).toBe(lineOf('#catch'));
    expect(await exitCode(client)).toBe(0);
  });

  it('ends behind a call that catches what is thrown within it', async () => {
    const client = await stoppedIn(program, '#begin');
    expect(await after(client, 'next')).toBe(lineOf('#second'));
  });

  it('lets the program throw as it likes once it goes on', async () => {
    const client = await stoppedIn(program, '#begin');
    await after(client, 'next');
    expect(await exitCode(client)).toBe(0);
  });
});

describeUnlessMissing('a step that a long jump cuts short', (await nativeTools()).missing, () => {
  const program = ['jumper.c', jumper] as const;

  it.each([
    ['next', '#call', '#set'],
    ['next', '#leap', '#set'],
    ['stepIn', '#leap', '#set'],
    ['stepOut', '#leap', '#set'],
    ['next', '#raise', '#behind'],
    ['stepOut', '#handler', '#behind'],
    ['next', '#begin', '#set'],
  ] as const)('ends where that leads to: %s from %s to %s', async (motion, from, to) => {
    const client = await stoppedIn(program, from);
    expect(await after(client, motion)).toBe(lineIn(jumper, to));
    expect(await exitCode(client)).toBe(0);
  });
});
