// What a register machine adds to a debugger, through the whole: tasks with memories of their own, registers, values in
// bytes, conditions that follow pointers, faults and traps.

import { hsx } from '@sonde/language-hsx';
import { connect, type TestClient } from '@sonde/testkit';
import { closeAfterTest } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { endpointFor } from './in-process.js';
import { testFolder, written } from './written-programs.js';

const values = `#include <stdio.h>
struct lamp { unsigned on : 1; unsigned level : 5; int hours; };
struct node { int value; struct node *next; };
static struct lamp lamp = {1, 9, 100};
static struct node last = {3, 0}, middle = {2, &last}, first = {1, &middle};
static _Float16 half = 1.5f16;
int main(void) {
  int turns = 0;
  for (struct node *at = &first; at; at = at->next) {
    turns++; // #loop
    lamp.hours += at->value; // #hours
  }
  __builtin_debugtrap(); // #trap
  printf("%d %d %d %d\\n", lamp.on, lamp.level, lamp.hours, (int)(half * 10)); // #print
  return turns;
}
`;

const waiting = (name: string): string => `#include <hsx.h>
int mine;
int main(void) {
  int box;
  mine = 7; // #mine
  hsx_mailbox_bind("svc:${name}", 64, HSX_MBX_RDWR);
  hsx_mailbox_open("svc:${name}", 0, &box);
  char byte;
  hsx_mailbox_receive(box, &byte, 1, HSX_MBX_FOREVER, 0);
  return 0;
}
`;

async function launched(
  files: Readonly<Record<string, string>>,
  configure?: (client: TestClient, program: string) => Promise<unknown>,
): Promise<{ readonly client: TestClient; readonly program: string }> {
  const folder = testFolder();
  const paths = Object.entries(files).map(([name, text]) => written(name, text, folder));
  const program = paths[0]!;
  const client = closeAfterTest(await connect(endpointFor(hsx)));
  await client.launch(
    { program },
    configure === undefined ? undefined : () => configure(client, program).then(() => undefined),
  );
  return { client, program };
}

const shown = async (client: TestClient, expression: string): Promise<string> =>
  (await client.evaluate(expression, { context: 'watch', frameId: (await client.topFrame()).id })).result;

async function scope(client: TestClient, name: string): Promise<number> {
  const { scopes } = await client.request('scopes', { frameId: (await client.topFrame()).id });
  return scopes.find(each => each.name === name)!.variablesReference;
}

it('conditions follow pointers in the program, and log messages are printed there', async () => {
  const { client } = await launched({ 'values.hsx.c': values }, async (c, program) => {
    const [loop, hours] = await c.setBreakpoints(program, [
      { at: '#loop', condition: 'at->next && at->next->value == 3' },
      { at: '#hours', logMessage: 'value {at->value}' },
    ]);
    expect([loop?.verified, hours?.verified]).toEqual([true, true]);
  });
  await client.waitForStop({ reason: 'breakpoint' });
  expect(await shown(client, 'at->value')).toBe('2');
  expect(await shown(client, 'turns')).toBe('1');
  expect(client.output()).toContain('value 1');
});

it('bit fields, halves and registers can be set', async () => {
  const { client } = await launched({ 'values.hsx.c': values });
  // BRK: the program asks for the debugger by itself.
  await client.waitForStop();
  for (const [expression, value] of [
    ['lamp.level', '21'],
    ['half', '2.5'],
    ['lamp.hours', '7'],
  ] as const)
    await client.request('setExpression', { expression, value, frameId: (await client.topFrame()).id });
  const registers = await scope(client, 'Registers');
  await client.request('setVariable', { variablesReference: registers, name: 'R5', value: '0x1234' });
  expect(await shown(client, 'R5')).toBe('0x00001234');
  const { variables } = await client.request('variables', { variablesReference: registers });
  expect(variables.map(({ name }) => name)).toEqual([
    ...Array.from({ length: 16 }, (_, n) => `R${n}`),
    ...['SP', 'PC', 'PSW'],
  ]);
  await client.runToEnd();
  expect(client.output({ category: 'stdout' })).toBe('1 21 7 25\n');
});

it.each(['lamp.hours', 'first.next->value', '*&last.value'])(
  'data breakpoints watch %s',
  async expression => {
    const { client } = await launched({ 'values.hsx.c': values }, (c, program) =>
      c.setBreakpoints(program, ['#loop']),
    );
    await client.waitForStop();
    const frameId = (await client.topFrame()).id;
    const { dataId } = await client.request('dataBreakpointInfo', { name: expression, frameId });
    expect(typeof dataId).toBe('string');
    await client.request('setDataBreakpoints', {
      breakpoints: [{ dataId: dataId!, accessType: expression === 'lamp.hours' ? 'write' : 'read' }],
    });
    await client.setBreakpoints((await client.topFrame()).source!.path!, []);
    await client.resume();
    await client.waitForStop({ reason: 'data breakpoint' });
  },
);

it('tasks are threads with what they wait for, and each has its own memory', async () => {
  const tasks = [
    { sources: ['left.hsx.c'], name: 'left' },
    { sources: ['right.hsx.c'], name: 'right' },
  ];
  const { client } = await launched(
    {
      'two.hsx': JSON.stringify({ tasks }),
      'left.hsx.c': waiting('left'),
      'right.hsx.c': waiting('right').replace('mine = 7', 'mine = 8'),
    },
    () => Promise.resolve(),
  );
  await client.waitForOutput(/Deadlock: left, right wait for one another/);
  await client.pause();
  const { threads } = await client.request('threads');
  expect(threads.map(({ name }) => name)).toEqual([
    'left (waits: a message in svc:left@1)',
    'right (waits: a message in svc:right@2)',
  ]);
  const mine = await Promise.all(
    threads.map(async ({ id }) => {
      const frames = await client.stack(id);
      const frameId = frames.find(({ name }) => name === 'main')!.id;
      return (await client.evaluate('mine', { context: 'watch', frameId })).result;
    }),
  );
  expect(mine).toEqual(['7', '8']);
});

it('a fault stops where it happened, with words', async () => {
  const { client } = await launched({
    'fault.hsx.c': 'int main(void) {\n  volatile int zero = 0;\n  return 7 / zero;\n}\n',
  });
  const stop = await client.waitForStop({ reason: 'exception' });
  expect((await client.topFrame()).line).toBe(3);
  const info = await client.request('exceptionInfo', { threadId: stop.body.threadId! });
  expect(info).toMatchObject({
    exceptionId: 'division by zero',
    description: expect.stringContaining('7 / 0') as string,
  });
  expect((await client.runToEnd()).body).toBeDefined();
});
