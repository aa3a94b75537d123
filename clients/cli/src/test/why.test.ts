// `sonde why`: how a line was resolved, on real programs, and what it says to questions that make no sense.

import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { nativeTools } from '@sonde/engine-native';
import type { WhyReport } from '@sonde/session';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Workbench, type Finished } from './sonde.js';

let bench: Workbench;

beforeEach(() => {
  bench = new Workbench();
  bench.file('steps.mini', steps);
});

afterEach(() => bench.close());

const steps = `// What is counted.

let total = 0;

fn add(n) {
  total = total + n; // here
  if n > 5 {
    total = 0;
  }
  return total;
}

add(1); add(2);
print "ran " + total;
`;

const why = (...args: readonly string[]): Promise<Finished> => bench.run(['why', ...args]);

async function report(...args: readonly string[]): Promise<WhyReport> {
  const { stdout, stderr } = await why(...args, '--json');
  expect(stderr).toBe('');
  return JSON.parse(stdout) as WhyReport;
}

describe('sonde why', () => {
  it('says where a line is bound, and does not run the program', async () => {
    const { code, stdout, stderr } = await why('steps.mini', 'steps.mini:6');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^steps\.mini:6 is bound, in one place\.$/m);
    expect(stdout).toMatch(/^ {2}program +steps\.mini \(Mini\)$/m);
    expect(stdout).toMatch(/^ {2}stops at +6:3 +total = total \+ n; \/\/ here {2}in add {2}0x[0-9a-f]+$/m);
    expect(stdout).not.toContain('ran 3');
  });

  it('says that a line is a part of a statement, where it is', async () => {
    bench.file('long.ng', 'fun add(a: i32, b: i32) -> i32 {\n  return a +\n    b;\n}\nprint(add(1, 2));\n');
    const { stdout } = await why('long.ng', '3');
    expect(stdout).toMatch(
      /^ {2}moved to +line 2, because of line 3: it is a part of the statement that begins there$/m,
    );
  });

  it('shows what a terminal would obey by its numbers', async () => {
    bench.file('marks.ng', 'print("a\u202eb\u001b[31m");\n');
    const { stdout } = await why('marks.ng', '1');
    expect(stdout).toContain(String.raw`a\u{202e}b\u{1b}[31m`);
    expect(stdout).not.toContain('\u202e');
  });

  it('says why a line moved', async () => {
    const { code, stdout } = await why('steps.mini', '1');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}line 1 +a comment: \/\/ What is counted\.$/m);
    expect(stdout).toMatch(/^ {2}moved to +line 3, because of line 1: it is a comment$/m);
  });

  it('takes a column: the statement behind it is meant', async () => {
    expect((await report('steps.mini', 'steps.mini:13:3')).sites).toMatchObject([{ line: 13, column: 9 }]);
  });

  it('checks a condition where it would be evaluated', async () => {
    const good = await why('steps.mini', '6', '--condition', 'n > 1');
    expect(good.code).toBe(0);
    expect(good.stdout).toMatch(/condition +n > 1: makes sense there; decided near the program/);
    const bad = await why('steps.mini', '6', '--condition', 'nobody > 1');
    expect(bad.code).toBe(1);
    expect(bad.stdout).toMatch(/condition +nobody > 1: refused\. .*nobody/);
  });

  it('names the nearest statements where there is no code', async () => {
    const { code, stdout } = await why('steps.mini', '500');
    expect(code).toBe(1);
    expect(stdout).toMatch(/is not bound\. No code at line 500/);
    expect(stdout).toMatch(/line 500 +past the end: the file has 14 lines/);
    expect(stdout).toMatch(/nearby +10:3 .*\n +11:1 .*\n +13:1 .*\n +14:1 +print/);
  });

  it('tells a part that is loaded later from a file that is no part at all', async () => {
    bench.file('part.mini', 'fn late() {\n  return 1;\n}\n');
    bench.file('whole.mini', 'use "part.mini";\nprint late();\n');
    expect(await report('whole.mini', 'part.mini:2')).toMatchObject({ bound: false, state: 'pending' });
    const stranger = await why('whole.mini', 'steps.mini:6');
    expect(stranger.code).toBe(1);
    expect(stranger.stdout).toContain('the program has no code from it');
    const nowhere = await why('whole.mini', 'nowhere.mini:6');
    expect(nowhere.code).toBe(1);
    expect(nowhere.stdout).toContain('there is no such file here');
  });

  it('finds a file of the same name elsewhere and says how to map it; the map then works', async () => {
    mkdirSync(join(bench.folder, 'moved'));
    const image = await bench.run(['build', 'steps.mini', '-o', 'steps.minib']);
    expect(image.code).toBe(0);
    renameSync(join(bench.folder, 'steps.mini'), join(bench.folder, 'moved', 'steps.mini'));
    const lost = await why('steps.minib', 'moved/steps.mini:6');
    expect(lost.code).toBe(1);
    expect(lost.stdout).toContain('it has code from another steps.mini');
    const [, advice] = /--set '(sourceMap=.*)'/.exec(lost.stdout)!;
    const found = await report('steps.minib', 'moved/steps.mini:6', '--set', advice!);
    expect(found).toMatchObject({ bound: true, source: { known: 'yes', exists: true } });
    expect(found.source.mappedTo).toMatch(/steps\.mini$/);
  });

  it('says when the text is not the one that was built', async () => {
    await bench.run(['build', 'steps.mini', '-o', 'steps.minib']);
    bench.file('steps.mini', `// A new line.\n${steps}`);
    const { stdout } = await why('steps.minib', 'steps.mini:6');
    expect(stdout).toMatch(/has changed since the program was built/);
  });

  it('shows every instance of generic code', async () => {
    bench.file(
      'twice.ng',
      'fun same<T>(x: T) -> T {\n  return x;\n}\n\nprint(same(1));\nprint(same("one"));\n',
    );
    const { bound, sites } = await report('twice.ng', 'twice.ng:2');
    expect(bound).toBe(true);
    expect(sites).toHaveLength(2);
    expect(new Set(sites.map(site => site.address)).size).toBe(2);
  });

  it.each([
    ['0', /count from 1/],
    ['steps.mini:0', /count from 1/],
    ['steps.mini:6:0', /count from 1/],
    ['steps.mini', /is no place/],
    ['steps.mini:', /is no place/],
    ['steps.mini:six', /is no place/],
  ])('refuses the place %s', async (place, words) => {
    const { code, stdout, stderr } = await why('steps.mini', place);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(words);
  });

  it('shows what is wrong with a program that does not build', async () => {
    bench.file('broken.mini', 'let = 1;\n');
    const { code, stdout, stderr } = await why('broken.mini', '1');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/broken\.mini:1:5: error/);
    expect(stderr).toMatch(/could not be built/);
  });

  it('knows no program that is not there, and needs both operands', async () => {
    const missing = await why('nothing.mini', '1');
    // 1 would mean that the program is there and nothing is bound in it.
    expect(missing.code).toBe(2);
    expect(missing.stderr).toBe(
      'sonde: there is no file nothing.mini. Check the name and the current folder.\n',
    );
    expect((await why('steps.mini')).code).toBe(2);
  });
});

describeUnlessMissing('sonde why on native programs', (await nativeTools()).missing, () => {
  const inlined = `#include <stdio.h>

static inline __attribute__((always_inline)) int twice(int n) {
  return 2 * n;
}

int main(int argc, char **argv) {
  (void)argv;
  int a = twice(argc);
  int b = twice(argc + 1);
  printf("ran %d\\n", a + b);
  return 0;
}
`;

  it('shows the places that code was inlined into, and does not run it', async () => {
    bench.file('inlined.c', inlined);
    const { code, stdout } = await why('inlined.c', 'inlined.c:4');
    expect(code).toBe(0);
    expect(stdout).toMatch(/is bound, in 2 places/);
    expect(stdout.match(/in twice, inlined into main/g)).toHaveLength(2);
    expect(stdout).toMatch(/program +inlined\.c \(C and C\+\+\), built as \S+/);
    expect(stdout).not.toMatch(/^ran/m);
  });

  it('says what is wrong with a line, a condition and an executable without its source', async () => {
    bench.file('inlined.c', inlined);
    expect((await report('inlined.c', '8')).moved).toMatchObject({ to: 9 });
    const bad = await why('inlined.c', '9', '--condition', 'a = 1');
    expect(bad.code).toBe(1);
    expect(bad.stdout).toMatch(/condition +a = 1: refused/);
    const stranger = await why('inlined.c', 'steps.mini:3');
    expect(stranger.code).toBe(1);
    expect(stranger.stdout).toMatch(/is not bound yet\. .*-g/);
  });
});
