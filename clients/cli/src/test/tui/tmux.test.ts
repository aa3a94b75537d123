// sonde tui in a shell in tmux: what a person sees who steps, resizes, suspends, leaves, or whose debugger is killed.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as programs from '../programs.js';
import { sondeScript, Workbench } from '../sonde.js';
import { childrenOf, hasTmux, plain, TmuxPane } from './tmux-pane.js';

if (!hasTmux) process.stderr.write('SKIPPED: tests in a real shell need tmux: apt-get install tmux\n');

const foreign = 'lldb-dap-22';
const hasForeign =
  hasTmux && [foreign, 'clang-22'].every(tool => spawnSync(tool, ['--version']).status === 0);

/** As npm does: a process that is not the debugger waits for it in the same job. */
const runner = `ulimit -c 0
"$NODE" "$SONDE" "$@"
code=$?
echo left
exit $code
`;

const onScreen = '1 1 0';

describe.skipIf(!hasTmux)('the terminal debugger in a shell', () => {
  let bench: Workbench;
  let pane: TmuxPane;
  let settings: string;

  beforeAll(async () => {
    bench = new Workbench();
    bench.file('sum.mini', programs.sum);
    bench.file('endless.mini', programs.endless);
    bench.file('run.sh', runner);
    const env = { NODE: process.execPath, SONDE: sondeScript };
    pane = new TmuxPane({ folder: bench.folder, env });
    await pane.sees(/^\$/m);
    pane.type('echo "before $(stty -g | cksum) before"\r');
    [, settings = ''] = /^before (\d+ \d+) before$/m.exec(await pane.sees(/^before \d+ \d+ before$/m))!;
  });

  afterAll(async () => {
    await pane.close();
    await bench.close();
  });

  /** Once the debugger is gone, which takes keys until then: the shell has its screen, its settings and the keys; what stood there before stands there. */
  async function shellIsBack(exitCode: number): Promise<void> {
    await pane.sees(`before ${settings} before`, plain);
    pane.type('code=$?; clear; echo "before $(stty -g | cksum) before"; echo "code $code"\r');
    await pane.sees(new RegExp(`^before ${settings} before\ncode ${exitCode}\n\\$ *$`, 'm'), plain);
  }

  async function open(): Promise<number> {
    pane.type('sh run.sh tui sum.mini\r');
    await pane.sees(/6▶ let total/, onScreen);
    return pane.foreground();
  }

  it('steps, follows the window in the middle of a step, is suspended and goes on, and leaves', async () => {
    const pid = await open();
    pane.type('n');
    await pane.sees(/7▶ let i/);
    pane.type('n');
    pane.resize(80, 24);
    await pane.sees(/8▶ while/);
    await pane.sees(/Stepped/);
    const lines = await pane.lines();
    expect(lines.length).toBe(24);
    expect(Math.max(...lines.map(line => line.length))).toBe(80);
    pane.type('\u001a');
    await pane.sees('before', plain);
    // Whoever waits for the debugger in the same job has stopped with it, or the shell would not hear this.
    pane.type('echo "$((40 + 2)) in the shell"\r');
    await pane.sees('42 in the shell', plain);
    pane.type('fg\r');
    await pane.sees(/8▶ while/, onScreen);
    // Stopped by force it could not put the terminal back; keys count once all the same.
    process.kill(pid, 'SIGSTOP');
    process.kill(pid, 'SIGCONT');
    pane.type('q');
    await pane.sees('Press q again');
    const guards = childrenOf(pid);
    pane.type('q');
    await areGone([pid, ...guards]);
    await shellIsBack(0);
  });

  /** Stops on line 2, steps to 3, sets `n`, which is so many rows down, and ends with what depends on it. */
  async function driveAdapter(command: string, rowsDown: number, end: string): Promise<void> {
    pane.type(`sh run.sh tui --adapter ${command}\r`);
    await pane.sees(/2▶ +(let|int) n/, onScreen);
    pane.type('n');
    await pane.sees(/3▶ /);
    pane.type('2');
    await pane.sees(/ n = 1/);
    pane.type(`${'\u001b[B'.repeat(rowsDown)}=\u00159\r`);
    await pane.sees(/ n = 9/);
    pane.type('c');
    await pane.sees(end);
    const pid = await pane.foreground();
    const children = childrenOf(pid);
    pane.type('q');
    await areGone([pid, ...children]);
    await shellIsBack(0);
  }

  it('drives an adapter that it is told: launch options, a step, a value that is set; and ends it', async () => {
    bench.file('words.mini', '// Says n.\nlet n = 1;\nprint args(0) + n;\n');
    const command = '"$NODE $SONDE dap" --set stopOnEntry=true words.mini Hello';
    await driveAdapter(command, 1, 'Hello9');
  });

  it.skipIf(!hasForeign)('drives an adapter that is not Sonde in the same way', async () => {
    bench.file('n.c', 'int main(int argc, char **argv) {\n  int n = 1;\n  return n + argc;\n}\n');
    spawnSync('clang-22', ['-g', '-O0', '-o', 'n', 'n.c'], { cwd: bench.folder });
    await driveAdapter(`${foreign} ./n Hello`, 3, 'Ended with exit code 11');
  });

  it.each([
    ['SIGKILL', 137],
    ['SIGSEGV', 139],
  ] as const)('killed by %s, it leaves the terminal as it was', async (signal, exitCode) => {
    const pid = await open();
    const guards = childrenOf(pid);
    process.kill(pid, signal);
    // The guard and the shell hear of it at the same time: what the shell says before the guard is through may be lost.
    await areGone([pid, ...guards]);
    await shellIsBack(exitCode);
  });
});

/** They end by themselves, right after what they are there for. */
async function areGone(pids: readonly number[]): Promise<void> {
  expect(pids.length).toBeGreaterThan(0);
  for (const end = Date.now() + 25_000; pids.some(runs) && Date.now() < end;)
    await new Promise(resolve => setImmediate(resolve));
  expect(pids.filter(runs)).toEqual([]);
}

/** One that has ended is a zombie until the first process of the system asks, which may take its time. */
function runs(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
