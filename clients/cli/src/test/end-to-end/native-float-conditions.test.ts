// Conditions on floats of native programs, which are checked inside the program as those on whole numbers are.
//
// As with those, a debugger that stopped for each of them would not be done within the time of a test.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { clangTool, findTool, nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';
import { testFolder, written } from './written-programs.js';

const programs = sharedPrograms(c);

/** On a `struct sample` by the name of `s`; nothing that C leaves open. */
const conditions = [
  's->d == -1.0',
  's->d != s->d',
  '!(s->d == s->d) || s->f != s->f',
  's->d',
  '!s->d && !s->f',
  's->d < s->e || s->d > s->e',
  's->d <= s->e && s->f >= s->g',
  '!(s->d < 1) && !(s->d >= 1)',
  '1 / s->d < 0',
  '1.0f / -s->f > 3e38f',
  's->d == 0 && 1 / s->d > 0',
  's->f > 0.5f',
  's->f == 0.1',
  's->f == 0.1f',
  's->f + s->g == s->g',
  's->f * s->g > 1e38f',
  's->f / s->g == s->d',
  '(double)s->f / s->g == (float)s->d',
  's->d - s->e == 0 && s->d * s->e > s->d + s->e',
  's->d * 2 < s->e',
  's->i < s->d',
  's->u == s->d',
  's->u / 3.0 > s->l * 1.5f',
  '(float)s->u == (double)s->u',
  '(float)s->l < s->l',
  '(float)s->i == s->i',
  's->b + s->f > s->c - 0.5',
  '(s->f < s->g ? s->f : s->i) > 2',
  '(s->d > -9e18 && s->d < 9e18 ? (long)s->d : 7) % 3 == 1',
  's->d > -2e9 && s->d < 2e9 && (int)s->d == 3',
  's->d > -2e9 && s->d < 2e9 && (int)s->d == -1 && s->d != -1',
  's->d >= 0 && s->d < 1.8e19 && (unsigned long)s->d > 9223372036854775807ul',
  's->f > -129 && s->f < 128 && (signed char)s->f < 0',
  's->d >= 0 && s->d < 65536 && (unsigned short)s->d == 65535',
  's->all[(int)(s->i & 3) + 0] > (float)s->c',
];

/** Each is calculated by the program, and compared with the debugger's answer at once. */
const samples = `#include <math.h>
struct sample { double d, e; float f, g; int i; long l; unsigned long u; signed char c; unsigned char b; double all[4]; };
static double doubles[] = {0.0, -0.0, 1.0, -1.0, 0.5, -1.5, 0.1, 3.0, 3.75, -1.25, 1e10, -1e300, 5e-324, 65535.5, 1e-40,
  9007199254740994.0, 9223372036854775808.0, 18446744073709549568.0, 18446744073709551616.0, INFINITY, -INFINITY, NAN};
static float floats[] = {0.0f, -0.0f, 1.0f, -1.0f, 0.1f, 0.5f, 3.0f, -100.7f, 16777216.0f, 1e-45f, 3.4e38f, 1e38f, 2e19f, INFINITY, NAN};
static long longs[] = {0, 1, -1, 3, 100, 16777217, -16777219, 9007199254740993, 9223371761976868863, -9223372036854775807 - 1,
  9223372036854775807, -2048, 65535};
#define SOME(table, by) table[(round * by + round / 7) % (sizeof(table) / sizeof(*table))]
static long seen;
${conditions
  .map(
    (condition, nth) => `static void look${nth}(const struct sample *s, int last) {
  int wanted = (${condition}) != 0;
  seen += wanted; // #look${nth}
}`,
  )
  .join('\n')}
static void look(const struct sample *s, int last) {
${conditions.map((_, nth) => `  look${nth}(s, last);`).join('\n')}
}
int main(void) {
  for (unsigned long round = 0; round < 50000; round++) {
    struct sample s = {SOME(doubles, 1), SOME(doubles, 5), SOME(floats, 1), SOME(floats, 4), (int)SOME(longs, 3), SOME(longs, 5),
      (unsigned long)SOME(longs, 2) * (round % 5 ? 1 : 3), (signed char)round, (unsigned char)round, {1, 0.5, -3, NAN}};
    look(&s, round == 49999);
  }
  return seen == 0;
}
`;

/** Accumulates in registers, whole ones too, in a rounding mode of its own; says how it came out and what was signalled. */
const accumulates = `#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <xmmintrin.h>
typedef double lanes __attribute__((vector_size(32)));
volatile double limit = 1e9, tenth = 0.1, zero;
volatile float third = 1.0f / 3;
volatile long count;
double *volatile nowhere;
static volatile sig_atomic_t ticks;
static void tick(int number) {
  ticks += number > 0; // #handler
}
int main(int argc, char **argv) {
  double a = 0.1, b = 1.7;
  float f = 0.3f;
  lanes all = {1, 2, 3, 4};
  struct itimerval often = {{0, 10000}, {0, 10000}};
  signal(SIGALRM, tick);
  // Downwards, small numbers are zero, and nothing was signalled.
  _mm_setcsr(0xbfc0);
#pragma clang loop unroll(disable) vectorize(disable)
  for (long i = 0; i < ROUNDS; i++) {
    if (argc > 1 && i == 1000) setitimer(ITIMER_REAL, &often, 0);
    all = all * 0.75 + (lanes){a, b, f, 4};
    count = i; // #here
    a = a * 0.999 + b / 3;
    b = b * 0.5 + f;
    f = f * 0.25f + 1.7f;
  }
  unsigned state = _mm_getcsr();
  _mm_setcsr(0x1f80);
  printf("%a %a %a %a %a %a %a %#x\\n", a, b, f, all[0], all[1], all[2], all[3], state);
  return 0;
}
`;

const neverTrue = 'limit / zero < third * tenth || zero / zero == 1 || (long)(tenth * 1e30) == count + 0.5';

async function compiled(folder: string, source: string, flags: readonly string[]): Promise<string> {
  const program = join(folder, 'optimised');
  execFileSync(await findTool(clangTool()), ['-g', '-O2', ...flags, source, '-o', program]);
  return program;
}

async function valueOf(client: TestClient, expression: string): Promise<string> {
  const { id: frameId } = await client.topFrame();
  return (await client.request('evaluate', { expression, frameId, context: 'watch' })).result;
}

describeUnlessMissing('conditions on floats', (await nativeTools()).missing, () => {
  it('are what the program calculates itself', async () => {
    const program = programs.written('samples.c', samples);
    const client = await clientFor(programs.language);
    const places = conditions.map((condition, nth) => ({
      at: `#look${nth}` as const,
      condition: `last || ((${condition}) != 0) != wanted`,
    }));
    await client.launch({ program }, () => client.setBreakpoints(program, places));
    for (const [nth, condition] of conditions.entries()) {
      await (nth === 0 ? client.waitForStop({ reason: 'breakpoint' }) : client.continue());
      const { name } = await client.topFrame();
      expect({ condition, name, last: await valueOf(client, 'last') }).toEqual({
        ...{ condition, name: `look${nth}`, last: '1' },
      });
    }
    await client.runToEnd();
  });

  it.each([
    ['with the registers that every processor has', []],
    ['with all registers of this one', ['-march=native']],
  ])('leave what the program calculates as it is, %s', async (_, flags) => {
    const folder = testFolder();
    const source = written('accumulates.c', accumulates, folder);
    const program = await compiled(folder, source, [...flags, '-DROUNDS=1000000']);
    const alone = execFileSync(program).toString();
    const client = await clientFor(programs.language);
    const condition = `${neverTrue} || count == 999990 || (count == 500000 && tenth < *nowhere)`;
    await client.launch({ program }, () => client.setBreakpoints(source, [{ at: '#here', condition }]));
    const stop = await client.waitForStop({ reason: 'breakpoint' });
    expect(stop.body.text).toContain('nothing can be read at 0x0');
    expect(await valueOf(client, 'count')).toBe('500000');
    await client.continue();
    expect(await valueOf(client, 'count')).toBe('999990');
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toBe(alone);
  });

  it('leave it as it is where signals come into a check', async () => {
    const folder = testFolder();
    const source = written('accumulates.c', accumulates, folder);
    const program = await compiled(folder, source, ['-DROUNDS=20000000']);
    const alone = execFileSync(program).toString();
    const client = await clientFor(programs.language);
    const place = { at: '#here', condition: neverTrue } as const;
    await client.launch({ program, args: ['ticking'] }, () =>
      client.setBreakpoints(source, [place, '#handler']),
    );
    for (let times = 0; times < 20; times++) {
      await client.waitForStop({ reason: 'breakpoint' });
      // By their names: some instructions of `main` are of no line, and a signal may come there too.
      const ours = (await client.stack()).filter(({ name }) => name === 'tick' || name === 'main');
      expect(ours.map(({ name }) => name)).toEqual(['tick', 'main']);
      if (times < 19) await client.resume();
    }
    await client.setBreakpoints(source, [place]);
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toBe(alone);
  });
});
