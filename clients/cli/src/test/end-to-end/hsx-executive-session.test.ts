// Tasks on an executive through the whole: attached by options of the language, and told when the executive is gone.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { hsx } from '@sonde/language-hsx';
import { connect, OutputText } from '@sonde/testkit';
import { closeAfterTest } from '@sonde/testkit/vitest';
import { expect, it, onTestFinished } from 'vitest';
import { endpointFor } from './in-process.js';
import { testFolder, written } from './written-programs.js';

const sonde = fileURLToPath(new URL('../../../bin/sonde.js', import.meta.url));
const deadlineMs = 60_000;

const program = `#include <stdio.h>
int total;
int main(void) {
  for (int round = 0;; round++) {
    total += round; // #round
    if (round % 1000 == 0) printf("round %d\\n", round);
  }
}
`;

/** An executive in a process of its own that has loaded the program. */
async function startExecutive(): Promise<{ port: number; source: string; kill: () => void }> {
  const source = written('rounds.hsx.c', program, testFolder());
  const executable = source.replace(/\.hsx\.c$/, '.hxe');
  const { target } = await hsx.build({
    program: source,
    cwd: process.cwd(),
    output: executable,
    debugInfo: true,
    extra: {},
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  expect(target).toBeDefined();
  const child = spawn(process.execPath, [sonde, 'hsx', 'exec', '--port', '0', '--load', executable], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await gone;
  });
  const printed = new OutputText();
  child.stdout.setEncoding('utf8').on('data', (text: string) => printed.append(text));
  child.stdout.on('close', () => printed.end());
  const [, port] = await printed.waitFor(/listening on .*:(\d+)\n/, deadlineMs);
  return { port: Number(port), source, kill: () => void child.kill('SIGKILL') };
}

it('attaches to a task, stops in it by a condition, changes it, and leaves it running', async () => {
  const { port, source } = await startExecutive();
  const client = closeAfterTest(await connect(endpointFor(hsx)));
  await client.attach({ language: 'hsx', port }, async () => {
    const [first] = await client.setBreakpoints(source, [
      { at: '#round', condition: 'round == 3' },
      { at: '#round', logMessage: 'now {round}, {total}', hitCondition: '2' },
    ]);
    expect(first?.verified).toBe(true);
  });
  await client.waitForStop({ reason: 'breakpoint' });
  const frameId = (await client.topFrame()).id;
  expect((await client.evaluate('total', { context: 'watch', frameId })).result).toBe('3');
  expect(client.output()).toContain('now 1, 0');
  for (const register of ['R7', '$r7', 'SP', 'PC'])
    expect((await client.evaluate(register, { context: 'watch', frameId })).result).toMatch(/^0x/);
  await client.request('setExpression', { expression: 'total', value: '100', frameId });
  await client.setBreakpoints(source, [{ at: '#round', condition: 'total > 100' }]);
  await client.continue();
  const now = (await client.topFrame()).id;
  expect((await client.evaluate('total', { context: 'watch', frameId: now })).result).toBe('103');
});

it('an executive that is killed ends the session with the reason', async () => {
  const { port, source, kill } = await startExecutive();
  const client = closeAfterTest(await connect(endpointFor(hsx)));
  await client.attach({ language: 'hsx', port, stopOnEntry: true }, async () => {
    await client.setBreakpoints(source, [{ at: '#round' }]);
  });
  await client.waitForStop({ reason: 'entry' });
  kill();
  await client.waitFor('terminated');
  expect(client.output()).toMatch(/is gone: the connection was closed/);
});
