import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { changesOfState, readProcessState } from './process-state.mjs';

const undo = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** What `change` leaves in the state of this process. */
async function changesBy(change) {
  const before = readProcessState();
  await change();
  return changesOfState(before, readProcessState());
}

describe('a process that is shared by test files', () => {
  it('is the same when nothing was done', async () => {
    expect(await changesBy(() => {})).toEqual([]);
  });

  it('is changed by another working folder', async () => {
    const usual = process.cwd();
    undo.push(() => process.chdir(usual));
    const [line, ...more] = await changesBy(() => process.chdir(tmpdir()));
    expect(line).toMatch(/^the working folder: /);
    expect(more).toEqual([]);
  });

  it('is changed by a variable that is set, and by one that is gone', async () => {
    undo.push(() => delete process.env.SONDE_STATE_TEST);
    expect(await changesBy(() => (process.env.SONDE_STATE_TEST = 'a'))).toEqual([
      'the environment: SONDE_STATE_TEST was undefined, is "a"',
    ]);
    expect(await changesBy(() => delete process.env.SONDE_STATE_TEST)).toEqual([
      'the environment: SONDE_STATE_TEST was "a", is undefined',
    ]);
  });

  it('is changed by an exit code', async () => {
    const usual = process.exitCode;
    undo.push(() => (process.exitCode = usual));
    const [line] = await changesBy(() => (process.exitCode = 3));
    expect(line).toMatch(/^the exit code: .* is 3$/);
  });

  it('is changed by a handler of a signal, not by one of its end', async () => {
    const handler = () => {};
    undo.push(() => process.off('SIGUSR2', handler).off('exit', handler));
    expect(await changesBy(() => process.on('SIGUSR2', handler).on('exit', handler))).toEqual([
      'listeners of the process: SIGUSR2 was undefined, is 1',
    ]);
  });

  it('is changed by a global name', async () => {
    undo.push(() => delete globalThis.sondeStateTest);
    expect(await changesBy(() => (globalThis.sondeStateTest = 1))).toEqual([
      'global names: sondeStateTest was undefined, is true',
    ]);
  });

  it('is changed by a process that runs, until it has ended', async () => {
    const before = readProcessState();
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    undo.push(() => child.kill('SIGKILL'));
    expect(changesOfState(before, readProcessState())).toContain(
      'what is running: ProcessWrap was undefined, is 1',
    );
    child.stdin.end();
    await once(child, 'close');
    // Node lets go of it a moment after it has said so.
    await expect.poll(() => changesOfState(before, readProcessState())).toEqual([]);
  });
});
