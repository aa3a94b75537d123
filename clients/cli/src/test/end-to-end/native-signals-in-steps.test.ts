// Signals that come while a program is stopped: its handlers run, and steps and breakpoints are what they would be without.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';

const programs = sharedPrograms(c);

const program = `#include <signal.h>
static volatile sig_atomic_t ticks;
static volatile int work, stopped;
static int noted(int number) {
  return number > 0; // #noted
}
static void tick(int number) {
  ticks += noted(number); // #handler
}
static int busy(int times) {
  return times * 2; // #busy
}
int main(void) {
  signal(SIGUSR1, tick);
  long sum = 0;
  for (int i = 0; i < 1000; i++) {
    work += busy(i); // #call
    work += 2; // #plain
    work += 3; // #last
    sum += 1; // #single
    sum += 2; // #behind
  }
  for (;;)
    if (stopped) break; // #spin
  return 0;
}
`;

describeUnlessMissing(
  'a signal that comes while the program is stopped',
  (await nativeTools()).missing,
  () => {
    const stoppedAt = async (
      marker: `#${string}`,
    ): Promise<{ client: TestClient; file: string; signal: () => void }> => {
      const file = programs.written('signalled.c', program);
      const client = await clientFor(programs.language);
      await client.launch({ program: file }, () => client.setBreakpoints(file, [marker]));
      await client.waitForStop({ reason: 'breakpoint' });
      const pid = client.timeline.events('process')[0]!.body.systemProcessId!;
      return { client, file, signal: () => process.kill(pid, 'SIGUSR1') };
    };

    const lineOf = (marker: string): number =>
      program.split('\n').findIndex(line => line.includes(marker)) + 1;

    const where = async (client: TestClient): Promise<number> => (await client.topFrame()).line;

    const value = async (client: TestClient, expression: string): Promise<string> => {
      const { id: frameId } = await client.topFrame();
      return (await client.evaluate(expression, { frameId, context: 'watch' })).result;
    };

    it('does not lead a step back to the breakpoint that it leaves', async () => {
      const { client, signal } = await stoppedAt('#call');
      for (let passes = 1; passes <= 3; passes++) {
        signal();
        expect((await client.next()).reason).toBe('step');
        expect(await where(client)).toBe(lineOf('#plain'));
        expect(await value(client, 'ticks')).toBe(String(passes));
        expect((await client.continue()).reason).toBe('breakpoint');
        expect(await value(client, 'i')).toBe(String(passes));
      }
    });

    it('does not keep a step on a line of one instruction', async () => {
      const { client, signal } = await stoppedAt('#single');
      for (let passes = 1; passes <= 3; passes++) {
        signal();
        expect((await client.next()).reason).toBe('step');
        expect(await where(client)).toBe(lineOf('#behind'));
        expect(await value(client, 'ticks')).toBe(String(passes));
        expect((await client.continue()).reason).toBe('breakpoint');
      }
    });

    it('is no other hit of the breakpoint that is left', async () => {
      const { client, file, signal } = await stoppedAt('#call');
      await client.setBreakpoints(file, [{ at: '#call', hitCondition: '%2' }]);
      for (let passes = 1; passes <= 3; passes++) {
        signal();
        expect((await client.continue()).reason).toBe('breakpoint');
        expect([await value(client, 'i'), await value(client, 'ticks')]).toEqual([
          String(passes * 2),
          String(passes),
        ]);
      }
    });

    it('does not lead a step into its handler', async () => {
      const { client, signal } = await stoppedAt('#call');
      signal();
      await client.stepIn();
      expect(await where(client)).toBe(lineOf('#busy'));
      expect((await client.topFrame()).name).toBe('busy');
      await client.stepOut();
      await client.next();
      for (const marker of ['#plain', '#last']) {
        expect(await where(client)).toBe(lineOf(marker));
        signal();
        await client.stepIn();
      }
      expect((await client.topFrame()).name).toBe('main');
      expect(await value(client, 'ticks')).toBe('3');
    });

    it('lets people step in its handler, and out of it to where it came', async () => {
      const { client, file, signal } = await stoppedAt('#plain');
      await client.setBreakpoints(file, ['#handler']);
      signal();
      expect((await client.next()).reason).toBe('breakpoint');
      expect(await where(client)).toBe(lineOf('#handler'));
      await client.stepIn();
      expect(await where(client)).toBe(lineOf('#noted'));
      await client.stepOut();
      const names: string[] = [];
      for (let steps = 0; steps < 4 && names.at(-1) !== 'main'; steps++) {
        await client.next();
        names.push((await client.topFrame()).name);
      }
      expect(names).toEqual(['tick', 'main']);
      expect(await where(client)).toBe(lineOf('#plain'));
    });

    it('is not looked for in a loop that does nothing', async () => {
      const { client } = await stoppedAt('#spin');
      expect((await client.continue()).reason).toBe('breakpoint');
      expect(await where(client)).toBe(lineOf('#spin'));
    });
  },
);

/** Comes to the same places again and again with the same registers, in a handler too. */
const repeating = `#include <signal.h>
static volatile sig_atomic_t flag;
static int count;
static void handler(int number) {
  flag++; // #handler
}
static void tick(void) {
  count++; // #tick
}
int main(void) {
  signal(SIGUSR1, handler);
  for (int i = 0; i < 5; i++) tick();
  for (int i = 0; i < 5; i++) raise(SIGUSR1);
  return count == 5 && flag == 5 ? 0 : 1;
}
`;

describeUnlessMissing('a program that has a handler', (await nativeTools()).missing, () => {
  it('stops at each hit, whatever its registers are', async () => {
    const file = programs.written('repeating.c', repeating);
    const client = await clientFor(programs.language);
    await client.launch({ program: file }, () => client.setBreakpoints(file, ['#tick', '#handler']));
    const seen: string[] = [];
    for (let times = 0; times < 10; times++) {
      await (times === 0 ? client.waitForStop({ reason: 'breakpoint' }) : client.continue());
      seen.push((await client.topFrame()).name);
    }
    expect(seen).toEqual([...Array<string>(5).fill('tick'), ...Array<string>(5).fill('handler')]);
    await client.runToEnd();
  });
});
