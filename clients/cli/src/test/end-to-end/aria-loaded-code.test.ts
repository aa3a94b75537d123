// Breakpoints and steps in Aria code that the program loads while it runs.

import { nativeTools } from '@sonde/engine-native';
import { aria } from '@sonde/language-aria';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { testFolder, written } from './written-programs.js';

const loading = `jit func:area = int64(int64:width, int64:height) {
    int64:product = width * height; // #inside
    int64:twice = product * 2;
    pass(twice);
};

func:main = int32() {
    wildx func<int64(int64,int64)>:first = jit_load(area);
    int64:a = first(3, 4); // #call
    println(\`area &{a}\`); // #back
    jit_unload(first);
    wildx func<int64(int64,int64)>:second = jit_load(area);
    int64:b = second(5, 6);
    println(\`again &{b}\`);
    jit_unload(second);
    pass(0);
};
`;

const reloading = `jit func:total = int64(int64:n) {
    int64:sum = 0;
    for i in 1..n {
        sum += i; // #loop
    }
    pass(sum); // #end
};

func:main = int32() {
    int32:round = 0;
    while (round < 3) {
        wildx func<int64(int64)>:loaded = jit_load(total);
        int64:got = loaded(5);
        jit_unload(loaded);
        round++; // #again
    }
    pass(0);
};
`;

/** Parameters and locals, by name. */
async function valuesOf(client: TestClient): Promise<Readonly<Record<string, string>>> {
  const { scopes } = await client.request('scopes', { frameId: (await client.topFrame()).id });
  const found: Record<string, string> = {};
  for (const { variablesReference } of scopes.filter(({ expensive }) => !expensive)) {
    const { variables } = await client.request('variables', { variablesReference });
    for (const { name, value } of variables) found[name] = value;
  }
  return found;
}

describeUnlessMissing('loaded Aria code', (await nativeTools()).missing, () => {
  it('has its breakpoints when it is there, each time it is loaded', async () => {
    const program = written('loading.aria', loading, testFolder());
    const client = await clientFor(aria);
    let pending: unknown;
    await client.launch({ program }, async each => {
      [pending] = await each.setBreakpoints(program, ['#inside']);
    });
    expect(pending).toMatchObject({ verified: false, reason: 'pending' });
    await client.waitForStop({ reason: 'breakpoint' });
    const bound = client.timeline.events('breakpoint', { where: ({ breakpoint }) => breakpoint.verified });
    expect(bound[0]?.body).toMatchObject({ reason: 'changed', breakpoint: { line: 2 } });
    expect(await client.topFrame()).toMatchObject({ name: 'area', line: 2 });
    expect(await valuesOf(client)).toMatchObject({ width: '3', height: '4' });
    await client.next();
    expect(await client.topFrame()).toMatchObject({ name: 'area', line: 3 });
    expect(await valuesOf(client)).toMatchObject({ product: '12' });
    await client.stepOut();
    expect((await client.topFrame()).name).toBe('main');
    await client.continue();
    expect(await valuesOf(client)).toMatchObject({ width: '5', height: '6' });
    await client.runToEnd();
  });

  it('has its conditions and log messages understood each time it is loaded', async () => {
    const program = written('reloading.aria', reloading, testFolder());
    const client = await clientFor(aria);
    const places = [
      { at: '#loop', condition: 'i == 3' },
      { at: '#end', logMessage: 'sum {sum}' },
      '#again',
    ] as const;
    await client.launch({ program }, each => each.setBreakpoints(program, places));
    for (const round of ['0', '1', '2']) {
      await client.waitForStop({ reason: 'breakpoint' });
      expect(await valuesOf(client)).toMatchObject({ i: '3', sum: '3' });
      await client.continue();
      expect(await valuesOf(client)).toMatchObject({ round });
      // The code is gone, and the breakpoints in it with it.
      const [loop, end] = await client.setBreakpoints(program, places);
      expect([loop, end]).toMatchObject([{ verified: false }, { verified: false }]);
      await client.resume();
    }
    await client.waitFor('terminated');
    expect(client.output({ category: 'console' }).match(/sum \d+/g)).toEqual(['sum 15', 'sum 15', 'sum 15']);
    const told = client.timeline.events('breakpoint').map(({ body }) => body.breakpoint);
    expect(told.flatMap(({ message }) => message ?? []).join()).not.toContain('cannot be evaluated');
    expect(told.map(({ instructionReference }) => instructionReference)).not.toContain('0xffffffffffffffff');
  });

  it('is stepped into and out of', async () => {
    const program = written('loading.aria', loading, testFolder());
    const client = await clientFor(aria);
    await client.launch({ program }, each => each.setBreakpoints(program, ['#call']));
    await client.waitForStop({ reason: 'breakpoint' });
    await client.stepIn();
    expect(await client.topFrame()).toMatchObject({ name: 'area', line: 2 });
    expect((await client.stack()).map(({ name }) => name).slice(0, 2)).toEqual(['area', 'main']);
    await client.stepOut();
    expect((await client.topFrame()).name).toBe('main');
    await client.next();
    expect(await client.topFrame()).toMatchObject({ name: 'main', line: 10 });
    expect(await valuesOf(client)).toMatchObject({ a: '24' });
    await client.runToEnd();
  });

  it('is found by the name of its function', async () => {
    const program = written('loading.aria', loading, testFolder());
    const client = await clientFor(aria);
    await client.launch({ program }, async each => {
      const { breakpoints } = await each.request('setFunctionBreakpoints', {
        breakpoints: [{ name: 'area' }],
      });
      expect(breakpoints).toMatchObject([{ verified: false }]);
    });
    await client.waitForStop({ reason: 'function breakpoint' });
    expect(await valuesOf(client)).toMatchObject({ width: '3', height: '4' });
    await client.continue();
    expect(await valuesOf(client)).toMatchObject({ width: '5', height: '6' });
    await client.runToEnd();
  });
});
