// What a debugger sees of a compiled program: lines, variables, types, frames.

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findTool, versionedCommands } from '@sonde/engine-native/toolchain';
import { examples, programs, useCompiler } from './generated-programs.js';
import { debug, toolsMissing } from './runtime-programs.js';

const lineOf = (text: string, marker: string): number =>
  text.split('\n').findIndex(line => line.includes(`// #${marker}`)) + 1;

/** The lines a person sees who steps until the program has ended. */
async function stepsOf(
  program: string,
  start: string,
  count: number,
  command: string,
): Promise<readonly string[]> {
  const commands = [start, 'run', ...Array.from({ length: count }, () => command)];
  const said = await debug(commands, [program]);
  return [...said.matchAll(/^-> \d+\s+(.*)$/gm)].map(([, line]) => line!.trim());
}

describe.skipIf(toolsMissing)('a debugger in an Aria program', () => {
  const { compile, compileText } = useCompiler();
  const path = join(programs, 'looked-at.aria');
  let text: string, program: string;
  beforeAll(async () => {
    text = await readFile(path, 'utf8');
    program = await compile(path);
  });
  const stopAt = (marker: string): string => `breakpoint set -f looked-at.aria -l ${lineOf(text, marker)}`;

  it('shows variables under the names of their Aria types', async () => {
    const said = await debug([stopAt('inner'), 'run', 'frame variable', 'target variable total'], [program]);
    for (const line of [
      /^\(gc_ptr<Node>\) n = 0x/m,
      /^\(wild<int64>\) w = \{\s+ptr = 0x\w+\s+base = 0x\w+\s+size = 8\s+scope_id = 6\s+\}/m,
      /^\(wild_ptr<Point>\) wp = \(ptr = 0x0+, base = 0x0+, size = 0, scope_id = 0\)/m,
      /^\(Point@\) plain = 0x/m,
      /^\(string\) text = \(data = "hello", length = 5\)/m,
      /^\(tbb8\) bad = '\\x80'/m,
      /^\(Colour\) colour = green/m,
      /^\(result<int32>\) r = \(err = '\\0', val = 3\)/m,
      /^\(func<int32\(int32,int32\)>\) f = 0x\w+ \(.*add at looked-at.aria/m,
      /^\(bool\) yes = true/m,
      /^\(flt64\) half = 0.5/m,
      /^\(uint16\) small = 12/m,
      /^\(int32\[3\]\) row = \(\[0\] = 1, \[1\] = 2, \[2\] = 3\)/m,
      /^\(int32\) inner = 7/m,
      /^\(int32\) total = 14/m,
    ]) {
      expect(said).toMatch(line);
    }
  });

  it('shows the variables of the blocks it is in, behind their declarations, and no others', async () => {
    const commands = [
      stopAt('loop'),
      'run',
      'frame variable',
      'script print("behind")',
      'next',
      'frame variable',
    ];
    const [before = '', behind = ''] = (await debug(commands, [program])).split(/^behind$/m);
    for (const said of [before, behind]) {
      expect(said).toMatch(/^\(int32\) twice = 2/m);
      expect(said).toMatch(/^\(int64\) i = 1/m);
      expect(said).not.toMatch(/^\(int64\) got = /m);
    }
    expect(before).not.toMatch(/^\(int64\) inner = /m);
    expect(behind).toMatch(/^\(int64\) inner = 1$/m);
  });

  it('stops at the first line of a function, with its arguments there', async () => {
    const said = await debug(
      [
        'breakpoint set -n add',
        'breakpoint set -n chain',
        'breakpoint set -n Point.sum',
        'run',
        'c',
        'c',
        'bt',
      ],
      [program],
    );
    expect(said).toMatch(/add\(a=1, b=2\) at looked-at.aria:\d+:5/);
    expect(said).toContain('-> ' + `${lineOf(text, 'sum')}`);
    expect(said).toMatch(/Point.sum\(self=0x\w+\) at/);
    expect(said).toMatch(/chain\(list=0x\w+, level='\\x03'\) at/);
    expect(said).toMatch(/frame #1: .*main at looked-at.aria:\d+:21/);
  });

  it('can call functions as C calls them', async () => {
    const said = await debug([stopAt('inner'), 'run', 'expr add(2, 40)'], [program]);
    expect(said).toMatch(/\(result<int32>\) \$\d+ = \(err = '\\0', val = 42\)/);
  });

  it('steps from line to line as the program is written', async () => {
    const made = await compileText(`func:work = int32(int32:n) {
  defer println("deferred");
  if (n > 5) {
    println("large");
  } else if (n > 0) {
    println("small");
  } else {
    fail(1);
  }
  pass(n);
};
int32:before = 1;
func:main = int32() {
  int32:sum = 0;
  for (int32:i = 0; i < 2; i++) {
    sum += i;
  }
  while (sum < 2) {
    if (sum == 1) {
      sum++;
    } else {
      sum = 0;
    }
  }
  pick (sum) {
    (1) { sum = 0; },
    (2) {
      sum = 7;
    }
  }
  sum = work(3);
  pass(sum);
};
`);
    expect(await stepsOf(made, 'breakpoint set -n main', 30, 'thread step-in')).toEqual([
      'int32:sum = 0;',
      'for (int32:i = 0; i < 2; i++) {',
      'sum += i;',
      'for (int32:i = 0; i < 2; i++) {',
      'sum += i;',
      'for (int32:i = 0; i < 2; i++) {',
      'while (sum < 2) {',
      'if (sum == 1) {',
      'sum++;',
      'while (sum < 2) {',
      'pick (sum) {',
      'sum = 7;',
      'sum = work(3);',
      'defer println("deferred");',
      'if (n > 5) {',
      '} else if (n > 0) {',
      'println("small");',
      'pass(n);',
      'defer println("deferred");',
      'sum = work(3);',
      'pass(sum);',
    ]);
  });

  it('finds the module level before main', async () => {
    const made = await compileText('int32:x = 3;\nx += 1;\nfunc:main = int32() {\n  pass(x);\n};\n');
    const said = await debug(
      [
        'breakpoint set -n __aria_module_init',
        'breakpoint set -n main',
        'run',
        'target variable x',
        'c',
        'target variable x',
      ],
      [made],
    );
    expect(said.indexOf('(int32) x = 0')).toBeGreaterThan(0);
    expect(said.indexOf('(int32) x = 4')).toBeGreaterThan(said.indexOf('pass(x)'));
  });

  it('stops in coroutines and in loaded code', async () => {
    const coroutines = await compile(join(examples, 'async.aria'));
    const inside = await debug(['breakpoint set -n fetch', 'run', 'bt'], [coroutines]);
    expect(inside).toMatch(/frame #0: .*fetch\(id=1\) at async.aria:\d+/);
    const loaded = await compile(join(examples, 'jit.aria'));
    const said = await debug(['breakpoint set -f jit.aria -l 6', 'run', 'frame variable', 'bt'], [loaded]);
    expect(said).toMatch(/^\(int64\) exponent = 10/m);
    expect(said).toMatch(/frame #1: .*main at jit.aria:23/);
  });

  it('stops where a defer is reached and where its code runs, also when that is one line', async () => {
    const made = await compileText(`int32:made = 0;
func:main = int32() {
  defer made += 1;
  println("between");
  pass(made);
};
`);
    const file = basename(made).replace(/-\d+$/, '.aria');
    const said = await debug([`breakpoint set -f ${file} -l 3`, 'run', 'continue', 'p made'], [made]);
    expect(said).toContain('2 locations');
    expect(said.match(/stop reason = breakpoint/g)).toHaveLength(2);
    expect(said.indexOf('between')).toBeLessThan(said.lastIndexOf('stop reason = breakpoint'));
  });

  it('knows lines of an optimised program', async () => {
    const made = await compile(path, '--release');
    const said = await debug([stopAt('loop'), 'run', 'bt'], [made]);
    expect(said).toMatch(/main at looked-at.aria:\d+/);
    expect(said).toContain('stop reason = breakpoint');
  });

  it('sees objects go when the block of their variable is left', async () => {
    const made = await compileText(`const Big = struct { bytes: int64[1000] };
func:make = gc Big() { pass(Big{ }); };
func:main = int32() {
  for i in 1..3 {
    gc Big:one = make();
    one.bytes[0] = i;
    if (i == 3) { break; }
    aria.gc();
  }
  gc Big:kept = make();
  aria.gc();
  pass((int32)kept.bytes[0]);
};
`);
    const count = 'expr ((unsigned long *)&__aria_gc_old_objects)[1]';
    const said = await debug(
      [`breakpoint set -f ${basename(made).replace(/-\d+$/, '')}.aria -l 12`, 'run', count],
      [made],
    );
    expect(said).toMatch(/\(unsigned long\) \$0 = 1$/m);
  });
});

const dwarfdump = await findTool({
  name: 'llvm-dwarfdump',
  variable: 'SONDE_DWARFDUMP',
  commands: versionedCommands('llvm-dwarfdump'),
  install: 'apt-get install -y llvm-22',
}).catch(() => undefined);
if (dwarfdump === undefined) process.stderr.write('\nTESTS OF ARIA’S DWARF ARE SKIPPED: no llvm-dwarfdump\n');

describe.skipIf(toolsMissing || dwarfdump === undefined)('the debug information of an object file', () => {
  const { compile } = useCompiler();

  it.each(['collected', 'control', 'looked-at'])('is consistent: %s', async name => {
    for (const options of [['-c'], ['-c', '--release']]) {
      const object = await compile(join(programs, `${name}.aria`), ...options);
      const said = await new Promise<string>(done => {
        execFile(dwarfdump!, ['--verify', object], (_error, stdout) => done(stdout));
      });
      expect(said).toContain('No errors.');
    }
  });
});
