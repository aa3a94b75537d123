// The command line with native programs: executables, processes and core files, as people name them.

import { execFile, spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DapClient } from '@sonde/dap';
import { childProcessTransport } from '@sonde/dap/node';
import { clangTool, findTool, nativeTools } from '@sonde/engine-native';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Workbench } from './sonde.js';

const gdb = await promisify(execFile)('gdb', ['--version']).then(
  () => undefined,
  () => 'gdb is missing, which makes core files for the tests: `apt-get install -y gdb`',
);
const { missing } = await nativeTools();

const crashing = `#include <stdlib.h>
static int twice(int n) { return 2 * n; }
int main(void) {
  int answer = twice(21);
  if (answer == 42) abort();
  return 0;
}
`;

const asking = `#include <stdio.h>
int main(void) {
  char name[64];
  printf("Who? ");
  while (fgets(name, sizeof name, stdin)) printf("Hello %sWho else? ", name);
  printf("Goodbye.\\n");
  return 0;
}
`;

const resting = `#include <stdio.h>
#include <unistd.h>
int rounds = 7;
int main(void) {
  char byte;
  puts("ready");
  fflush(stdout);
  while (read(0, &byte, 1) == 1) rounds++;
  printf("rounds %d\\n", rounds);
  return 0;
}
`;

let bench: Workbench;
let outside: ChildProcess | undefined;

beforeEach(() => {
  bench = new Workbench();
});

afterEach(async () => {
  if (outside?.exitCode === null && outside.signalCode === null) {
    outside.kill('SIGKILL');
    await once(outside, 'close');
  }
  outside = undefined;
  await bench.close();
});

/** The executable, under the name that compilers give it. */
async function built(text: string, name = 'a.out'): Promise<string> {
  bench.file('program.c', text);
  const { code, stderr } = await bench.run(['build', 'program.c', '-o', name]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return join(bench.folder, name);
}

/** A process that nobody debugs yet; it waits for its input. */
async function startOutside(): Promise<ChildProcess> {
  const child = spawn(await built(resting, 'resting'), { stdio: ['pipe', 'pipe', 'ignore'] });
  outside = child;
  const [ready] = (await once(child.stdout, 'data')) as [Buffer];
  expect(String(ready)).toBe('ready\n');
  return child;
}

async function leaveCore(): Promise<string> {
  const program = await built(crashing);
  const core = join(bench.folder, 'core');
  const commands = ['run', `generate-core-file ${core}`, 'kill'].flatMap(text => ['-ex', text]);
  await promisify(execFile)('gdb', ['-q', '-batch', ...commands, program]);
  return core;
}

describeUnlessMissing('a program that ends in a library', missing, () => {
  it('is shown where it called that, with its variables', async () => {
    await built(crashing);
    const { stdout } = await bench.run(['debug', 'a.out'], 'run\nlocals\nwhere\nregisters\nquit\n');
    expect(stdout).toMatch(/Stopped at SIGABRT[^\n]*\n#\d+ {2}main at program\.c:5\n > 5 /);
    expect(stdout).toMatch(/Locals\n {2}answer = 42/);
    expect(stdout).toMatch(/\n {2}#0 .*[^]*\n> #\d+ {2}main at program\.c:5/);
    expect(stdout).toMatch(/\n {2}\w+ = <not saved by what it called>/);
  });

  it('ends before a line of a file that is not there, which is then said', async () => {
    const program = await built(crashing);
    const { code, stderr } = await bench.run(['heap', program, '--at', 'progam.c:3']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/stopped before it reached line 3 of \S*progam\.c[,:].*SIGABRT/);
    expect(stderr).toMatch(/There is no such file here: check its name\.\n$/);
  });
});

describeUnlessMissing('the machine below a program', missing, () => {
  it('is shown: registers, instructions from here and from a function, and what is no place for either', async () => {
    await built(crashing);
    const script = [
      'break program.c:4',
      'run',
      'registers',
      'disassemble 2',
      'dis twice 3',
      'dis answer',
      'dis 0',
    ];
    const { stdout } = await bench.run(['debug', 'a.out'], [...script, 'quit', ''].join('\n'));
    expect(stdout).toMatch(/\(sonde\) registers\nRegisters\n(?: {2}\w+ = 0x[0-9a-f]+ .*\n){10}/);
    const here = String.raw`> 0x[0-9a-f]+ {2}\S.* main program\.c:4\n {2}0x[0-9a-f]+ {2}\S.*\n\(sonde\)`;
    expect(stdout).toMatch(new RegExp(String.raw`disassemble 2\n${here}`));
    expect(stdout).toMatch(
      /dis twice 3\n {2}0x[0-9a-f]+ {2}\S.* twice program\.c:2\n(?: {2}0x[0-9a-f]+ .*\n){2}/,
    );
    expect(stdout).toContain('dis 0\nChoose between 1 and 1000 instructions.');
  });
});

describeUnlessMissing('an executable', missing, () => {
  it('is known by what is in it: on the console, without a debugger, and to editors', async () => {
    await built(crashing);
    const { stdout, code } = await bench.run(
      ['debug', 'a.out'],
      'break 4\nbreak elsewhere.c:4\nrun\nnext\nprint answer\nprint twice(answer)\ndisplay twice(1)\nquit\n',
    );
    expect(stdout).toContain('There is no file elsewhere.c here or beside the program');
    expect(stdout).toMatch(/Breakpoint 1, in main at program\.c:4/);
    expect(stdout).toContain('answer = 42  int\n');
    // Who prints or displays something wrote it to be evaluated, calls included.
    expect(stdout).toContain('twice(answer) = 84  int\n');
    expect(stdout).toContain('1: twice(1) = 2\n');
    expect(code).toBe(1);
    expect((await bench.run(['run', './a.out'])).code).toBe(128 + 6);

    const running = bench.start(['dap']);
    const client = new DapClient(childProcessTransport(running.child as ChildProcessWithoutNullStreams));
    await client.initialize({ clientID: 'test' });
    await client.request('launch', { program: './a.out', noDebug: true });
    await client.request('disconnect', { terminateDebuggee: true });
  });

  it('knows the files that it was made from, in whatever folder they are', async () => {
    mkdirSync(join(bench.folder, 'src', 'deep'), { recursive: true });
    mkdirSync(join(bench.folder, 'build'));
    bench.file(
      'src/app.c',
      'int part(int);\nint main(void) {\n  int all = 0;\n  all = part(3);\n  return all == 6;\n}\n',
    );
    bench.file(
      'src/deep/part.c',
      'int part(int n) {\n  int twice = 0;\n  twice = 2 * n;\n  return twice;\n}\n',
    );
    const clang = await findTool(clangTool());
    const sources = ['src/app.c', 'src/deep/part.c'].map(file => join(bench.folder, file));
    await promisify(execFile)(clang, ['-g', ...sources, '-o', join(bench.folder, 'build', 'app')]);
    const script = [
      'break 4',
      'break part.c:3',
      'break deep/part.c:4',
      'break other.c:1',
      'run',
      'continue',
      'watch twice if twice > 5',
    ];
    const { stdout } = await bench.run(
      ['debug', 'build/app'],
      [...script, 'continue', 'quit', ''].join('\n'),
    );
    expect(stdout).toMatch(/Breakpoint 1, in main at src\/app\.c:4/);
    expect(stdout).toMatch(/Breakpoint 2, in part at src\/deep\/part\.c:3/);
    expect(stdout).toContain('Breakpoint 3 at src/deep/part.c:4');
    expect(stdout).toContain(
      'There is no file other.c here or beside the program, and no part of the program',
    );
    expect(stdout).toContain('Watchpoint 4 on writes to twice if twice > 5\n');
    expect(stdout).toContain('twice was 0, is now 6\n');
  });

  it('that is cut off or for another machine says so before anything starts', async () => {
    const whole = readFileSync(await built(crashing));
    const cut = join(bench.folder, 'cut');
    writeFileSync(cut, whole.subarray(0, whole.length - 200), { mode: 0o755 });
    const foreign = Buffer.from(whole);
    // S/390 is none of the machines that we are tested on.
    foreign.writeUInt16LE(22, 18);
    writeFileSync(join(bench.folder, 'foreign'), foreign, { mode: 0o755 });
    for (const command of ['run', 'debug']) {
      const cutOff = await bench.run([command, 'cut']);
      expect(cutOff.code).toBe(1);
      expect(cutOff.stdout + cutOff.stderr).toContain(
        `is cut off: it has ${whole.length - 200} bytes of ${whole.length}.`,
      );
      const other = await bench.run([command, 'foreign']);
      expect(other.code).toBe(1);
      expect(other.stdout + other.stderr).toContain('is a program for S/390, and this machine is ');
    }
  });
});

describeUnlessMissing('a script whose program asks for input', missing, () => {
  it('gives it a line each time it waits, then the end of the input, and ends after it', async () => {
    bench.file('asking.c', asking);
    const { stdout, code } = await bench.run(['debug', 'asking.c'], 'run\nAda\nquit\n');
    expect(stdout).toContain('(input) Ada\n| Hello Ada\n');
    expect(stdout).toContain('(input) quit\n| Hello quit\n');
    expect(stdout).toMatch(/Goodbye\.\nThe program ended with exit code 0\.\n$/);
    expect(code).toBe(0);
  });
});

describeUnlessMissing('a program that does not build', missing, () => {
  it('tells all that is wrong, once and unmarked, then that it could not be built', async () => {
    bench.file('bad.c', `int main(void) {\n${'  wrong;\n'.repeat(6)}  return 0;\n}\n`);
    const { stdout, code } = await bench.run(['debug', 'bad.c']);
    expect(stdout.match(/bad\.c:\d+:\d+: error:/g)).toHaveLength(6);
    expect(stdout).not.toMatch(/^! /m);
    expect(stdout).toMatch(/\^\nbad\.c could not be built\.\n$/);
    expect(stdout).not.toContain('session');
    expect(code).toBe(1);
  });
});

describeUnlessMissing('a condition that is no expression', missing, () => {
  it('is refused at once, with the place', async () => {
    bench.file('program.c', crashing);
    const { stdout } = await bench.run(['debug', 'program.c'], 'break 5 if answer > 3 &&\nquit\n');
    expect(stdout).toContain(
      'not set: The condition makes no sense: a value is missing behind "&&", at column 14.',
    );
    const unknown = await bench.run(['why', 'program.c', '5', '--condition', 'zzz > 3']);
    expect(unknown.stdout).toMatch(/zzz > 3: looked at when the line is reached\. .*the name zzz/);
    expect(unknown.stdout).not.toContain('makes sense there');
  });
});

describeUnlessMissing('sonde attach', missing, () => {
  it.each(['detach', 'quit'])('halts a process, and leaves it running with %s', async leave => {
    const child = await startOutside();
    const { stdout, code } = await bench.run(
      ['attach', '--pid', String(child.pid)],
      `print rounds\nset rounds = 40\nrestart\n${leave}\n`,
    );
    expect(stdout).toMatch(/^Sonde 0\.1\.0: process \d+\. Type help for the commands\.\nPaused, in /);
    expect(stdout).toContain('rounds = 7  int\n');
    expect(stdout).toContain('The program was not started here');
    expect(code).toBe(1);
    child.stdin?.end('xx');
    const [said] = (await once(child.stdout!, 'data')) as [Buffer];
    expect(String(said)).toBe('rounds 42\n');
  });

  it('finds a process by its name', async () => {
    const child = await startOutside();
    const path = join(bench.folder, 'resting');
    const { stdout, code } = await bench.run(['attach', '--name', path], 'print rounds\nquit\n');
    expect(stdout).toContain('rounds = 7  int\n');
    expect(code).toBe(0);
    expect(child.exitCode).toBeNull();
  });

  it('takes a number for a session, and says how a process is meant', async () => {
    expect(await bench.run(['attach', String(process.pid)])).toMatchObject({
      code: 1,
      stderr: `sonde: there is no session ${process.pid}, but a process has that number. To attach to it: sonde attach --pid ${process.pid}\n`,
    });
  });

  it.each([
    [[], /name what to attach to: a SESSION, --pid, --name, --core, --remote or --language/],
    [['--pid', '1', '--core', 'x'], /choose one of --pid and --core/],
    [['--pid', 'x'], /--pid x: write the number of a process/],
    [['--core', ''], /--core needs a value/],
    [['--wait', '--pid', '1'], /--wait needs --name/],
    [['--wait'], /--wait needs --name/],
    [['--pid', '1', 'program', 'more'], /does not take "more"/],
    [['session', '--set', 'a=1'], /--set has no meaning for a session/],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await bench.run(['attach', ...args]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });

  it('says why it failed, and nothing before or behind it', async () => {
    const { stdout, code } = await bench.run(['attach', '--core', 'none']);
    expect(stdout).toMatch(/^Sonde .*\nthe core file .*none does not exist\. Check "core"\.\n$/);
    expect(code).toBe(1);
  });
});

describeUnlessMissing('a core file', missing ?? gdb, () => {
  it('can be looked at, and does not run', async () => {
    await leaveCore();
    const { stdout, code } = await bench.run(
      ['attach', '--core', 'core'],
      'frame\nup 20\ncontinue\ninfo registers\nquit\n',
    );
    expect(stdout).toMatch(/Stopped at SIGABRT/);
    expect(stdout).not.toMatch(/SIGABRT: SIGABRT/);
    expect(stdout).toContain('a core file shows the program as it was at its end: it cannot run on.');
    expect(stdout).toMatch(/ {2}\w+ = 0x[0-9a-f]{16}/);
    expect(code).toBe(1);
  });

  it.each([
    ['run', 'core'],
    ['debug', 'core'],
    ['run', '--language', 'c', 'core'],
    ['debug', '--language', 'c', 'core'],
  ])('given as a program says what it is: %s %s %s %s', async (...args) => {
    await leaveCore();
    const { code, stderr } = await bench.run(args);
    expect(stderr).toBe(
      'sonde: core is a core file: what a program left when it crashed. It cannot run. Look at it with `sonde attach --core core`, or in an editor with "core" in an attach configuration.\n',
    );
    expect(code).toBe(2);
  });

  it('is looked at by its program at once, for there is nothing to start', async () => {
    await leaveCore();
    const asked = 'where\nrun\nrestart\nquit\n';
    const { stdout, stderr } = await bench.run(['debug', '--set', 'coreFile=core', 'a.out'], asked);
    expect(stdout).not.toMatch(/run to start|has not started/);
    expect(stdout).toMatch(/Stopped at SIGABRT[^]*#\d+ {2}main at program\.c:5/);
    expect((stdout + stderr).match(/nothing is started from here/g)).toHaveLength(2);
  });

  it('cannot be run, and no stack of ours is shown', async () => {
    await leaveCore();
    const { code, stderr } = await bench.run(['run', '--set', 'coreFile=core', 'a.out']);
    expect(stderr).toMatch(
      /^sonde: .*it cannot run\. Look at it with `sonde attach --core FILE \[PROGRAM\]`\.\n$/,
    );
    expect(code).toBe(1);
  });
});
