// Going back on the console, and recordings that are made and opened by the command.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as programs from './programs.js';
import { Workbench } from './sonde.js';

let bench: Workbench;

beforeEach(() => {
  bench = new Workbench();
  bench.file('sum.mini', programs.sum);
  bench.file('failing.mini', programs.failing);
});

afterEach(() => bench.close());

async function debug(command: readonly string[], ...lines: string[]): Promise<string> {
  bench.file('script.txt', lines.map(line => `${line}\n`).join(''));
  const { stdout, stderr } = await bench.run([...command, '-x', 'script.txt']);
  expect(stderr).toBe('');
  return stdout.slice(stdout.indexOf('\n') + 1);
}

it('goes back by lines, into and out of calls, and to breakpoints', async () => {
  const text = await debug(
    ['debug', 'sum.mini'],
    'break 10 if i == 3',
    'run',
    'back',
    'back in',
    'back out',
    'rcontinue',
  );
  expect(text).toContain(`(sonde) back
Stepped to (main) at sum.mini:9
 > 9    total = add(total, i);
`);
  expect(text).toContain(`(sonde) rcontinue
Stopped at the entry, in (main) at sum.mini:6
 > 6  let total = 0;
`);
});

it('says of a watched variable what each write did, in both directions', async () => {
  bench.file('writes.mini', 'let a = 1;\na = 99;\na = 10;\na = 5;\nprint a;\n');
  const text = await debug(
    ['debug', 'writes.mini'],
    ...[
      'break 5',
      'run',
      'watch a',
      'rcontinue',
      'rcontinue',
      'rcontinue',
      'continue',
      'goto end',
      'rcontinue',
    ],
  );
  const told = [...text.matchAll(/^a (was|is) .*$/gm)].map(([line]) => line);
  expect(told).toEqual([
    'a was 99, is now 10',
    'a was 1, is now 99',
    'a was 0, is now 1',
    'a was 1, is now 99',
    'a was 99, is now 10',
  ]);
});

it('refuses to record over a source, and to replay what is none', async () => {
  const over = await bench.run(['record', 'sum.mini', '-o', 'sum.mini']);
  expect(over).toMatchObject({ code: 1, stdout: '' });
  expect(over.stderr).toContain('sum.mini is no recording; it would be overwritten.');
  expect(readFileSync(join(bench.folder, 'sum.mini'), 'utf8')).toBe(programs.sum);
  const replayed = await bench.run(['replay', 'sum.mini', '--plain']);
  expect(replayed.stdout + replayed.stderr).toContain('sum.mini is no recording of Sonde.');
});
