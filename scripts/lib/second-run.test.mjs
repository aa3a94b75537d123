import { describe, expect, it } from 'vitest';
import { countTests } from './count-reporter.mjs';
import { filesToRunAgain, joinRuns, secondRunLines } from './second-run.mjs';

const file = (name, passed, ...titles) => ({ file: `/tree/${name}`, passed, failed: titles.length, titles });
const run = (...files) => ({
  ok: files.every(({ failed }) => failed === 0),
  seconds: 10,
  counts: {
    passed: files.reduce((sum, { passed }) => sum + passed, 0),
    failed: files.reduce((sum, { failed }) => sum + failed, 0),
    skipped: [],
    files,
  },
});

describe('a second run', () => {
  it('is for the few files that failed', () => {
    expect(filesToRunAgain(run(file('a', 3), file('b', 2, 'stops')).counts)).toEqual(['/tree/b']);
    expect(filesToRunAgain(run(file('a', 3)).counts)).toEqual([]);
    expect(filesToRunAgain(undefined)).toEqual([]);
  });

  it('is not for many, nor for failures outside of any file', () => {
    const many = ['a', 'b', 'c', 'd'].map(name => file(name, 0, 'fails'));
    expect(filesToRunAgain(run(...many).counts)).toEqual([]);
    expect(filesToRunAgain({ ...run(file('a', 0, 'fails')).counts, failed: 2 })).toEqual([]);
  });

  it('counts for its files, and names what passed only there', () => {
    const first = run(file('a', 3), file('b', 2, 'stops', 'steps'));
    const joined = joinRuns(first, run(file('b', 4)));
    expect(joined).toMatchObject({ ok: true, seconds: 20, counts: { passed: 7, failed: 0 } });
    expect(secondRunLines(first, joined, '/tree')).toEqual([
      'PASSED ONLY ALONE: b: stops',
      'PASSED ONLY ALONE: b: steps',
    ]);
  });

  it('fails the gate where a file fails again, or the run came to no end', () => {
    const first = run(file('a', 3), file('b', 2, 'stops'));
    const again = joinRuns(first, run(file('b', 2, 'stops')));
    expect(again).toMatchObject({ ok: false, counts: { passed: 5, failed: 1 } });
    expect(secondRunLines(first, again, '/tree')).toEqual([]);
    expect(joinRuns(first, { ok: false, seconds: 1 })).toMatchObject({ ok: false, counts: { failed: 1 } });
  });
});

describe('the counts of a run', () => {
  const test = (fullName, state) => ({ fullName, result: () => ({ state }) });
  const module = (moduleId, tests, errors = []) => ({
    moduleId,
    children: { allTests: () => tests },
    errors: () => errors,
  });

  it('tell of each file what failed in it', () => {
    const counts = countTests(
      [
        module('a', [test('stops', 'passed'), test('steps', 'failed'), test('waits', 'skipped')]),
        module('b', [], [new Error('does not load')]),
      ],
      [],
    );
    expect(counts).toEqual({
      passed: 1,
      failed: 2,
      skipped: [{ file: 'a', title: 'waits' }],
      files: [
        { file: 'a', passed: 1, failed: 1, titles: ['steps'] },
        { file: 'b', passed: 0, failed: 1, titles: ['(the file itself)'] },
      ],
    });
  });

  it('belong to no file where an error came from outside', () => {
    const counts = countTests([module('a', [test('stops', 'passed')])], [new Error('rejected')]);
    expect(counts.failed).toBe(1);
    expect(filesToRunAgain(counts)).toEqual([]);
  });
});
