import testsupport from '@vscode/debugadapter-testsupport';
import { lineOf } from '@sonde/testkit';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { nativeTools } from '@sonde/engine-native';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { fixture, tcpServer } from './fixtures.js';
import { fileURLToPath } from 'node:url';

/** Written elsewhere and used unchanged: the client that many adapters are tested with. */
const { DebugClient } = testsupport;

const { missing } = await nativeTools();
const adapterScript = fileURLToPath(new URL('../../../bin/sonde-dap.js', import.meta.url));

describe('the test client of VS Code', () => {
  let client: testsupport.DebugClient;
  const server = tcpServer();

  beforeEach(() => {
    client = new DebugClient(process.execPath, adapterScript, 'sonde');
    // Starting a process takes longer than its five seconds on a busy machine.
    client.defaultTimeout = 20_000;
  });
  afterEach(() => client.stop());

  const program = fixture('scenario.mini');
  const location = { path: program, line: lineOf(program, '#loop') };

  it('hits a breakpoint over stdio', async () => {
    await client.start();
    await client.hitBreakpoint({ program }, location);
  });

  it('hits a breakpoint over TCP', async () => {
    await client.start((await server()).port);
    await client.hitBreakpoint({ program }, location);
  });

  it('stops on entry, steps, and sees the output and the end', async () => {
    await client.start();
    await Promise.all([
      client.configurationSequence(),
      client.launch({ program, stopOnEntry: true }),
      client.assertStoppedLocation('entry', { path: program }),
    ]);
    await Promise.all([
      client.continueRequest({ threadId: 1 }),
      client.assertOutput('stdout', 'total 27\n'),
      client.waitForEvent('terminated'),
    ]);
  });

  describeUnlessMissing('with a native program', missing, () => {
    it('hits a breakpoint', async () => {
      const native = fixture('scenario.c');
      await client.start();
      await client.hitBreakpoint({ program: native }, { path: native, line: lineOf(native, '#loop') });
    });
  });
});
