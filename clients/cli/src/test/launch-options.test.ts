import { nativeTools } from '@sonde/engine-native';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as programs from './programs.js';
import { Workbench } from './sonde.js';

let bench: Workbench;

beforeEach(() => {
  bench = new Workbench();
  bench.file('sum.mini', programs.sum);
});

afterEach(() => bench.close());

describe.each([
  ['run', []],
  ['build', ['-o', 'out']],
  ['debug', []],
] as const)('sonde %s', (command, more) => {
  const run = (...settings: readonly string[]) =>
    bench.run([command, 'sum.mini', ...more, ...settings.flatMap(setting => ['--set', setting])]);

  it('refuses launch options of the wrong kind, in the words of the language', async () => {
    const { code, stdout, stderr } = await run('memoryLimit=much');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/memoryLimit.*integer/);
  });

  it('refuses launch options that the language does not have', async () => {
    const { code, stdout, stderr } = await run('memorylimit=3');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /Mini programs have no launch option "memorylimit" here\. Did you mean memoryLimit\?/,
    );
  });

  it('refuses to be told twice what the command line says', async () => {
    expect(await run('program=other.mini')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('"program" is not for --set') as string,
    });
  });

  it('tells the launch options of every language in its help', async () => {
    const { stdout } = await bench.run([command, '--help']);
    expect(stdout).toMatch(/--set NAME=VALUE/);
    expect(stdout).toMatch(/Launch options of Mini\n {2}memoryLimit {2}Most memory/);
    expect(stdout).toMatch(/Launch options of C and C\+\+\n(?: {2}.*\n)* {2}cflags /);
  });
});

describe('a launch option', () => {
  it('reaches the engine of a program that runs without a debugger', async () => {
    bench.file('greedy.mini', 'size(2000000);\nprint "enough";\n');
    expect(await bench.run(['run', 'greedy.mini', '--set', 'memoryLimit=3'])).toMatchObject({
      code: 0,
      stdout: 'enough\n',
    });
    expect(await bench.run(['run', 'greedy.mini', '--set', 'memoryLimit=1'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('OutOfMemory') as string,
    });
  });

  it('reaches the debugger', async () => {
    const { stdout } = await bench.run(['debug', 'sum.mini', '--set', 'stopOnEntry=true'], 'run\nquit\n');
    expect(stdout).toMatch(/\(sonde\) run\n.*at sum\.mini:6/);
  });
});

describeUnlessMissing('a launch option of the compiler', (await nativeTools()).missing, () => {
  beforeEach(() => {
    bench.file('word.c', '#include <stdio.h>\nint main(void) { puts(WORD); return 0; }\n');
  });

  const set = ['--set', 'cflags=["-DWORD=\\"hello\\""]'];

  it('works in run, build and debug', async () => {
    expect(await bench.run(['run', 'word.c', ...set])).toMatchObject({ code: 0, stdout: 'hello\n' });
    expect(await bench.run(['build', 'word.c', '-o', 'word', ...set])).toMatchObject({ code: 0, stderr: '' });
    expect(await bench.run(['run', 'word', '--language', 'c'])).toMatchObject({ code: 0, stdout: 'hello\n' });
    expect((await bench.run(['debug', 'word.c', ...set], 'run\n')).stdout).toContain('| hello\n');
    expect((await bench.run(['run', 'word.c'])).stderr).toMatch(/word\.c:2:\d+: error: .*WORD/);
  });
});
