// The line of time on the console, and recordings that are made and opened by the command.
import { readFileSync, writeFileSync } from 'node:fs';
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

it('refuses to record where runs cannot be taken along, before anything runs', async () => {
  bench.file('loud.twl', 'contract Loud {\n  pub fn main() {\n    print("ran");\n  }\n}\n');
  const { code, stdout, stderr } = await bench.run(['record', 'loud.twl', '-o', 'loud.sonde']);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('one can go back in runs of Twilight while they are debugged');
});

it('refuses a place for the recording that is missing before the program runs, and one to replay that is', async () => {
  const lost = await bench.run(['record', 'sum.mini', '-o', 'no/such/run.sonde']);
  expect([lost.code, lost.stdout]).toEqual([1, '']);
  expect(lost.stderr).toMatch(/there is no folder .*no\/such\. Make it first: mkdir -p /);
  expect(await bench.run(['replay', 'nothing.sonde'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'sonde: there is no file nothing.sonde. Check the name and the current folder.\n',
  });
  expect(await bench.run(['replay', '.'])).toMatchObject({
    code: 2,
    stderr: 'sonde: . is a folder. Name the recording in it.\n',
  });
});

it('tells which moment it is, and goes to others', async () => {
  const text = await debug(
    ['debug', 'sum.mini'],
    'break 10 if i == 3',
    'run',
    'back',
    'back in',
    'back out',
    'rcontinue',
    'when',
    'history total',
    'goto end',
  );
  expect(text).toContain(`(sonde) back
Stepped to (main) at sum.mini:9
 > 9    total = add(total, i);
`);
  expect(text).toContain(`(sonde) rcontinue
Stopped at the entry, in (main) at sum.mini:6
 > 6  let total = 0;
`);
  expect(text).toMatch(/\(sonde\) when\nAt 0\.\d+\.0: instructions \d+ of \d+ to \d+ \(now\)\n/);
  expect(text).toMatch(/\(sonde\) goto end\nJumped, in \(main\) at sum\.mini:10\n/);
});

it('stops a run before its end where that is wanted, and else says how', async () => {
  const wanted = ['--set', 'record={"stopAtEnd":true}', 'sum.mini'];
  const text = await debug(['debug', ...wanted], 'run', 'back', 'continue', 'continue', 'back');
  expect(
    text.match(/The recording ends here: the program ends with exit code 0, once it goes on/g),
  ).toHaveLength(2);
  expect(text).toContain('The program ended with exit code 0.');
  expect(text).toMatch(/The program has ended, and its run with it\. .*stopAtEnd/);
});

it('stops a replayed run at its end, from where one can go back, and evaluates there', async () => {
  bench.file('well.ng', 'val xs = [1, 2];\nprint(xs[1]);\nprint("done");\n');
  expect((await bench.run(['record', 'well.ng', '-o', 'well.sonde'])).code).toBe(0);
  const text = await debug(['replay', 'well.sonde', '--plain'], 'back', 'back', 'print xs', 'continue');
  expect(text).toContain('The recording ends here: the program ended with exit code 0, in');
  expect(text).toMatch(/Stepped to \w+ at well\.ng:2\n/);
  expect(text).toContain('xs = [1, 2]');
});

it('records a run that fails, and opens it at the failure without its source', async () => {
  const recorded = await bench.run(['record', 'failing.mini', '-o', 'run.sonde']);
  expect(recorded.stdout).toBe('caught\n');
  expect(recorded.stderr).toContain('sonde: the run is recorded in run.sonde');
  expect(recorded.code).not.toBe(0);
  writeFileSync(join(bench.folder, 'failing.mini'), '# nothing is left of it\n');
  const text = await debug(
    ['replay', 'run.sonde', '--plain'],
    'list',
    'back',
    'continue',
    'record again.sonde',
  );
  // What it printed then is shown once.
  expect(text.match(/^\| caught$/gm)).toHaveLength(1);
  expect(text.indexOf('| caught')).toBeLessThan(text.indexOf('(sonde)'));
  expect(text).toContain('in divide at');
  expect(text).toContain('return a / b;');
  expect(text).toMatch(/The run so far is in again\.sonde \(\d+ bytes\)/);
  expect(readFileSync(join(bench.folder, 'again.sonde')).subarray(0, 8).toString()).toBe('SONDEREC');
});

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('keeps the recording of a run that %s ends', async (signal, code) => {
  bench.file('endless.mini', 'let n = 0;\nprint "begun";\nwhile 1 == 1 { n = n + 1; }\n');
  const running = bench.start(['record', 'endless.mini', '-o', 'cut.sonde']);
  await running.sees('begun');
  running.child.kill(signal);
  const ended = await running.finished();
  expect(ended.stderr).toContain('sonde: the run is recorded in cut.sonde');
  expect(ended.code).toBe(code);
  const text = await debug(['replay', 'cut.sonde', '--plain'], 'print n > 0', 'back');
  expect(text).toContain('The recording ends here: nothing more was recorded');
  expect(text).toContain('n > 0 = 1');
  expect(text).toMatch(/Stepped to .* at endless\.mini:3\n/);
});

it('reads in a replay what the program read from a file, and not what is there now', async () => {
  bench.file('secret.txt', 'as it was');
  bench.file(
    'reads.ng',
    'fun main() {\n    val text = readFile("secret.txt");\n    print("len", text);\n}\n',
  );
  await bench.run(['record', 'reads.ng', '-o', 'reads.sonde']);
  // Whoever takes it for a program is told what it is.
  expect(await bench.run(['debug', 'reads.sonde'])).toMatchObject({
    code: 2,
    stderr: 'sonde: reads.sonde is the recording of a run. Open it with: sonde replay reads.sonde\n',
  });
  bench.file('secret.txt', 'changed');
  const text = await debug(['replay', 'reads.sonde', '--plain'], 'back', 'print text');
  expect(text).toContain('the program ended with exit code 0');
  expect(text).toContain('text = "as it was"');
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

it('says of a watched variable that it was what one gave it', async () => {
  bench.file('given.mini', 'let a = 1;\na = a + 1;\na = a + 1;\nprint a;\n');
  const commands = ['break 2', 'run', 'watch a', 'set a = 100', 'continue', 'set a = 7', 'continue'];
  const text = await debug(['debug', 'given.mini'], ...commands, 'rcontinue', 'history a');
  const told = [...text.matchAll(/^a (was|is) .*$/gm)].map(([line]) => line);
  expect(told).toEqual(['a was 100, is now 101', 'a was 7, is now 8', 'a was 100, is now 101']);
  const values = [...text.matchAll(/^ +\d+\.\d+\.(\d+) +(\d+)/gm)].map(([, edit, value]) => [edit, value]);
  expect(values).toEqual([
    ['0', '0'],
    ['0', '1'],
    ['1', '100'],
    ['0', '101'],
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
