import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as programs from './programs.js';
import { Workbench } from './sonde.js';

let bench: Workbench;

beforeEach(() => {
  bench = new Workbench();
  bench.file('sum.mini', programs.sum);
  bench.file('greet.mini', programs.greet);
  bench.file('failing.mini', programs.failing);
  bench.file('tasks.mini', programs.tasks);
});

afterEach(() => bench.close());

const greeting = (program: string): string =>
  `Sonde 0.1.0: ${program} (Mini). Type help for the commands, run to start.\n`;

/** What the console shows for these commands, without the greeting, and the exit code. */
async function transcript(
  program: string,
  ...commands: string[]
): Promise<{ text: string; code: number | null }> {
  bench.file('script.txt', commands.map(line => `${line}\n`).join(''));
  const { stdout, stderr, code } = await bench.run(['debug', program, '-x', 'script.txt']);
  expect(stderr).toBe('');
  expect(stdout.startsWith(greeting(program))).toBe(true);
  return { text: stdout.slice(greeting(program).length), code };
}

describe('the console debugger', () => {
  it('stops before the line runs, steps, and lets the program end', async () => {
    expect(
      await transcript('sum.mini', 'break 2', 'run', 'stack', 'next', 'finish', 'delete 1', 'continue'),
    ).toEqual({
      code: 0,
      text: `(sonde) break 2
Breakpoint 1 at sum.mini:2
(sonde) run
Breakpoint 1, in add at sum.mini:2
 > 2    let c = a + b;
(sonde) stack
> #0  add at sum.mini:2
  #1  (main) at sum.mini:9
(sonde) next
Stepped to add at sum.mini:3
 > 3    return c;
(sonde) finish
Stepped to (main) at sum.mini:9
 > 9    total = add(total, i);
Returned 1
(sonde) delete 1
Deleted 1.
(sonde) continue
| total 6
The program ended with exit code 0.
`,
    });
  });

  it('shows values, changes them, and shows some after each stop', async () => {
    const { text, code } = await transcript(
      'sum.mini',
      'break add',
      'run',
      'print a + b',
      'info locals',
      'display i',
      'continue',
      'set a = 100',
      'print a',
      'undisplay 1',
      'delete',
      'continue',
    );
    expect(text).toBe(`(sonde) break add
Breakpoint 1 on function add at sum.mini:2
(sonde) run
Breakpoint 1, in add at sum.mini:2
 > 2    let c = a + b;
(sonde) print a + b
a + b = 1  int
(sonde) info locals
Arguments
  a = 0  int
  b = 1  int
(sonde) display i
1: i = 1
(sonde) continue
Breakpoint 1, in add at sum.mini:2
 > 2    let c = a + b;
1: i = 2
(sonde) set a = 100
a = 100
(sonde) print a
a = 100  int
(sonde) undisplay 1
(sonde) delete
Deleted 1.
(sonde) continue
| total 105
The program ended with exit code 0.
`);
    expect(code).toBe(0);
  });

  it('obeys conditions, stops once at temporary breakpoints, and logs without stopping', async () => {
    const { text } = await transcript(
      'sum.mini',
      'break 10 if i == 3',
      'tbreak add',
      'log 10 i is {i}',
      'run',
      'continue',
      'continue',
    );
    expect(text).toBe(`(sonde) break 10 if i == 3
Breakpoint 1 at sum.mini:10 if i == 3
(sonde) tbreak add
Temporary breakpoint 2 on function add at sum.mini:2
(sonde) log 10 i is {i}
Log point 3 at sum.mini:10
(sonde) run
Temporary breakpoint 2, in add at sum.mini:2
 > 2    let c = a + b;
(sonde) continue
i is 1
i is 2
i is 3
Breakpoint 1, in (main) at sum.mini:10
 > 10    i = i + 1;
(sonde) continue
| total 6
The program ended with exit code 0.
`);
  });

  it('watches a variable by stopping, and what is none by showing it, and says which', async () => {
    const { text } = await transcript(
      'sum.mini',
      'break 8',
      'run',
      'delete',
      'watch total',
      'watch total * 2',
      'watch misspelt',
      'continue',
      'delete',
      'continue',
    );
    expect(text).toContain('Watchpoint 2 on writes to total\n');
    expect(text).not.toContain('changes of misspelt');
    expect(text).toContain('Cannot stop at changes of total * 2:');
    expect(text).toContain(
      'It is shown after each stop instead (undisplay 1 ends that).\n1: total * 2 = 0\n',
    );
    expect(text).toMatch(
      /\(sonde\) continue\nWatchpoint 2: A watched value was written, in \(main\) at sum\.mini:\d+\n.*\ntotal was 0, is now 1\n/,
    );
    expect(text).toMatch(/\| total 6\nThe program ended with exit code 0\.\n$/);
  });

  it('stops at errors, as chosen', async () => {
    const { text } = await transcript(
      'failing.mini',
      'catch',
      'catch thrown',
      'run',
      'up',
      'catch none',
      'continue',
    );
    expect(text).toMatch(/\(sonde\) catch\noff {2}thrown: .*\non {3}uncaught: .*\n/);
    expect(text).toMatch(/\(sonde\) catch thrown\non {3}thrown: .*\noff {2}uncaught: .*\n/);
    expect(text).toMatch(
      /\(sonde\) run\nStopped at .*zero.*, in divide at failing\.mini:2\n > 2 {4}return a \/ b;\n/,
    );
    expect(text).toContain('(sonde) up\n#1  (main) at failing.mini:5\n');
    expect(text).toMatch(/\| caught\n! .*zero.*\n(?:! .*\n)*The program ended with exit code 1\.\n$/);
  });

  it('lists the source around the program, a line or a function', async () => {
    const { text } = await transcript('sum.mini', 'list', 'break 9', 'run', 'list', 'list', 'list add');
    expect(text).toContain('(sonde) list\n    1  fn add(a, b) {\n');
    expect(text).toContain('\n*>  9    total = add(total, i);\n');
    expect(text).toContain('sum.mini has 12 lines. Show them from the start with: list 1\n');
    expect(text).toMatch(/\(sonde\) list add\n {4}1 {2}fn add\(a, b\) \{\n/);
  });

  it('lists the source of a compiled program, not its bytes', async () => {
    await bench.run(['build', 'sum.mini', '-o', 'sum.minib']);
    const { text } = await transcript('sum.minib', 'list');
    expect(text).toContain('(sonde) list\n    1  fn add(a, b) {\n');
  });

  it('starts again, with the breakpoints that were set', async () => {
    const { text } = await transcript('sum.mini', 'break 12', 'run', 'restart', 'continue', 'run', 'quit');
    expect(text).toBe(`(sonde) break 12
Breakpoint 1 at sum.mini:12
(sonde) run
Breakpoint 1, in (main) at sum.mini:12
 > 12  print "total " + total;
(sonde) restart
Breakpoint 1, in (main) at sum.mini:12
 > 12  print "total " + total;
(sonde) continue
| total 6
The program ended with exit code 0.
(sonde) run
Breakpoint 1, in (main) at sum.mini:12
 > 12  print "total " + total;
(sonde) quit
`);
  });

  it('gives the program input, and ends it where the script ends', async () => {
    const { text } = await transcript('greet.mini', 'run', 'input Ada');
    expect(text).toContain('(input) Ada\n');
    expect(text).toContain('| Hello Ada\n');
    expect(text).toMatch(/\| And \nThe program ended with exit code 3\.\n$/);
  });

  it('shows threads and memory, and goes on at another line', async () => {
    const { text, code } = await transcript(
      'tasks.mini',
      'break work',
      'run',
      'threads',
      'thread 1',
      'memory 16 4',
      'x mem[16] 2',
      'jump 10',
    );
    expect(text).toMatch(/\(sonde\) threads\n {2}1 {2}main\n> 2 {2}work.*\n/);
    expect(text).toMatch(/\(sonde\) thread 1\n#0 {2}\(main\) at tasks\.mini:8\n > 8 {2}join\(left\);\n/);
    expect(text).toMatch(/\(sonde\) memory 16 4\n0x0010 {2}41 00 00 00 +A\.\.\.\n/);
    expect(text).toMatch(/\(sonde\) x mem\[16\] 2\n0x0010 {2}41 00 +A\.\n/);
    expect(text).toMatch(/\(sonde\) jump 10\nJumped, in \(main\) at tasks\.mini:10\n/);
    expect(code).toBe(0);
  });

  it('runs until a place, which does not outlive that motion', async () => {
    const { text } = await transcript(
      'sum.mini',
      'break 9',
      'run',
      'until 3',
      'delete',
      'until 6',
      'breakpoints',
      'run',
    );
    expect(text).toMatch(/\(sonde\) until 3\nTemporary breakpoint 2, in add at sum\.mini:3\n/);
    expect(text).toMatch(/\(sonde\) run\n\| total 6\nThe program ended with exit code 0\.\n$/);
  });

  it('repeats a motion at an empty line of a pipe', async () => {
    const { stdout } = await bench.run(['debug', 'sum.mini'], 'break 6\nrun\nnext\n\n\nquit\n');
    expect(stdout.match(/Stepped to \(main\) at sum\.mini:\d+/g)).toEqual(
      [7, 8, 9].map(line => `Stepped to (main) at sum.mini:${line}`),
    );
  });

  it('steps several times at once', async () => {
    const { text } = await transcript('sum.mini', 'break 6', 'run', 'next 3');
    expect(text).toMatch(/Stepped to \(main\) at sum\.mini:9\n > 9 .*\n$/);
  });

  it('lists the calls of a line, and steps into the chosen one', async () => {
    bench.file(
      'calls.mini',
      'fn one(n) {\n  return n + 1;\n}\nfn sum(a, b) {\n  return a + b;\n}\nlet x = sum(one(1), one(2));\nprint x;\n',
    );
    const commands = ['break 7', 'run', 'into', 'into sum', 'print a', 'finish', 'into', 'restart'];
    const { text } = await transcript('calls.mini', ...commands, 'into else', 'into 2', 'print n');
    expect(text).toContain('(sonde) into\n  1  one(1)\n  2  one(2)\n  3  sum(one(1), one(2))\n');
    expect(text).toContain('(sonde) into sum\nStepped to sum at calls.mini:5\n > 5    return a + b;\n');
    expect(text).toContain('(sonde) print a\na = 2 ');
    expect(text).toContain('(sonde) into\nNo call that can be stepped into is ahead on this line.\n');
    expect(text).toContain('(sonde) into 2\nStepped to one at calls.mini:2\n');
    expect(text).toContain('(sonde) print n\nn = 2 ');
    expect(text).toContain(
      '(sonde) into else\nNo call "else" is ahead on this line. The command "into" alone lists them.\n',
    );
  });

  it('quits cleanly when there is nothing to say', async () => {
    expect(await bench.run(['debug', 'sum.mini'], '')).toMatchObject({
      code: 0,
      stdout: greeting('sum.mini'),
    });
  });

  it.each([
    ['print', 'Print what?'],
    ['print i', 'has not started yet. Start it with: run'],
    ['continue', 'has not started yet'],
    ['stack', 'has not started yet'],
    ['delete 7', 'There is no breakpoint 7. See: breakpoints'],
    ['break none.mini:3', 'There is no file none.mini'],
    ['break 1 2 3', 'is no location'],
    ['break 0', 'lines count from 1'],
    ['undisplay 3', 'There is no display 3'],
    ['catch thron', 'Did you mean thrown?'],
    ['brake 3', 'Did you mean break?'],
    ['xyzzy', 'See: help'],
    ['set x', 'For example: set count = 3'],
    ['memory', 'Which memory?'],
  ])('answers "%s" with the next step, and with exit code 1 in a script', async (command, message) => {
    const { text, code } = await transcript('sum.mini', command);
    expect(text).toContain(message);
    expect(code).toBe(1);
  });

  it('says what is wrong with an expression and goes on', async () => {
    const { text, code } = await transcript(
      'sum.mini',
      'break 12',
      'run',
      'print nosuch',
      'print 1 +',
      'print total',
      'continue',
    );
    expect(text).toMatch(/\(sonde\) print nosuch\n.*nosuch.*\n/);
    expect(text).toContain('total = 6  int\n');
    expect(text).toContain('The program ended with exit code 0.');
    expect(code).toBe(1);
  });

  it('shows what is wrong with a program that cannot be built', async () => {
    bench.file('bad.mini', 'let y = ;\n');
    const { stdout, code } = await bench.run(['debug', 'bad.mini'], 'run\n');
    expect(stdout).toMatch(/bad\.mini:1:9: error: .*\n {2}let y = ;\n/);
    expect(code).toBe(1);
  });

  it('says when its script cannot be read', async () => {
    expect(await bench.run(['debug', 'sum.mini', '-x', 'none.txt'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the script none.txt cannot be read') as string,
    });
  });

  it('explains its commands', async () => {
    const { text } = await transcript('sum.mini', 'help', 'help next');
    expect(text).toContain('Breakpoints\n  break, b');
    expect(text).toContain('next [TIMES]\n  go on to the next line, over calls\n  short: n\n');
  });
});
