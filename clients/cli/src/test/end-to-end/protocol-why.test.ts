// `sonde/why`, as an editor asks it in a session that is under way.

import type { WhyReport } from '@sonde/session';
import { connect, lineOf, type TestClient } from '@sonde/testkit';
import { closeAfterTest } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { fixture, tcpServer } from './fixtures.js';
import { refusal } from './refusal.js';
import { ScratchFolder } from './scratch-folder.js';

const server = tcpServer();
const open = async (initialize = {}): Promise<TestClient> =>
  closeAfterTest(await connect(await server(), { initialize }));

const ask = async (client: TestClient, question: object): Promise<WhyReport> =>
  (await client.customRequest('sonde/why', question)) as WhyReport;

describe('sonde/why', () => {
  it('tells how each line is resolved, and why it moved', async () => {
    const program = new ScratchFolder().file(
      'steps.mini',
      '// What is counted.\n\nlet total = 0;\n\nfn add(n) {\n  if n > 5 {\n    total = 0;\n  }\n  total = total + n;\n}\n\nadd(1);\n',
    );
    const client = await open();
    await client.launch({ program, stopOnEntry: true });
    await client.waitForStop();
    const moved = async (line: number) => (await ask(client, { path: program, line })).moved;
    expect(await moved(1)).toEqual({ to: 3, because: 'it is a comment' });
    expect(await moved(2)).toEqual({ to: 3, because: 'it is blank' });
    expect(await moved(8)).toEqual({ to: 9, because: 'it has nothing but brackets' });
    expect(await moved(5)).toMatchObject({ to: 6, because: expect.stringMatching(/declaration/) as string });
    expect(await moved(9)).toBeUndefined();
    await client.runToEnd();
  });

  it('counts lines and columns as the client does', async () => {
    const program = fixture('scenario.mini');
    const client = await open({ linesStartAt1: false, columnsStartAt1: false });
    await client.launch({ program, stopOnEntry: true });
    await client.waitForStop();
    const line = lineOf(program, '#line') - 1;
    const { line: asked, sites } = await ask(client, { path: program, line });
    expect(asked).toMatchObject({ line, text: 'x = x + 1; // #line' });
    expect(sites).toMatchObject([{ line, column: 2, function: 'main' }]);
  });

  it('leaves the program alone, even while it runs through that line', async () => {
    const program = fixture('endless.mini');
    const client = await open();
    await client.launch({ program });
    await client.waitForOutput('spinning');
    const before = client.timeline.now;
    for (let line = 1; line < 10; line++) await ask(client, { path: program, line, condition: '1 == 1' });
    expect(client.timeline.events('stopped', { after: before })).toEqual([]);
    await client.pause();
  });

  it('refuses a question that makes no sense', async () => {
    const program = fixture('scenario.mini');
    const client = await open();
    await client.initialize();
    expect(await refusal(ask(client, { path: program, line: 1 }))).toMatch(/needs a program/);
    await client.launch({ program, stopOnEntry: true });
    await client.waitForStop();
    for (const question of [{}, { path: program }, { path: 7, line: 1 }, { path: program, line: 'x' }])
      expect(await refusal(ask(client, question))).toMatch(/"(path|line)"/);
    for (const line of [0, -3, 1.5])
      expect(await refusal(ask(client, { path: program, line }))).toMatch(/"line"/);
    await client.runToEnd();
  });
});
