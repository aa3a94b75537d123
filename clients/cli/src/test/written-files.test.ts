import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allGone } from './end-to-end/processes.js';
import * as programs from './programs.js';
import { Workbench, type Finished } from './sonde.js';

const isRoot = process.getuid?.() === 0;
if (isRoot) process.stderr.write('SKIPPED: tests of permissions need a user who is not root\n');

let bench: Workbench;

beforeEach(() => {
  bench = new Workbench();
  bench.file('sum.mini', programs.sum);
});

afterEach(() => bench.close());

const at = (name: string): string => join(bench.folder, name);
const text = (name: string): string => readFileSync(at(name), 'utf8');

/** Refused with these words; a build leaves nothing half done behind. */
function expectRefusal({ code, stdout, stderr }: Finished, words: string): void {
  expect(stderr).toContain(words);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(readdirSync(bench.folder).filter(name => name.startsWith('.sonde-build'))).toEqual([]);
}

describe('the result of a build', () => {
  it.each([
    ['by its name', () => 'sum.mini'],
    ['by another spelling', () => `./${join('x', '..', 'sum.mini')}`],
    [
      'through a symbolic link',
      () => {
        symlinkSync('sum.mini', at('link'));
        return 'link';
      },
    ],
    [
      'through a hard link',
      () => {
        linkSync(at('sum.mini'), at('hard'));
        return 'hard';
      },
    ],
  ])('never replaces the program, called %s', async (_, output) => {
    expectRefusal(
      await bench.run(['build', 'sum.mini', '-o', output()]),
      'is the program itself; the build would overwrite it. Choose another file for -o.',
    );
    expect(text('sum.mini')).toBe(programs.sum);
  });

  it('never replaces another source file', async () => {
    bench.file('greet.mini', programs.greet);
    expectRefusal(
      await bench.run(['build', 'sum.mini', '-o', 'greet.mini']),
      'greet.mini is a source file; the build would overwrite it.',
    );
    expect(text('greet.mini')).toBe(programs.greet);
  });

  it('replaces that of an earlier build, through a link too', async () => {
    bench.file('other.mini', 'print "other";\n');
    await bench.run(['build', 'sum.mini', '-o', 'out.minib']);
    symlinkSync('out.minib', at('link.minib'));
    expect(await bench.run(['build', 'other.mini', '-o', 'link.minib'])).toMatchObject({ code: 0 });
    expect((await bench.run(['run', 'out.minib'])).stdout).toBe('other\n');
    expect(await bench.run(['build', 'sum.mini', '-o', 'out.minib'])).toMatchObject({ code: 0 });
    expect((await bench.run(['run', 'link.minib'])).stdout).toBe('total 6\n');
  });

  it('stays what it was when a later build fails', async () => {
    await bench.run(['build', 'sum.mini', '-o', 'out.minib']);
    const before = text('out.minib');
    bench.file('sum.mini', 'let = 1;');
    expect((await bench.run(['build', 'sum.mini', '-o', 'out.minib'])).code).toBe(1);
    expect(text('out.minib')).toBe(before);
  });

  it('has beside it what the build makes besides, which never replaces other files', async () => {
    bench.file('one.twl', 'contract One { pub fn main() { print("one"); } }\n');
    mkdirSync(at('made'));
    expect(await bench.run(['build', 'one.twl', '-o', 'made/of.wasm'])).toMatchObject({ code: 0 });
    expect(readdirSync(at('made')).toSorted()).toEqual(['of.meta', 'of.wasm', 'of.wasm.map']);
    expect((await bench.run(['run', 'made/of.wasm'])).stdout).toBe('one\n');
    bench.file('made/of.meta', 'mine');
    const refused = await bench.run(['build', 'one.twl', '-o', 'made/of.wasm']);
    expectRefusal(refused, 'of.meta is a file that no build made; the build would overwrite it.');
    expect(text('made/of.meta')).toBe('mine');
  });

  it('needs a folder that exists, and a file in it', async () => {
    expectRefusal(
      await bench.run(['build', 'sum.mini', '-o', 'none/such/x']),
      `cannot write none/such/x: there is no folder ${at('none/such')}. Make it first: mkdir -p ${at('none/such')}`,
    );
    expectRefusal(await bench.run(['build', 'sum.mini', '-o', '.']), '. is a folder. Name a file in it.');
    expectRefusal(await bench.run(['build', 'sum.mini', '-o', 'sum.mini/x']), 'is not a folder.');
    expect((await bench.run(['build', 'sum.mini', '-o', ''])).code).toBe(2);
  });

  it.skipIf(isRoot)('needs the permission to write there', async () => {
    mkdirSync(at('closed'));
    chmodSync(at('closed'), 0o500);
    expectRefusal(await bench.run(['build', 'sum.mini', '-o', 'closed/x']), 'this user may not');
    chmodSync(bench.file('kept', 'kept'), 0o400);
    expectRefusal(await bench.run(['build', 'sum.mini', '-o', 'kept']), 'this user may not');
  });

  it('may be a device, which stays one', async () => {
    expect(await bench.run(['build', 'sum.mini', '-o', '/dev/null'])).toMatchObject({ code: 0 });
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('is never claimed for a program that needs no building', async () => {
    bench.file('done', '\u007fELF and so on');
    expectRefusal(await bench.run(['build', 'done', '--language', 'c', '-o', 'out']), 'needs no building');
    expect(existsSync(at('out'))).toBe(false);
  });

  it.each(['run', 'build'])('leaves nothing behind when a signal ends sonde %s halfway', async command => {
    // A compiler that never gets done, and says when it has begun.
    chmodSync(bench.file('slow-cc', '#!/bin/sh\necho $$ >started\nexec sleep 600\n'), 0o755);
    bench.file('a.c', 'int main(void) { return 0; }\n');
    const output = command === 'build' ? ['-o', 'a'] : [];
    const running = bench.start([command, 'a.c', ...output, '--set', `cc=${at('slow-cc')}`], {
      TMPDIR: bench.folder,
    });
    await expect
      .poll(() => existsSync(at('started')) && text('started').endsWith('\n'), { timeout: 20_000 })
      .toBe(true);
    running.child.kill('SIGINT');
    expect(await running.finished()).toMatchObject({ code: 130, stdout: '', stderr: '' });
    await allGone([Number(text('started'))]);
    expect(readdirSync(bench.folder).filter(name => name.includes('sonde-'))).toEqual([]);
  });
});

describe('a log', () => {
  it('goes on in the same file', async () => {
    await bench.run(['dap', '--log', 'a.log']);
    const once = text('a.log');
    expect(once).toMatch(/^\d{4}-\S+Z stdio: the peer closed it\n\S+ ending: the client is gone\n$/);
    await bench.run(['dap', '--log', 'a.log']);
    expect(text('a.log').startsWith(once)).toBe(true);
    expect(text('a.log').length).toBe(2 * once.length);
    expect(statSync(at('a.log')).mode & 0o777).toBe(0o600);
  });

  it.each([['dap'], ['serve'], ['debug', 'sum.mini']])(
    'of sonde %s is never written into another file',
    async (...command) => {
      expectRefusal(
        await bench.run([...command, '--log', 'sum.mini']),
        'sum.mini holds something else than a log. Choose another file.',
      );
      expect(text('sum.mini')).toBe(programs.sum);
    },
  );

  it('is not written into an empty program or script either', async () => {
    bench.file('empty.mini', '');
    const words = 'holds something else than a log';
    expectRefusal(await bench.run(['debug', 'empty.mini', '--log', 'empty.mini']), words);
    expectRefusal(await bench.run(['debug', 'sum.mini', '-x', 'empty.mini', '--log', 'empty.mini']), words);
    expect(text('empty.mini')).toBe('');
  });

  it('needs a folder that exists', async () => {
    expectRefusal(
      await bench.run(['dap', '--log', 'none/x.log']),
      `cannot write none/x.log: there is no folder ${at('none')}. Make it first: mkdir -p ${at('none')}`,
    );
  });
});
