// sonde tui as a process at a real terminal: how it begins, how it ends, and that the terminal is as it was.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as programs from '../programs.js';
import { Workbench, type Running } from '../sonde.js';

const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout.includes('util-linux');
if (!hasScript)
  process.stderr.write('SKIPPED: tests of the terminal need script(1): apt-get install bsdutils\n');

const enters = '\u001b[?1049h';
/** Wrap, paste, mouse, cursor and screen, as they were. */
const leaves = '\u001b[?7h\u001b[?2004l\u001b[?1006l\u001b[?1000l\u001b[?25h\u001b[?1049l';

let bench: Workbench;

beforeEach(() => {
  bench = new Workbench();
  bench.file('sum.mini', programs.sum);
  bench.file('endless.mini', programs.endless);
});

afterEach(() => bench.close());

const terminal = { TERM: 'xterm-256color', NO_COLOR: '' };

/** The process that script(1) runs: it has one child. */
function inside(running: Running): number {
  const pid = running.child.pid!;
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
}

const isStopped = (pid: number): boolean => readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') T ');

/**
 * Waits for what it says. script(1) stops with what it runs, before it has passed everything on, and may do so again after it was
 * resumed: it goes on each time, and with `isResumed` what it runs does too.
 */
async function says(running: Running, text: string, from: number, isResumed: boolean): Promise<number> {
  const waits = new Set([text]);
  const seen = running.sees(text, from).finally(() => waits.delete(text));
  while (waits.size > 0) {
    const stopped = [running.child.pid!, ...(isResumed ? [inside(running)] : [])].filter(isStopped);
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
    await new Promise(resolve => setImmediate(resolve));
  }
  return seen;
}

describe.skipIf(!hasScript)('the terminal debugger as a process', () => {
  it('is what debug opens on a terminal, and leaves it as it was', async () => {
    const running = bench.startInTerminal(['debug', 'sum.mini'], terminal);
    await running.sees(enters);
    await running.sees('Stopped at the entry');
    running.write('q');
    await running.sees('Press q again');
    running.write('q');
    const { code, stdout } = await running.finished();
    expect(code).toBe(0);
    expect(stdout.endsWith(leaves)).toBe(true);
  });

  it('is told by a signal to end, to stop and to go on, and the terminal is put back each time', async () => {
    const running = bench.startInTerminal(['tui', 'sum.mini'], terminal);
    let at = await running.sees('Stopped at the entry');
    running.write('\u001a');
    at = await says(running, leaves, at, false);
    at = await says(running, enters, at, true);
    at = await says(running, 'Stopped at the entry', at, true);
    process.kill(inside(running), 'SIGTSTP');
    at = await says(running, leaves, at, false);
    at = await says(running, enters, at, true);
    at = await says(running, 'Stopped at the entry', at, true);
    process.kill(inside(running), 'SIGTERM');
    at = await running.sees(leaves, at);
    expect((await running.finished()).code).toBe(143);
  });

  it('a mistake of the debugger itself is told on the terminal as it was', async () => {
    const tui = new URL('../../../../tui/dist/tui.js', import.meta.url).href;
    const code = [
      `import { NodeTerminal } from '${tui}';`,
      'new NodeTerminal(process.stdin, process.stdout).open({});',
      'throw new Error(`a mistake`);',
    ].join(' ');
    const file = bench.file('mistake.mjs', code);
    const running = bench.startNodeInTerminal([file]);
    const { code: exit, stdout } = await running.finished();
    expect(exit).toBe(1);
    expect(stdout.indexOf(leaves)).toBeGreaterThanOrEqual(0);
    expect(stdout.indexOf(leaves)).toBeLessThan(stdout.indexOf('a mistake'));
  });

  it.each(['SIGQUIT', 'SIGABRT', 'SIGALRM', 'SIGUSR2', 'SIGXCPU'] as const)(
    'dies of %s, and puts the terminal back before',
    async signal => {
      const tui = new URL('../../../../tui/dist/tui.js', import.meta.url).href;
      const code = [
        `import { NodeTerminal } from '${tui}';`,
        'new NodeTerminal(process.stdin, process.stdout).open({});',
        `process.kill(process.pid, '${signal}');`,
      ].join(' ');
      const { code: exit, stdout } = await bench
        .startNodeInTerminal([bench.file('dies.mjs', code)])
        .finished();
      expect(exit).toBe(128 + constants.signals[signal]);
      expect(stdout).toContain(leaves);
    },
  );

  it('SIGINT from outside pauses the program', async () => {
    const running = bench.startInTerminal(['tui', 'endless.mini'], terminal);
    const at = await running.sees('Stopped at the entry');
    running.write('c');
    await running.sees('Running', at);
    process.kill(inside(running), 'SIGINT');
    await running.sees('Paused', at);
    running.write('qq');
    expect((await running.finished()).code).toBe(0);
  });

  it('joins a session, may be killed and joins again, and says when the session is gone', async () => {
    const holder = bench.start(['debug', 'sum.mini']);
    holder.write('break 2\nrun\n');
    await holder.sees('sum.mini:2');
    const { stdout } = await bench.run(['sessions']);
    const id = /^\s*([0-9a-z]{4,})\s/m.exec(stdout.split('\n').slice(1).join('\n'))?.[1] ?? '';
    const first = bench.startInTerminal(['tui', '--session', id], terminal);
    await first.sees('add sum.mini:2');
    process.kill(inside(first), 'SIGKILL');
    await first.finished();
    const again = bench.startInTerminal(['tui', '--session', id], terminal);
    const at = await again.sees('add sum.mini:2');
    again.write('n');
    await again.sees('add sum.mini:3', at);
    holder.child.kill('SIGKILL');
    await again.sees('The session is over');
    again.write('q');
    expect((await again.finished()).code).toBe(0);
  });

  it('needs a terminal, one program, and a theme that there is', async () => {
    const piped = await bench.run(['tui', 'sum.mini']);
    expect([piped.code, piped.stderr]).toEqual([2, expect.stringContaining('needs a terminal')]);
    const nothing = await bench.run(['tui']);
    expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('needs PROGRAM')]);
    const both = await bench.run(['tui', '--session', 'a', 'sum.mini']);
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('its program')]);
    const log = await bench.run(['tui', '--session', 'a', '--log', 'f']);
    expect([log.code, log.stderr]).toEqual([2, expect.stringContaining('--log has no meaning')]);
    const theme = bench.startInTerminal(['tui', '--theme', 'pink', 'sum.mini'], terminal);
    const { code, stdout } = await theme.finished();
    expect([code, stdout]).toEqual([2, expect.stringContaining('there is no theme "pink"')]);
    const absent = bench.startInTerminal(['tui', '--adapter', '/nowhere/dap', 'sum.mini'], terminal);
    await absent.sees('cannot be started');
    absent.write('q');
    expect((await absent.finished()).code).toBe(1);
  });
});
