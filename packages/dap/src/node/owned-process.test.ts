import { expect, test } from 'vitest';
import { OwnedProcess } from './owned-process.js';

const node = process.execPath;

test('a process that ends when its input does is not forced', async () => {
  const child = await OwnedProcess.start(node, ['-e', 'process.stdin.resume()']);
  expect(await child.end(20_000)).toEqual({ code: 0, signal: null, forced: false });
  expect(child.hasExited).toBe(true);
});

test('a process that does not end is killed after the deadline', async () => {
  const child = await OwnedProcess.start(node, ['-e', 'setInterval(() => {}, 1000)']);
  expect(await child.end(50)).toEqual({ code: null, signal: 'SIGKILL', forced: true });
});

test('a command that does not exist is a clear error', async () => {
  await expect(OwnedProcess.start('no-such-command', ['x'])).rejects.toThrow(
    'no-such-command x could not be started: ',
  );
});

test('what it writes to stderr is kept', async () => {
  const child = await OwnedProcess.start(node, ['-e', 'console.error("trouble"); process.exit(3)']);
  expect((await child.exited).code).toBe(3);
  await child.errors.waitFor(/trouble/, 5000);
});

test('the environment is added to, and null takes away', async () => {
  process.env['SONDE_TESTKIT_GONE'] = 'here';
  const script = 'console.error(`${process.env.SONDE_TESTKIT_GONE} ${process.env.SONDE_TESTKIT_NEW}`)';
  const child = await OwnedProcess.start(node, ['-e', script], {
    env: { SONDE_TESTKIT_GONE: null, SONDE_TESTKIT_NEW: 'new' },
  });
  await child.errors.waitFor(/undefined new/, 20_000);
  await child.end(20_000);
  delete process.env['SONDE_TESTKIT_GONE'];
});
