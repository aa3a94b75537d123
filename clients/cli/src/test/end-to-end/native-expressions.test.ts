// Expressions of C that are evaluated without LLDB's evaluator: they must come to what it comes to.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { comparedWithLldb } from './compared-with-lldb.js';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';

const programs = sharedPrograms(c);

const program = `#include <stdbool.h>
#include <stdint.h>
enum colour { RED, GREEN = 5, BLUE };
struct point { int x, y; unsigned flags : 3; struct { short inner; } sub; };
static long shared = -7;
int main(void) {
  int i = -5; unsigned u = 4000000000u; long l = 1L << 40; unsigned long ul = ~0ul;
  short s = -3; unsigned char b = 250; char ch = 'A'; bool yes = true;
  float f = 1.5f; double d = -2.25; enum colour paint = GREEN;
  int row[4] = {10, 20, 30, 40}; struct point p = {3, -4, 5, {9}}, *at = &p; int *next = &row[1];
  int8_t tiny = -128; uint64_t big = 18446744073709551615ull;
  return i + (int)(u + l + ul + s + b + ch + yes + f + d + paint + row[0] + at->x + *next + tiny + big + shared); // #here
}
`;

const expressions = [
  ...['i', 'u', 'l', 'ul', 's', 'b', 'ch', 'yes', 'f', 'd', 'row[2]', 'p.x', 'at->y', '*next', 'next[1]'],
  ...['p.sub.inner', 'at->sub.inner', 'p.flags', '(*at).y', 'shared', 'row[i + 6]', '-i', '~i', '!i', '+s'],
  ...['i + 1', 'i - u', 'u + 1', 's * b', 'b + b', 'tiny - 1', 'l / 3', 'i / 2', 'i % 3', '-i % 3', 'u % 7'],
  ...['i << 2', 'i >> 1', 'u >> 28', 'l >> 20', 'b << 4', 'i & 6', 'i | 8', 'i ^ 3', 'ul & 255', 'big + 1'],
  ...['f + 1', 'd * f', 'i / 2.0', 'd - i', 'f / 3', 'i < u', 'i < l', 's == -3', 'b > 200', 'ch == 65'],
  ...["ch == 'A'", 'd < 0', 'f != 1.5f', 'yes && i', 'yes || 0', '!yes', 'at == 0', 'at != 0', 'next > 0'],
  ...[
    'yes ? i : u',
    'yes ? 1 : 2',
    'i ? f : d',
    '(char)b',
    '(unsigned char)i',
    '(long)i',
    '(int)d',
    '(float)i',
  ],
  ...['(unsigned)s', '(short)70000', '0x7fffffff + 1', '2147483648', '4294967295u', '010', '1e3', "'\\n'"],
];

/** Each part is looked at once: looked at twice at every level, these would not be done in a lifetime. */
const nested = ['!'.repeat(60) + 'i', Array.from({ length: 60 }, () => 'yes').join(' && ')];

const completions: readonly (readonly [text: string, ...labels: string[]])[] = [
  ['pa', 'paint'],
  ['i + sh', 'shared', 'short'],
  ['at->', 'x', 'y', 'flags', 'sub'],
  ['p.s', 'sub'],
  ['p.sub.', 'inner'],
  ['row[0] + at->sub.in', 'inner'],
  ['nothing.', ...[]],
  ['i.', ...[]],
];

describeUnlessMissing('expressions of C', (await nativeTools()).missing, () => {
  it('come to the same here and in LLDB', async () => {
    const file = programs.written('expressions.c', program);
    const client = await clientFor(programs.language);
    await client.launch({ program: file }, () => client.setBreakpoints(file, ['#here']));
    await client.waitForStop({ reason: 'breakpoint' });
    const { id: frameId } = await client.topFrame();
    const { here, there } = await comparedWithLldb(client, frameId, expressions, { mayFail: false });
    expect(here).toEqual(there);
  });

  it('of many parts are compiled at once', async () => {
    const file = programs.written('expressions.c', program);
    const client = await clientFor(programs.language);
    await client.launch({ program: file }, () => client.setBreakpoints(file, ['#here']));
    await client.waitForStop({ reason: 'breakpoint' });
    for (const text of nested) expect((await client.evaluate(text)).result).toBe('true');
  });

  it('are completed by names in sight and by members', async () => {
    const file = programs.written('expressions.c', program);
    const client = await clientFor(programs.language);
    await client.launch({ program: file }, () => client.setBreakpoints(file, ['#here']));
    await client.waitForStop({ reason: 'breakpoint' });
    expect(client.capabilities).toMatchObject({
      supportsCompletionsRequest: true,
      completionTriggerCharacters: ['.', '>', ':'],
    });
    const { id: frameId } = await client.topFrame();
    for (const [text, ...labels] of completions) {
      const { targets } = await client.request('completions', { text, column: text.length + 1, frameId });
      expect([text, ...targets.map(({ label }) => label)]).toEqual([text, ...labels]);
    }
  });
});
