// What compilers and linkers have left out of a program is said to be so, and decides no condition.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';

const programs = sharedPrograms(c);

const linked = `#include <stdio.h>
int used = 5;
int unused[4] = {1, 2, 3, 4};
struct pair { int x; struct { int y; } deep; } dropped = {1, {2}};
int *kept = &used;
int helper(int n) {
  return n + unused[1] + dropped.deep.y;
}
int main(void) {
  printf("%d\\n", used + *kept); // #here
  return 0;
}
`;

/** An element that lives in a register only, up to the call that takes it. */
const optimised = `struct pair { int values[2]; int sum; };
volatile int sink;
int zeros;
__attribute__((noinline)) int next(int i) { return i + 1000; }
__attribute__((noinline)) void use(int value) {
  if (value == 0) zeros++;
  __asm__ volatile("" ::: "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11");
}
__attribute__((noinline)) int run(int times) {
  for (int i = 0; i < times; i++) {
    struct pair pair;
    pair.values[0] = i;
    pair.sum = i * 2;
    pair.values[1] = next(i);
    use(pair.values[1]);
    sink = i; // #gone
  }
  return zeros;
}
int main(void) { return run(20); }
`;

describeUnlessMissing('what was left out of a program', (await nativeTools()).missing, () => {
  it('by the linker is a variable without a value', async () => {
    const file = programs.written('linked.c', linked);
    const client = await clientFor(programs.language);
    const cflags = ['-ffunction-sections', '-fdata-sections', '-Wl,--gc-sections'];
    await client.launch({ program: file, cflags }, () => client.setBreakpoints(file, ['#here']));
    await client.waitForStop({ reason: 'breakpoint' });
    const { id: frameId } = await client.topFrame();
    const { scopes } = await client.request('scopes', { frameId });
    const { variablesReference } = scopes.find(({ name }) => name === 'Globals')!;
    const { variables } = await client.request('variables', { variablesReference });
    expect(variables.map(({ name, value }) => [name, value])).toEqual([
      ['used', '5'],
      ['unused', '<the linker left it out of the program>'],
      ['dropped', '<the linker left it out of the program>'],
      ['kept', expect.stringMatching(/^→ 5 at 0x\w+$/) as string],
    ]);
    const said = async (expression: string): Promise<string> =>
      (await client.evaluate(expression, { frameId, context: 'watch' })).result;
    for (const part of ['unused', 'unused[1]', '*unused', '&unused[1]', 'dropped.x', 'dropped.deep.y'])
      expect([part, await said(part)]).toEqual([part, '<the linker left it out of the program>']);
    expect(await said('*kept')).toBe('5');
    expect(await said('sizeof(unused)')).toBe('16');
    await expect(said('unused[used - 4] + 1')).rejects.toThrow(
      'unused cannot be read: the linker left it out of the program.',
    );
  });

  it.each(['unused[1] == 2', 'dropped.deep.y != 2'])('by the linker does not decide %s', async condition => {
    const file = programs.written('linked.c', linked);
    const client = await clientFor(programs.language);
    const cflags = ['-ffunction-sections', '-fdata-sections', '-Wl,--gc-sections'];
    await client.launch({ program: file, cflags }, () =>
      client.setBreakpoints(file, [{ at: '#here', condition }]),
    );
    const stop = await client.waitForStop({ reason: 'breakpoint' });
    expect(stop.body.text).toContain('the linker left it out of the program');
  });

  it.each(['pair.values[1] == 0', 'pair.values[1] > 0'])(
    'by the compiler does not decide %s',
    async condition => {
      const file = programs.written('optimised.c', optimised);
      const client = await clientFor(programs.language);
      await client.launch({ program: file, cflags: ['-O2'] }, () =>
        client.setBreakpoints(file, [{ at: '#gone', condition }]),
      );
      const stop = await client.waitForStop({ reason: 'breakpoint' });
      expect(stop.body.text).toContain('optimized out');
    },
  );
});
