import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { descendants, isAlive, isGoneWithin, isSuspendedWithin } from './processes.js';

/** Ends by itself when its input does. */
async function started(): Promise<{ readonly pid: number; end(): Promise<unknown> }> {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await once(child, 'spawn');
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  return {
    pid: child.pid!,
    end: () => {
      child.kill('SIGCONT');
      child.stdin.end();
      return ended;
    },
  };
}

test('a process is there until it has ended', async () => {
  const child = await started();
  expect(isAlive(child.pid)).toBe(true);
  expect(await isGoneWithin(child.pid, 30)).toBe(false);
  await child.end();
  expect(await isGoneWithin(child.pid, 10_000)).toBe(true);
  expect(isAlive(child.pid)).toBe(false);
});

test.runIf(existsSync('/proc/self/stat'))('a process is suspended while a signal holds it', async () => {
  const child = await started();
  expect(await isSuspendedWithin(child.pid, 30)).toBe(false);
  process.kill(child.pid, 'SIGSTOP');
  expect(await isSuspendedWithin(child.pid, 10_000)).toBe(true);
  await child.end();
  expect(await isSuspendedWithin(child.pid, 30)).toBeUndefined();
});

test.runIf(existsSync('/proc/self/task'))('the children of a process are known', async () => {
  const child = await started();
  expect(descendants(process.pid)).toContain(child.pid);
  expect(descendants(child.pid)).toEqual([]);
  await child.end();
});
