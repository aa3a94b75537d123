// Output, input and pausing: at any time, whatever the program does or waits for.

import { describe, expect, it } from 'vitest';
import { example, load, run, written } from './harness.js';

describe('output', () => {
  it('arrives whole and in few events', async () => {
    const m = await load(written('let i = 0;\nwhile i < 10000 { print "line " + i; i = i + 1; }\n'));
    await m.driver.engine.begin();
    await m.driver.finish();
    const lines = m.driver.output().trimEnd().split('\n');
    expect(lines.length).toBe(10_000);
    expect(lines.at(-1)).toBe('line 9999');
    expect(m.driver.events.filter(e => e.kind === 'output').length).toBeLessThan(2_000);
  });

  it('says which line printed it, and is one piece where that stays the same', async () => {
    const m = await load(written('let i = 0;\nwhile i < 3 {\n  print i;\n  i = i + 1;\n}\nprint "end";\n'));
    await m.driver.engine.begin();
    await m.driver.finish();
    const lines = m.driver.events.flatMap(e => (e.kind === 'output' ? [e.location?.line] : []));
    expect([...new Set(lines)]).toEqual([3, 6]);
    expect(m.driver.output()).toBe('0\n1\n2\nend\n');
  });

  it('never splits a character, and takes texts larger than the ring', async () => {
    const m = await load(written('print repeat("aé😀", 500000);\n'));
    await m.driver.engine.begin();
    expect(await m.driver.finish()).toBe(0);
    expect(m.driver.output()).toBe(`${'aé😀'.repeat(500_000)}\n`);
  });

  it('that nobody takes makes the program wait; it can still be paused, seen and ended', async () => {
    const m = await load(written('let i = 0;\nwhile 1 { i = i + 1; print "line " + i; }\n'), {
      takesOutput: false,
    });
    await m.driver.engine.begin();
    await m.driver.next('output');
    await m.driver.engine.pause();
    await m.driver.stopped();
    expect(m.driver.reasons[0]).toEqual({ kind: 'pause' });
    await m.driver.move({ kind: 'continue' });
    await m.driver.engine.pause();
    await m.driver.stopped();
    expect(Buffer.byteLength(m.driver.output())).toBeLessThan(600_000);
    const counted = (await m.driver.variables())['Globals']?.['i'];
    expect(counted).toBeGreaterThan(100);
    await m.driver.engine.terminate();
    expect(await m.driver.finish()).toBe('SIGTERM');
  });
});

describe('input', () => {
  it('is asked for, given, and ends', async () => {
    const m = await load(example('input'));
    await m.driver.engine.begin();
    expect(await m.driver.next('waiting-for-input')).toMatchObject({ waiting: true });
    await m.driver.engine.input('12\n');
    expect(await m.driver.next('waiting-for-input')).toMatchObject({ waiting: false });
    expect(await m.driver.next('waiting-for-input')).toMatchObject({ waiting: true });
    expect(m.driver.output()).toBe('the sum is 12\n');
    await m.driver.engine.input('x\n30');
    await m.driver.engine.input(undefined);
    expect(await m.driver.finish()).toBe(0);
    expect(m.driver.output()).toContain('that is no number (NotANumber: x)\nthe sum is 42\nin the end: 42\n');
  });

  it('comes from the settings', async () => {
    const { stdout } = await run(example('input'), { stdin: { text: '1\r\n2\n', closed: true } });
    expect(stdout).toBe('the sum is 1\nthe sum is 3\nin the end: 3\n');
  });

  it('is waited for at a stop too: pause, look, go on, answer', async () => {
    const m = await load(example('input'));
    await m.driver.engine.begin();
    await m.driver.next('waiting-for-input');
    await m.driver.engine.pause();
    await m.driver.stopped();
    expect(m.driver.reasons).toEqual([{ kind: 'pause' }]);
    expect(m.driver.line).toBe(m.line('first'));
    await m.driver.move({ kind: 'continue' });
    await m.driver.engine.input('5\n');
    await m.driver.engine.input(undefined);
    expect(await m.driver.finish()).toBe(0);
    expect(m.driver.output()).toBe('the sum is 5\nin the end: 5\n');
  });

  it('does not hit a breakpoint twice on the line that waits', async () => {
    const m = await load(example('input'));
    await m.breakAt('first');
    await m.driver.begin();
    await m.driver.move({ kind: 'continue' });
    await m.driver.next('waiting-for-input');
    await m.driver.engine.input('5\n');
    await m.driver.engine.input(undefined);
    expect(await m.driver.finish()).toBe(0);
    expect(m.driver.events.filter(e => e.kind === 'stopped').length).toBe(1);
  });
});

describe('pause', () => {
  it('stops an endless loop anywhere, again and again', async () => {
    const m = await load(example('endless'));
    await m.driver.engine.begin();
    let last = -1;
    for (let time = 0; time < 5; time++) {
      await m.driver.engine.pause();
      await m.driver.stopped();
      const rounds = Number((await m.driver.variables())['Globals']?.['rounds']);
      expect(rounds).toBeGreaterThanOrEqual(last);
      last = rounds;
      await m.driver.move({ kind: 'continue' });
    }
  });

  it('stops a task that sleeps, which then sleeps on', async () => {
    const m = await load(written('sleep(100000); // #sleep\nprint "woken";\n'));
    await m.driver.engine.begin();
    await m.driver.engine.pause();
    await m.driver.stopped();
    expect(m.driver.line).toBe(m.line('sleep'));
    expect(await m.driver.engine.threads()).toMatchObject([{ state: 'stopped' }]);
  });

  it('is over when time has passed for a short sleep', async () => {
    const { stdout } = await run(written('let t = clock();\nsleep(20);\nprint clock() - t >= 20;\n'));
    expect(stdout).toBe('1\n');
  });
});

describe('the end', () => {
  it('of a sleep comes also while another task is busy', async () => {
    const { stdout } = await run(
      written('fn busy() { while 1 { } }\nspawn busy();\nsleep(20);\nprint "awake";\nexit(0);\n'),
    );
    expect(stdout).toBe('awake\n');
  });

  it('is reached by twenty thousand tasks that sleep', async () => {
    const { stdout, code } = await run(
      written(
        'fn f() { sleep(20); }\nlet t = 0;\nlet i = 0;\nwhile i < 20000 { t = spawn f(); i = i + 1; }\n' +
          'while i > 0 { join(t - i + 1); i = i - 1; }\nprint "all";\n',
      ),
    );
    expect([stdout, code]).toEqual(['all\n', 0]);
  });

  it('comes with the exit code that the program gives', async () => {
    expect(await run(written('print "a";\nexit(3);\nprint "b";\n'))).toEqual({
      code: 3,
      stdout: 'a\n',
      stderr: '',
    });
  });

  it('passes arguments', async () => {
    const { stdout } = await run(written('print args(0) + "," + args(1) + "," + args(2);\n'), {
      args: ['x', 'y'],
    });
    expect(stdout).toBe('x,y,\n');
  });

  it('can be brought about at any time, twice', async () => {
    const m = await load(example('endless'));
    await m.driver.engine.begin();
    await Promise.all([m.driver.engine.terminate(), m.driver.engine.terminate()]);
    expect(await m.driver.finish()).toBe('SIGTERM');
    await expect(m.driver.engine.pause()).rejects.toThrow('over');
    await m.driver.engine.terminate();
  });
});
