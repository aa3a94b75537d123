// `osprey conformance`: the list of the debugger spec, each item with what was run for it.

import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { nativeTools } from '@sonde/engine-native';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { sondeScript } from './fixtures.js';

const peer = 'lldb-dap-22';
const absent = spawnSync(peer, ['--help']).status === 0 ? undefined : `${peer} is missing`;
const run = promisify(execFile);

describeUnlessMissing('osprey conformance', (await nativeTools()).missing ?? absent, () => {
  it('[DEBUGGER-BUILD] [DEBUGGER-REUSE] runs every item of the spec', async () => {
    const { stdout } = await run(process.execPath, [sondeScript, 'osprey', 'conformance']);
    const items = stdout.split(/^(?=\d\. )/m);
    expect(items).toHaveLength(7);
    expect(stdout).not.toContain('failed');
    for (const item of items) expect(item).toMatch(/^ {3}passed /m);
    expect(items[2]).toMatch(/passed {3}Sonde, started so: breakpoints\/reason/);
    expect(items[6]!.match(/passed/g)).toHaveLength(6);
    // Both adapters have launched the program and shown its variable.
    expect(items[1]!.match(/passed {3}(?:LLDB’s adapter|Sonde): /g)).toHaveLength(2);
    expect(items[5]!.match(/passed {3}(?:LLDB’s adapter|Sonde): /g)).toHaveLength(2);
  });

  it('fails where a tool that an item needs is missing, and says which', async () => {
    const env = { ...process.env, SONDE_LLDB_DAP: '/nowhere/lldb-dap' };
    const failure = await run(process.execPath, [sondeScript, 'osprey', 'conformance', '2'], { env }).then(
      () => undefined,
      (error: unknown) => error as { readonly code: number; readonly stdout: string },
    );
    expect(failure?.code).toBe(1);
    expect(failure?.stdout).toMatch(/failed {3}lldb-dap is not at \/nowhere\/lldb-dap/);
    expect(failure?.stdout.match(/^\d\. /gm)).toEqual(['2. ']);
  });
});
