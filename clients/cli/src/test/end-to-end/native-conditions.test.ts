// Conditions and hit counts of native programs, which are checked inside the program where that is possible.
//
// The counts are such that a debugger that stopped for each of them would not be done within the time of a test.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { clangTool, findTool, nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { connect, type TestClient } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { stdio } from './fixtures.js';
import { clientFor } from './in-process.js';
import { commandOf, descendants } from './processes.js';
import { ScratchFolder } from './scratch-folder.js';
import { Outside, writeOutside } from './written-outside.js';
import { sharedPrograms } from './shared-programs.js';
import { testFolder, written } from './written-programs.js';

const programs = sharedPrograms(c);

const loop = `#include <stdio.h>
static int total;
struct pair { short left; long right; };
static struct { unsigned low : 3; int turn : 5; unsigned long high : 40; } bits;
static struct pair pairs[4] = {{1, 10}, {2, 20}, {3, 30}, {4, 40}};
int work(int i, unsigned char small, const struct pair *at) {
  long twice = (long)i * 2;
  double half = i / 2.0;
  long double wide = half;
  bits.low = i, bits.turn = i, bits.high = i;
  total += twice % 3; // #here
  return (int)wide + (at ? at->left : 0);
}
int main(int argc, char **argv) {
  int sum = 0;
  for (int k = 0; k < 300000; k++) sum += work(k, (unsigned char)k, k % 5 ? &pairs[k % 4] : 0);
  printf("%d %d\\n", total, sum);
  return 0;
}
`;
const loopOutput = '300000 1025613520\n';

const threads = `#include <pthread.h>
#include <stdio.h>
static long done[4];
static void work(long who, int i) {
  done[who] += 1; // #here
  if (i < 0) done[who] = 0; // #next
}
static void *run(void *who) {
  for (int i = 0; i < 3000000; i++) work((long)who, i);
  return 0;
}
int main(void) {
  pthread_t all[4];
  for (long who = 0; who < 4; who++) pthread_create(&all[who], 0, run, (void *)who);
  for (int who = 0; who < 4; who++) pthread_join(all[who], 0);
  printf("%ld\\n", done[0] + done[1] + done[2] + done[3]);
}
`;

interface Condition {
  readonly condition?: string;
  readonly hitCondition?: string;
}

async function looping(how: Condition): Promise<TestClient> {
  const program = programs.written('loop.c', loop);
  const client = await clientFor(programs.language);
  await client.launch({ program }, async () => {
    await client.setBreakpoints(program, [{ at: '#here', ...how }]);
  });
  return client;
}

async function valueOf(
  client: TestClient,
  expression: string,
  frame?: { readonly id: number },
): Promise<string> {
  const { id: frameId } = frame ?? (await client.topFrame());
  return (await client.request('evaluate', { expression, frameId, context: 'watch' })).result;
}

/** Several threads may have come to the breakpoint at once: all that are there with the condition true. */
async function hitsOf(client: TestClient): Promise<readonly string[]> {
  const { threads } = await client.request('threads');
  const found: string[] = [];
  for (const { id } of threads) {
    const frame = await client.topFrame(id);
    if (frame.name !== 'work' || frame.line !== 5) continue;
    const [who, i] = [await valueOf(client, 'who', frame), await valueOf(client, 'i', frame)];
    if (Number(i) % 1_000_000 === 999_999 && who !== '2') found.push(`${who} at ${i}`);
  }
  return found;
}

/** Stops with the variable at these values and nowhere else, and ends. */
async function stopsAt(client: TestClient, name: string, values: readonly string[]): Promise<void> {
  for (const value of values) {
    await client.waitForStop({ reason: 'breakpoint' });
    expect(await valueOf(client, name)).toBe(value);
    if (value !== values.at(-1)) await client.resume();
  }
  await client.runToEnd();
}

const inProgram: readonly (Condition & { readonly stops: readonly string[] })[] = [
  { condition: 'i == 299998', stops: ['299998'] },
  { condition: 'i % 100000 == 99999', stops: ['99999', '199999', '299999'] },
  { condition: 'small == 255 && i > 299500', stops: ['299519', '299775'] },
  { condition: '(char)small == -1 && i > 299500', stops: ['299519', '299775'] },
  { condition: 'twice == 599996L || i < 1', stops: ['0', '299998'] },
  { condition: '!(i < 299999)', stops: ['299999'] },
  { condition: 'total >= 299998', stops: ['299999'] },
  { condition: 'pairs[i & 3].left == 4 && i > 299995', stops: ['299999'] },
  { condition: '(i > 299990 ? twice : 1) % 8 == 0', stops: ['299992', '299996'] },
  { condition: '-i < -299998 && ~i != 0', stops: ['299999'] },
  { condition: 'i << 1 == 599990 && i >> 3 == 37499', stops: ['299995'] },
  { condition: '(unsigned)i - 299999u == 0', stops: ['299999'] },
  { condition: 'at && at->right == 10 && i > 299990', stops: ['299992', '299996'] },
  { condition: 'at && at[0].left == 2 && i > 299990', stops: ['299993', '299997'] },
  { condition: '(unsigned long)i * 3 > 899993ul', stops: ['299998', '299999'] },
  { condition: 'bits.low == 7 && bits.turn == -1 && bits.high > 299950', stops: ['299967', '299999'] },
  { condition: 'half == 149999.5', stops: ['299999'] },
  { condition: 'half * 2 > 299998.5f && (int)half % 2 != 0', stops: ['299999'] },
  { condition: '(float)i / 3 > half / 1.50001 && i > 299998', stops: ['299999'] },
  { condition: 'at && at[0].left * 0.5 == 1.0f && half > 149996', stops: ['299993', '299997'] },
  { condition: 'half - (int)half', hitCondition: '>= 149999', stops: ['299997', '299999'] },
  { hitCondition: '299999', stops: ['299998'] },
  { hitCondition: '> 299998', stops: ['299998', '299999'] },
  { hitCondition: '% 150000', stops: ['149999', '299999'] },
  { condition: 'i % 2 == 0', hitCondition: '>= 149999', stops: ['299996', '299998'] },
];

describeUnlessMissing('conditions of native programs', (await nativeTools()).missing, () => {
  it.each(inProgram)('$condition $hitCondition stops where it should', async ({ stops, ...how }) => {
    const client = await looping(how);
    await stopsAt(client, 'i', stops);
    expect(client.output({ category: 'stdout' })).toBe(loopOutput);
  });

  it.each([
    ['wide == 20.5', 'a long double as a number is beyond what can be compiled for the program', '41'],
    ['sizeof(at) == 8 && i == 40', 'halts each time to have LLDB check the condition', '40'],
  ])('%s is checked outside of the program, and says so', async (condition, reason, first) => {
    const client = await looping({ condition });
    await client.waitForStop({ reason: 'breakpoint' });
    expect(await valueOf(client, 'i')).toBe(first);
    const told = client.timeline.entries.map(entry => JSON.stringify(entry)).join('\n');
    expect(told).toContain(reason);
  });

  it('is checked on a variable that the compiler keeps in a register, and says so', async () => {
    const folder = testFolder();
    const text = `volatile int seen;
__attribute__((noinline)) void look(int i, short small, double half, float tenth) {
  seen = i; // #here
  seen = small + (int)(half + tenth);
}
int main(void) {
  for (int k = 0; k < 100; k++) look(k - 50, (short)-k, (k - 50) / 2.0, (k - 50) / 10.0f);
  return 0;
}
`;
    const source = written('held.c', text, folder);
    const program = join(folder, 'held');
    execFileSync(await findTool(clangTool()), ['-g', '-O2', source, '-o', program]);
    const client = await clientFor(programs.language);
    const condition = 'i > -3 && small < -48 && half == (int)half && tenth < 0.5f';
    await client.launch({ program }, () => client.setBreakpoints(source, [{ at: '#here', condition }]));
    for (const i of ['0', '2', '4']) {
      await client.waitForStop({ reason: 'breakpoint' });
      expect(await valueOf(client, 'i')).toBe(i);
      await client.resume();
    }
    const told = JSON.stringify(client.timeline.entries);
    expect(told).toMatch(/checked at a stop of its own each time: (?:i|small|half|tenth) is not in memory/);
  });

  it('stops with the reason where a condition has no answer inside the program', async () => {
    const client = await looping({ condition: '10 / (i - 250000) == 3' });
    const stop = await client.waitForStop({ reason: 'breakpoint' });
    expect(stop.body.text).toContain('it divides by zero');
    expect(await valueOf(client, 'i')).toBe('250000');
  });

  it('stops with the reason where a condition is none, as a whole structure', async () => {
    const client = await looping({ condition: 'pairs[1]' });
    const stop = await client.waitForStop({ reason: 'breakpoint' });
    expect(stop.body.text).toContain("cannot convert 'pair' to 'bool'");
  });

  it('stops with the reason where a condition follows a pointer that leads nowhere', async () => {
    const client = await looping({ condition: 'i % 100000 == 99990 && at->left == 77' });
    for (const i of ['99990', '199990', '299990']) {
      const stop = await client.waitForStop({ reason: 'breakpoint' });
      expect(stop.body.text).toContain('nothing can be read at 0x0');
      expect(await valueOf(client, 'i')).toBe(i);
      if (i !== '299990') await client.resume();
    }
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toBe(loopOutput);
  });

  it('goes on from a stop by steps, and does not stop twice in one place', async () => {
    const client = await looping({ condition: 'i == 200000 || i == 200001' });
    const { threadId } = await client.waitForStop({ reason: 'breakpoint' });
    const [frame] = await client.stack(threadId);
    await client.next();
    expect((await client.topFrame()).line).toBe(frame!.line + 1);
    await client.stepOut();
    expect((await client.topFrame()).name).toBe('main');
    expect((await client.continue()).reason).toBe('breakpoint');
    expect(await valueOf(client, 'i')).toBe('200001');
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toBe(loopOutput);
  });

  it('shows the code of the program as the compiler made it', async () => {
    const client = await looping({ condition: 'i == 200000' });
    await client.waitForStop({ reason: 'breakpoint' });
    const { instructionPointerReference } = await client.topFrame();
    const found = await client.request('disassemble', {
      memoryReference: instructionPointerReference!,
      instructionCount: 3,
    });
    expect(found?.instructions[0]?.instruction).toMatch(/^mov/);
  });

  it('keeps its counts and the program through pauses, steps and changes while threads run', async () => {
    const program = programs.written('threads.c', threads);
    const client = await clientFor(programs.language);
    const own = { at: '#here', condition: 'i % 1000000 == 999999 && who != 2' } as const;
    await client.launch({ program, cflags: ['-pthread'] }, () => client.setBreakpoints(program, [own]));
    const seen = new Set<string>();
    let changes = 0;
    const moves = [
      // Right behind the jump, in the middle of what it took the place of.
      () => client.setBreakpoints(program, [own, { at: '#next', condition: 'i == -1' }]),
      () => client.setBreakpoints(program, [own]),
      () => client.setBreakpoints(program, [own, { at: '#here', condition: 'i == -2' }]),
    ];
    for (;;) {
      const stop = await client.waitForStop();
      if (stop.reason !== 'breakpoint') expect(stop.body).toMatchObject({ reason: 'pause' });
      else for (const hit of await hitsOf(client)) seen.add(hit);
      if (seen.size === 9) break;
      await client.resume();
      await moves[changes++ % moves.length]!();
      // It may have come to a stop meanwhile, and any thread but the first may be over.
      await client.request('pause', { threadId: 1 });
    }
    await client.setBreakpoints(program, []);
    await client.runToEnd();
    const wanted = [0, 1, 3].flatMap(who => [999999, 1999999, 2999999].map(i => `${who} at ${i}`));
    expect([...seen].toSorted()).toEqual(wanted.toSorted());
    expect(client.output({ category: 'stdout' })).toBe('12000000\n');
  });

  it.each(['said goodbye', 'was killed'])(
    'leaves an attached program unharmed with a condition in it, when the debugger %s',
    async how => {
      const { source, program } = await writeOutside(new ScratchFolder());
      const outside = await Outside.start(program);
      const client = closeAfterTest(await connect(stdio()));
      const place = { at: '#answer', condition: 'length == 7 && line[0] == 120' } as const;
      await client.attach({ pid: outside.pid }, () => client.setBreakpoints(source, [place]));
      for (let nth = 1; nth <= 10; nth++) expect(await outside.ask('seven..')).toBe(`${nth}: 7`);
      if (how === 'said goodbye') await client.disconnect();
      else {
        const lldb = descendants(client.process!.pid).find(pid => /\blldb-?\d* /.test(commandOf(pid)));
        process.kill(lldb!, 'SIGKILL');
        await client.waitFor('terminated');
      }
      expect(await outside.ask('xxxxxxx')).toBe('11: 7');
    },
  );
});
