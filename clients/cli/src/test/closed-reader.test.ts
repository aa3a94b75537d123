import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as programs from './programs.js';
import { Workbench } from './sonde.js';

let bench: Workbench;

beforeEach(() => {
  bench = new Workbench();
  bench.file('chatter.mini', 'while 1 == 1 {\n  print "on and on";\n}\n');
  bench.file('endless.mini', programs.endless);
  bench.file('sum.mini', programs.sum);
});

afterEach(() => bench.close());

describe('a console whose reader is gone', () => {
  it('ends with its program, as the system would end it', async () => {
    const running = bench.start(['debug', 'chatter.mini']);
    running.write('run\n');
    await running.sees('on and on');
    running.child.stdout?.destroy();
    expect(await running.finished()).toMatchObject({ code: 141, stderr: '' });
    expect((await bench.run(['sessions'])).stdout).toBe('No session is running.\n');
  });

  it('ends in the middle of a script', async () => {
    bench.file('script.txt', 'run\ncontinue\ncontinue\n');
    const running = bench.start(['debug', 'chatter.mini', '-x', 'script.txt']);
    await running.sees('on and on');
    running.child.stdout?.destroy();
    expect(await running.finished()).toMatchObject({ code: 141, stderr: '' });
  });

  it('ends while it waits for a command', async () => {
    const running = bench.start(['debug', 'sum.mini']);
    running.write('break 9\nrun\n');
    await running.sees('Breakpoint 1, in');
    running.child.stdout?.destroy();
    running.write('stack\n');
    expect(await running.finished()).toMatchObject({ code: 141, stderr: '' });
  });

  it('leaves a session it only joined to its owner', async () => {
    const owner = bench.start(['debug', 'chatter.mini', '-x', bench.file('run.txt', 'run\n')]);
    await owner.sees('on and on');
    const { stdout } = await bench.run(['sessions', '--json']);
    const guest = bench.start(['attach', (JSON.parse(stdout) as { readonly id: string }[])[0]!.id]);
    await guest.sees('on and on');
    guest.child.stdout?.destroy();
    expect(await guest.finished()).toMatchObject({ code: 141, stderr: '' });
    expect((await bench.run(['sessions'])).stdout).toContain('chatter.mini');
  });
});

describe('Ctrl+C at a console that reads from a pipe', () => {
  it('leaves when the program stands still, though the pipe stays open', async () => {
    const running = bench.start(['debug', 'sum.mini']);
    running.write('break 9\nrun\n');
    await running.sees('Breakpoint 1, in');
    running.child.kill('SIGINT');
    expect(await running.finished()).toMatchObject({ code: 0, stderr: '' });
  });

  it('pauses a program that runs, and then leaves', async () => {
    const running = bench.start(['debug', 'endless.mini']);
    running.write('run\n');
    await running.sees('(sonde) run');
    running.child.kill('SIGINT');
    await running.sees('Paused, in (main)');
    running.child.kill('SIGINT');
    expect(await running.finished()).toMatchObject({ code: 0, stderr: '' });
  });
});
