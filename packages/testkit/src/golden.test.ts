import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { GoldenMismatch, compareWithGolden, goldenFile } from './golden.js';
import { Transcript } from './transcript.js';

const folder = mkdtempSync(join(tmpdir(), 'sonde-golden-'));
mkdirSync(join(folder, 'dist', 'test'), { recursive: true });
writeFileSync(join(folder, 'package.json'), '{}');
afterAll(() => rmSync(folder, { recursive: true }));

const testFile = join(folder, 'dist', 'test', 'walk.test.js');

function logged(...lines: string[]): Transcript {
  const transcript = new Transcript();
  for (const line of lines) transcript.line(line);
  return transcript;
}

test('the golden of a built test lies beside its source', () => {
  const file = goldenFile({ testFile, name: 'Steps in: over & out' });
  expect(file).toBe(join(folder, 'src', 'test', 'goldens', 'steps-in-over-out.txt'));
  expect(goldenFile({ testFile: `file://${testFile}`, name: 'Steps in: over & out' })).toBe(file);
});

test('a `dist` that belongs to no package is an ordinary folder', () => {
  const file = goldenFile({ testFile: '/nowhere/dist/x.test.js', name: 'n' });
  expect(file).toBe(join('/nowhere/dist/goldens/n.txt'));
});

test('a missing golden fails, accepting writes it, then it is compared', () => {
  const target = { testFile, name: 'first' };
  const missing = (): void => compareWithGolden(logged('one', 'two'), { ...target, accept: false });
  expect(missing).toThrow(GoldenMismatch);
  expect(missing).toThrow(/there is no golden file .*first\.txt; the transcript is\n(.*\n)*\+ one\n\+ two/);
  compareWithGolden(logged('one', 'two'), { ...target, accept: true });
  expect(readFileSync(goldenFile(target), 'utf8')).toBe('one\ntwo\n');
  compareWithGolden(logged('one', 'two'), { ...target, accept: false });
});

test('a difference shows a diff and the command that accepts it', () => {
  const target = { testFile, name: 'second' };
  compareWithGolden(logged('a', 'b', 'c'), { ...target, accept: true });
  const transcript = logged('a', 'x', 'c');
  const compare = (): void => compareWithGolden(transcript, { ...target, accept: false });
  expect(compare).toThrow('(- golden, + this run)\n  a\n- b\n+ x\n  c');
  expect(compare).toThrow('accept it with: npm run accept -- walk.test.js');
  expect(transcript.isAsserted).toBe(true);
});
