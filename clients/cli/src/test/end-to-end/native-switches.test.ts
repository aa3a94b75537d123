// Conditions in functions with a switch or a calculated goto: checked in the program where all targets are known.

import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { clangTool, findTool, nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { testFolder, written } from './written-programs.js';

const program = `#include <stdio.h>
volatile int never;
static long total;
__attribute__((noinline)) long decided(unsigned x) {
  switch (x % 8) {
  case 0: total += 3; break; // #zero
  case 1: total ^= 5; break; // #one
  case 2: total -= 9; break; // #two
  case 3: total *= 3; break; // #three
  case 4: total |= 8; break; // #four
  case 5: total &= 0xffffff; break; // #five
  case 6: never = 0; break; // #six
  default: total++; // #other
  }
  return total;
}
__attribute__((noinline)) long threaded(const unsigned char *at) {
  static void *const labels[] = {&&more, &&less, &&end};
  long sum = 0;
  goto *labels[*at++];
more:
  sum++; // #more
  goto *labels[*at++];
less:
  sum--;
  goto *labels[*at++];
end:
  return sum;
}
int main(void) {
  unsigned char code[] = {0, 0, 1, 0, 1, 0, 2};
  for (unsigned k = 0; k < 200000; k++) decided(k * 7 + k / 3);
  for (int k = 0; k < 3; k++) total += threaded(code);
  printf("%ld\\n", total);
  return 0;
}
`;

const cases = ['#zero', '#one', '#two', '#three', '#four', '#five', '#six', '#other'] as const;

const clang = await findTool(clangTool()).catch(() => undefined);
const gcc = spawnSync('gcc', ['--version']).status === 0 ? 'gcc' : undefined;
const builds = ['-O0', '-O2', '-O0 -fno-pie -no-pie', '-O2 -fno-pie -no-pie', '-O2 -fcf-protection'].flatMap(
  flags =>
    [clang, gcc].flatMap(compiler =>
      compiler === undefined ? [] : [{ compiler, flags, name: compiler.replace(/.*\//, '') }],
    ),
);

const built = (compiler: string, flags: string) => {
  const folder = testFolder();
  const source = written('switches.c', program, folder);
  const file = join(folder, 'switches');
  execFileSync(compiler, ['-g', ...flags.split(' '), source, '-o', file], { stdio: 'ignore' });
  return { source, file, prints: execFileSync(file, { encoding: 'utf8' }) };
};

describeUnlessMissing('conditions beside jumps to many places', (await nativeTools()).missing, () => {
  // So many passes that a stop for each would take minutes.
  it.each(builds)('are checked in the program in a switch: $name $flags', async ({ compiler, flags }) => {
    const { source, file, prints } = built(compiler, flags);
    const client = await clientFor(c);
    await client.launch({ program: file }, () =>
      client.setBreakpoints(
        source,
        cases.map(at => ({ at, condition: 'never == -1' })),
      ),
    );
    await client.waitForEnd({ timeoutMs: 60_000 });
    expect(client.output({ category: 'stdout' })).toBe(prints);
    expect(JSON.stringify(client.timeline.entries)).not.toContain('calculated places');
  });

  it.each([
    [{ condition: 'never == -1' }, 'The condition is checked at a stop of its own each time'],
    [{ hitCondition: '1000' }, 'Hits are counted at a stop of its own each time'],
  ])('are not where code goes to labels that it calculates: %j says so', async (how, told) => {
    const { source, file, prints } = built(clang!, '-O0');
    const client = await clientFor(c);
    await client.launch({ program: file }, () => client.setBreakpoints(source, [{ at: '#more', ...how }]));
    await client.waitForEnd();
    expect(client.output({ category: 'stdout' })).toBe(prints);
    expect(JSON.stringify(client.timeline.entries)).toContain(
      `${told}: its function jumps to calculated places.`,
    );
  });
});
