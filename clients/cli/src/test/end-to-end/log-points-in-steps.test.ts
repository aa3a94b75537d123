// Log points and conditions say and count the same whether a step or `continue` comes to them.

import { nativeTools } from '@sonde/engine-native';
import { aria } from '@sonde/language-aria';
import { c } from '@sonde/language-c';
import type { Language } from '@sonde/language';
import { lineOf, type TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { testFolder, written } from './written-programs.js';

const cProgram = `struct P { int x; const char *s; };
static int twice(int n) { return 2 * n; }
static int deep(struct P p, int n) {
  int sum = p.x; // #deep
  if (n > 0) sum += deep(p, n - 1);
  return sum;
}
static void touch(struct P *p) { p->x++; }
int main(void) {
  struct P p = {2, "hi"};
  int total = 0;
  total += deep(p, 2); // #first
  touch(&p); // #second
  total += twice(p.x); // #third
  return total; // #end
}
`;

const threadsProgram = `#include <pthread.h>
struct P { int x; const char *s; };
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static int deep(struct P p, int n) {
  int sum = p.x; // #deep
  if (n > 0) sum += deep(p, n - 1);
  return sum; // #returns
}
static void *worker(void *of) {
  struct P p = *(struct P *)of;
  pthread_mutex_lock(&gate);
  for (int i = 0; i < 20; i++)
    p.s += 0; // #worker
  return 0;
}
int main(void) {
  struct P p = {2, "hi"};
  pthread_t thread;
  pthread_mutex_lock(&gate);
  pthread_create(&thread, 0, worker, &p);
  int total = deep(p, 2);
  pthread_mutex_unlock(&gate), pthread_join(thread, 0); // #join
  return total; // #joined
}
`;

// Where a function is, no check inside the program knows.
const ariaProgram = `const P = struct { x: int64, level: tbb8, s: string };
func:add = int64(int64:a, int64:b) { pass(a + b); };
func:sub = int64(int64:a, int64:b) { pass(a - b); };
func:work = int64(int64:i) {
  func<int64(int64,int64)>:f = add;
  if (i > 1) { f = sub; }
  tbb8:level = 127;
  P:p = P{ x: i, level: level + 1, s: "hi" };
  pass(p.x); // #work
};
func:all = int64() {
  int64:sum = 0;
  for i in 1..4 {
    sum += work(i);
  }
  pass(sum);
};
func:main = int32() {
  int64:sum = all(); // #call
  println(\`&{sum}\`); // #end
  pass(0);
};
`;

type Way = 'continue' | 'next';
type Marker = `#${string}`;
type Wanted = Exclude<Parameters<TestClient['setBreakpoints']>[1][number], string | number>;

describeUnlessMissing('log points and conditions of native programs', (await nativeTools()).missing, () => {
  const started = async (language: Language, name: string, text: string, from: Marker) => {
    const file = written(name, text, testFolder());
    const client = await clientFor(language);
    await client.launch({ program: file }, () => client.setBreakpoints(file, [from]));
    await client.waitForStop({ reason: 'breakpoint' });
    return { client, file };
  };

  /** From the marker to the next, by a step over the calls in between or to a breakpoint behind them. */
  const passed = async (
    { client, file }: Awaited<ReturnType<typeof started>>,
    way: Way,
    to: Marker,
    wanted: readonly Wanted[],
  ): Promise<string> => {
    const before = client.output({ category: 'console' }).length;
    await client.setBreakpoints(file, [...wanted, ...(way === 'continue' ? [to] : [])]);
    const stop = way === 'next' ? await client.next() : await client.continue();
    expect(stop.reason).toBe(way === 'next' ? 'step' : 'breakpoint');
    expect((await client.topFrame()).line).toBe(lineOf(file, to));
    // Where a text lies is another matter.
    return client
      .output({ category: 'console' })
      .slice(before)
      .replace(/→ (.*?) at 0x[0-9a-f]+/g, '$1');
  };

  it.each(['continue', 'next'] as const)('shows values as the console does, reached by %s', async way => {
    const at = await started(c, 'texts.c', cProgram, '#first');
    const deep = { at: '#deep', logMessage: 'p={p} {twice(n)}' } as const;
    expect(await passed(at, way, '#second', [deep])).toBe(
      [4, 2, 0].map(n => `p={x: 2, s: "hi"} ${n}\n`).join(''),
    );
    // The step ends where the call returns to, and a log point is there.
    const third = { at: '#third', logMessage: 'then {p}' } as const;
    expect(await passed(at, way, '#third', [third])).toBe('then {x: 3, s: "hi"}\n');
    expect(await passed(at, way, '#end', [deep])).toBe('');
  });

  it.each(['continue', 'next'] as const)('counts every hit once, reached by %s', async way => {
    const at = await started(c, 'counted.c', cProgram, '#first');
    const second = { at: '#deep', logMessage: 'p={p} n={n}', hitCondition: '2' } as const;
    expect(await passed(at, way, '#second', [second])).toBe('p={x: 2, s: "hi"} n=1\n');
  });

  it('keeps the frame of a step through recursion, and its end where others log', async () => {
    const { client, file } = await started(c, 'threads.c', threadsProgram, '#deep');
    const n = async (): Promise<string> => (await client.evaluate('n')).result;
    await client.setBreakpoints(file, [{ at: '#deep', logMessage: 'p={p} n={n}' }]);
    expect([(await client.next()).reason, (await client.next()).reason]).toEqual(['step', 'step']);
    expect([(await client.topFrame()).line, await n()]).toEqual([lineOf(file, '#returns'), '2']);
    expect(client.output({ category: 'console' }).match(/n=\d/g)).toEqual(['n=1', 'n=0']);
    expect((await client.stepOut()).reason).toBe('step');
    await client.setBreakpoints(file, ['#join']);
    await client.continue();
    await client.setBreakpoints(file, [{ at: '#worker', logMessage: 'i={i} p={p}' }]);
    expect((await client.next()).reason).toBe('step');
    expect((await client.topFrame()).line).toBe(lineOf(file, '#joined'));
    const logged = client.output({ category: 'console' }).match(/i=\d+ p={x: 2, .*"hi" at 0x\w+}/g);
    expect(logged).toEqual(
      Array.from({ length: 20 }, (_, i) => expect.stringContaining(`i=${i} `) as unknown),
    );
  });

  it.each(['continue', 'next'] as const)(
    'asks where a condition cannot run in the program, reached by %s',
    async way => {
      const at = await started(aria, 'asked.aria', ariaProgram, '#call');
      const log = {
        at: '#work',
        logMessage: '{i} {p}',
        condition: 'f == sub',
        hitCondition: '>= 2',
      } as const;
      expect(await passed(at, way, '#end', [log])).toBe(
        [3, 4].map(i => `${i} {x: ${i}, level: ERR (sentinel), s: "hi"}\n`).join(''),
      );
    },
  );

  it('stops a step where such a condition holds', async () => {
    const { client, file } = await started(aria, 'stopped.aria', ariaProgram, '#call');
    const [set] = await client.setBreakpoints(file, [{ at: '#work', condition: 'f == sub && i == 3' }]);
    expect(set).toMatchObject({
      verified: true,
      message: expect.stringMatching(/halts each time/) as unknown,
    });
    expect((await client.next()).reason).toBe('breakpoint');
    expect((await client.evaluate('i')).result).toBe('3');
    expect((await client.next()).reason).toBe('step');
  });
});
