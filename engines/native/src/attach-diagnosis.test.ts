// Why an attach failed, on systems that are not this one.

import { describe, expect, it } from 'vitest';
import { whyNotAttached, type ReadText } from './attach-diagnosis.js';

const system =
  (files: Readonly<Record<string, string>>): ReadText =>
  async path =>
    files[path];

const status = (fields: string): Readonly<Record<string, string>> => ({
  '/proc/7/status': `Name:\tthing\nState:\tS (sleeping)\n${fields}\n`,
});

const yama = '/proc/sys/kernel/yama/ptrace_scope';
const mine = status('TracerPid:\t0\nUid:\t1000\t1000\t1000\t1000');

describe('why an attach failed', () => {
  it.each([
    ['1', 'is 1, which allows a debugger its own children only', 'sudo sysctl kernel.yama.ptrace_scope=0'],
    ['2', 'is 2, which allows it to root only', 'as root'],
    ['3', 'is 3, which forbids it to everybody', 'core file'],
  ])('names the setting and its value (%s)', async (scope, said, next) => {
    const failure = await whyNotAttached(7, 'no', system({ ...mine, [yama]: `${scope}\n` }), 1000);
    expect(failure).toMatchObject({ code: 'wrong-state', blame: 'environment' });
    expect(failure.message).toContain(`no permission to attach to process 7: ${yama} ${said}`);
    expect(failure.next).toContain(next);
  });

  it('names both users when they differ, before any setting', async () => {
    const failure = await whyNotAttached(7, 'no', system({ ...mine, [yama]: '1' }), 2000);
    expect(failure.message).toContain('it belongs to user 1000, and the debugger runs as user 2000.');
  });

  it('names the debugger that came first', async () => {
    const files = { ...status('TracerPid:\t12\nUid:\t1000'), '/proc/12/comm': 'gdb\n' };
    const failure = await whyNotAttached(7, 'no', system(files), 1000);
    expect(failure.message).toBe('process 7 is under another debugger already: process 12 (gdb).');
  });

  it('passes on what LLDB said where nothing explains it', async () => {
    const failure = await whyNotAttached(
      7,
      'Operation not permitted',
      system({ ...mine, [yama]: '0' }),
      1000,
    );
    expect(failure.message).toBe('LLDB could not attach to process 7: Operation not permitted.');
    expect(failure.next).toContain('SYS_PTRACE');
  });

  it('says that the process is gone', async () => {
    expect((await whyNotAttached(7, 'no', system({}), 1000)).message).toContain('ended before');
  });
});
