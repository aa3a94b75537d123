import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as programs from './programs.js';
import { Workbench, type Running } from './sonde.js';

const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout.includes('util-linux');
if (!hasScript)
  process.stderr.write('SKIPPED: tests of the terminal need script(1): apt-get install bsdutils\n');

let bench: Workbench;

beforeEach(() => {
  bench = new Workbench();
  bench.file('sum.mini', programs.sum);
  bench.file('greet.mini', programs.greet);
  bench.file('endless.mini', `print "ready";\n${programs.endless}`);
});

afterEach(() => bench.close());

/** Types a line when the prompt, or anything else, has come; answers with where to look on. */
async function type(running: Running, after: string, keys: string, from = 0): Promise<number> {
  const position = await running.sees(after, from);
  running.write(keys);
  return position;
}

describe.skipIf(!hasScript)('at a terminal', () => {
  it('Ctrl+C pauses a running program, and Ctrl+D leaves', async () => {
    const running = bench.startInTerminal(['debug', '--plain', 'endless.mini']);
    let at = await type(running, '(sonde) ', 'run\r');
    at = await type(running, '| ready', '\u0003', at);
    at = await running.sees('Paused, in (main) at endless.mini:', at);
    await type(running, '(sonde) ', '\u0004', at);
    expect((await running.finished()).code).toBe(0);
  });

  it('Ctrl+C pauses a program that waits for input, and a line typed later still reaches it', async () => {
    const running = bench.startInTerminal(['debug', '--plain', 'greet.mini']);
    let at = await type(running, '(sonde) ', 'run\r');
    at = await type(running, '| Name?', '\u0003', at);
    at = await running.sees('Paused, in (main) at greet.mini:2', at);
    at = await type(running, '(sonde) ', 'input Ada\r', at);
    at = await type(running, '(sonde) ', 'tbreak 4\r', at);
    at = await type(running, '(sonde) ', 'continue\r', at);
    at = await running.sees('| Hello Ada', at);
    at = await running.sees('Temporary breakpoint 1, in (main) at greet.mini:4', at);
    await type(running, '(sonde) ', 'quit\r', at);
    expect((await running.finished()).code).toBe(0);
  });

  it('Ctrl+C at the prompt tells the way out, and an empty line steps again', async () => {
    const running = bench.startInTerminal(['debug', '--plain', 'sum.mini']);
    let at = await type(running, '(sonde) ', '\u0003');
    at = await running.sees('To leave the debugger: quit, or Ctrl+D.', at);
    at = await type(running, '(sonde) ', 'break 6\r', at);
    at = await type(running, '(sonde) ', 'run\r', at);
    at = await type(running, '(sonde) ', 'next\r', await running.sees('sum.mini:6', at));
    at = await type(running, '(sonde) ', '\r', await running.sees('sum.mini:7', at));
    at = await running.sees('sum.mini:8', at);
    await type(running, '(sonde) ', 'q\r', at);
    expect((await running.finished()).code).toBe(0);
  });

  it('Tab completes commands and names of the program', async () => {
    const running = bench.startInTerminal(['debug', '--plain', 'sum.mini']);
    let at = await type(running, '(sonde) ', 'tbr\t');
    at = await type(running, 'eak', ' 2\r', at);
    at = await running.sees('Temporary breakpoint 1 at sum.mini:2', at);
    at = await type(running, '(sonde) ', 'run\r', at);
    at = await running.sees('in add at sum.mini:2', at);
    at = await type(running, '(sonde) ', 'break a\t', at);
    at = await type(running, 'dd', '\r', at);
    at = await running.sees('Breakpoint 2 on function add', at);
    at = await type(running, '(sonde) ', 'print tot\t', at);
    at = await type(running, 'al', ' + 5\r', at);
    at = await running.sees('total + 5 = 5', at);
    await type(running, '(sonde) ', 'q\r', at);
    expect((await running.finished()).code).toBe(0);
  });

  it('has colours unless NO_COLOR is set', async () => {
    const colourful = bench.startInTerminal(['debug', '--plain', 'sum.mini'], {
      NO_COLOR: '',
      TERM: 'xterm',
    });
    await colourful.sees('\u001b[1mSonde');
    const plain = bench.startInTerminal(['debug', '--plain', 'sum.mini'], { TERM: 'xterm' });
    await plain.sees('Type help');
    expect(plain.stdout).not.toContain('\u001b[1m');
  });
});
