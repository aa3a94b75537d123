// Variables and places where a function has only begun, or a line has its code in another order than its text.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';

const programs = sharedPrograms(c);

const begins = `#include <stdio.h>
int work(int a, int b) {
  int x = a * 10;
  int z = x + b;
  return z; // #result
}
int fib(int n, int depth) {
  int local = n * 2;
  if (n < 2) return local > 0 ? n : 0; // #fib
  return fib(n - 1, depth + 1) + fib(n - 2, depth + 1);
}
int main(void) {
  int sum = 0;
  for (int i = 1; i < 6; i++)
    sum += work(i, i + 1); // #call
  sum += fib(6, 0);
  sum += work(sum, 1); // #jump
  printf("%d\\n", sum);
  return 0;
}
`;

async function stopped(
  ...places: readonly `#${string}`[]
): Promise<readonly [client: TestClient, program: string]> {
  const program = programs.written('begins.c', begins);
  const client = await clientFor(programs.language);
  await client.launch({ program }, () => client.setBreakpoints(program, places));
  await client.waitForStop({ reason: 'breakpoint' });
  return [client, program];
}

/** Parameters and locals, by name. */
async function variablesOf(client: TestClient): Promise<Readonly<Record<string, string>>> {
  const { scopes } = await client.request('scopes', { frameId: (await client.topFrame()).id });
  const found: Record<string, string> = {};
  for (const { name, variablesReference } of scopes.filter(({ expensive }) => !expensive)) {
    const { variables } = await client.request('variables', { variablesReference });
    if (name !== 'Globals') for (const variable of variables) found[variable.name] = variable.value;
  }
  return found;
}

describeUnlessMissing('frames of native programs', (await nativeTools()).missing, () => {
  it('have the right variables after stops before the frame was made', async () => {
    const [client, program] = await stopped('#call');
    const looked: string[] = [];
    // Each stop looks at the variables; in the first ones the frame of the caller is still in the register.
    while (looked.length < 8) {
      await client.stepIn({ granularity: 'instruction' });
      await variablesOf(client);
      const { name } = await client.topFrame();
      if (name === 'work') looked.push(name);
    }
    await client.setBreakpoints(program, ['#result']);
    for (const i of [1, 2, 3]) {
      await client.continue();
      expect(await variablesOf(client)).toEqual({
        a: `${i}`,
        b: `${i + 1}`,
        x: `${i * 10}`,
        z: `${i * 11 + 1}`,
      });
    }
    await client.request('setExpression', {
      expression: 'z',
      value: '99',
      frameId: (await client.topFrame()).id,
    });
    await client.setBreakpoints(program, []);
    await client.runToEnd();
    // 12 + 23 + 99 + 45 + 56 and 8 from fib; then eleven times that and 1 are added.
    expect(client.output({ category: 'stdout' })).toBe(`${(235 + 8) * 11 + 1}\n`);
  });

  it('have the right variables in a recursion that was stopped at its entry', async () => {
    const [client, program] = await stopped('#jump');
    const { result } = await client.evaluate('fib');
    const entry = /0x[0-9a-f]+/.exec(result)![0];
    await client.setBreakpoints(program, ['#call']);
    const after = client.timeline.now;
    await client.restart();
    await client.waitForStop({ after, reason: 'breakpoint' });
    await client.request('setInstructionBreakpoints', { breakpoints: [{ instructionReference: entry }] });
    await client.setBreakpoints(program, []);
    for (let depth = 0; depth < 4; depth++) {
      await client.continue();
      await variablesOf(client);
    }
    await client.request('setInstructionBreakpoints', { breakpoints: [] });
    await client.setBreakpoints(program, ['#fib']);
    for (const depth of [3, 4]) {
      await client.continue();
      expect(await variablesOf(client)).toEqual({
        n: `${6 - depth}`,
        depth: `${depth}`,
        local: `${(6 - depth) * 2}`,
      });
    }
  });

  it('that are large show what was written into them', async () => {
    const text = `#include <stdio.h>
int main(void) {
  signed char small = 100;
  long large[100] = {0};
  puts("ready"); // #ready
  printf("%d %ld\\n", small, large[0]);
}
`;
    const program = programs.written('large.c', text);
    const client = await clientFor(programs.language);
    await client.launch({ program }, () => client.setBreakpoints(program, ['#ready']));
    await client.waitForStop({ reason: 'breakpoint' });
    const { memoryReference } = await client.evaluate('&small');
    const bytes = async () =>
      (await client.request('readMemory', { memoryReference: memoryReference!, count: 1 }))?.data;
    expect(await bytes()).toBe('ZA==');
    expect((await variablesOf(client))['small']).toBe('100');
    for (const [text, wanted, byte] of [
      ['small = 6', '6', 'Bg=='],
      ['small += 1', '7', 'Bw=='],
    ] as const) {
      expect((await client.evaluate(text)).result).toBe(wanted);
      expect((await client.evaluate('small')).result).toBe(wanted);
      expect((await variablesOf(client))['small']).toBe(wanted);
      expect(await bytes()).toBe(byte);
    }
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toBe('ready\n7 0\n');
  });

  it('go on at the beginning of a line, whatever column its code begins in', async () => {
    const [client, program] = await stopped('#jump');
    const { line } = await client.topFrame();
    const { threadId } = await client.next();
    const { targets } = await client.request('gotoTargets', { source: { path: program }, line });
    const addresses = targets.map(target => BigInt(target.instructionPointerReference!));
    expect(addresses.length).toBeGreaterThan(1);
    expect(addresses).toEqual([...addresses].sort((a, b) => (a < b ? -1 : 1)));
    expect(new Set(targets.map(({ label }) => label)).size).toBe(targets.length);
    const after = client.timeline.now;
    await client.request('goto', { threadId, targetId: targets[0]!.id });
    await client.waitForStop({ after, reason: 'goto' });
    await client.setBreakpoints(program, ['#result']);
    // The call is part of the line.
    await client.continue();
    expect((await client.topFrame()).name).toBe('work');
  });
});
