// What the Osprey debugger spec asks of an adapter in [DEBUGGER-EDITOR-LAUNCH]; what it asks of editors is theirs.

import { dirname } from 'node:path';
import { nativeTools } from '@sonde/engine-native';
import { osprey } from '@sonde/language-osprey';
import { connect } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it, vi } from 'vitest';
import { endpointFor } from './in-process.js';
import { refusal } from './refusal.js';
import { testFolder, written } from './written-programs.js';

const { missing } = await nativeTools();
// The first program compiles the runtime.
vi.setConfig({ testTimeout: 120_000 });

const programs = {
  osp: 'let text = readFile("told.txt") ?: "nothing"\nprint("read ${text}")\n',
  ospml: 'text = readFile "told.txt" ?: "nothing"\nprint "read ${text}"\n',
};

describeUnlessMissing('[DEBUGGER-EDITOR-LAUNCH] a launch', missing, () => {
  it.each(['osp', 'ospml'] as const)(
    'of a .%s compiles it for debugging and is a session: stop on entry, working directory, environment',
    async extension => {
      const cwd = testFolder();
      written('told.txt', 'where it was started', cwd);
      const program = written(`reads.${extension}`, programs[extension]);
      const client = closeAfterTest(await connect(endpointFor(osprey)));
      await client.launch({
        ...{ program, cwd, stopOnEntry: true },
        env: { OSPREY_MEMORY_REPORT: '1' },
      });
      await client.waitForStop({ reason: 'entry' });
      expect(await client.topFrame()).toMatchObject({ source: { path: program }, line: 1 });
      const { threadId } = await client.next();
      expect((await client.topFrame()).line).toBe(2);
      await client.request('continue', { threadId });
      await client.waitFor('terminated');
      expect(client.output()).toContain('read where it was started');
      // What the runtime says at the end only because of the environment.
      expect(client.output()).toContain('[memory]');
    },
  );

  it('of a program that does not compile is rejected, with the place', async () => {
    const program = written('broken.osp', 'let x: int = "text"\n');
    const client = closeAfterTest(await connect(endpointFor(osprey)));
    const said = await refusal(client.launch({ program, cwd: dirname(program) }));
    expect(`${said}\n${client.output()}`).toMatch(/broken\.osp:1:\d+/);
  });
});
