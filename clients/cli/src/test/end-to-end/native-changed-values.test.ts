// Values that something has changed since the stop, or that a data breakpoint tells of: what is shown is what is there.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';

const programs = sharedPrograms(c);

const program = `#include <stdio.h>
static int inc(int *at) { (*at)++; return *at; }
struct bits { int a; unsigned b : 3; unsigned c : 5; };
int main(void) {
  int local = 10;
  struct bits s = {1, 2, 3};
  inc(&local);
  printf("%d\\n", local); // #call
  for (int i = 0; i < 4; i++) s.c = i;
  return s.c == 3 ? 0 : 1;
}
`;

describeUnlessMissing('values of a native program', (await nativeTools()).missing, () => {
  it('are what they are after a watch has called something that changes them', async () => {
    const file = programs.written('changed.c', program);
    const client = await clientFor(programs.language);
    await client.launch({ program: file }, async () => {
      await client.setBreakpoints(file, [{ at: '#call' }]);
    });
    await client.waitForStop({ reason: 'breakpoint' });
    const { id: frameId } = await client.topFrame();
    const value = async (expression: string): Promise<string> =>
      (await client.request('evaluate', { expression, frameId, context: 'watch' })).result;
    expect(await value('local')).toBe('11');
    const told = client.timeline.now;
    expect(await value('inc(&local)')).toBe('12');
    expect([await value('local'), await value('local + 0')]).toEqual(['12', '12']);
    const { scopes } = await client.request('scopes', { frameId });
    const locals = scopes.find(({ name }) => name === 'Locals')!;
    const { variables } = await client.request('variables', locals);
    expect(variables.find(({ name }) => name === 'local')?.value).toBe('12');
    // Clients would ask for the watch again, which would call again.
    expect(client.timeline.events('invalidated', { after: told })).toEqual([]);
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toBe('12\n');
  });

  it('are those of the bit field that a data breakpoint is on, before and after', async () => {
    const file = programs.written('fields.c', program);
    const client = await clientFor(programs.language);
    await client.launch({ program: file }, async () => {
      await client.setBreakpoints(file, [{ at: '#call' }]);
    });
    await client.waitForStop({ reason: 'breakpoint' });
    const { id: frameId } = await client.topFrame();
    const { dataId } = await client.request('dataBreakpointInfo', { name: 's.c', frameId });
    await client.request('setDataBreakpoints', { breakpoints: [{ dataId: dataId!, accessType: 'write' }] });
    const texts: (string | undefined)[] = [];
    for (let pass = 0; pass < 4; pass++) texts.push((await client.continue()).body.text);
    expect(texts).toEqual(['3 → 0', '0 → 1', '1 → 2', '2 → 3']);
    await client.runToEnd();
  });
});
