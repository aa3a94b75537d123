import { ResponseFailure } from '@sonde/dap';
import { describe, expect, it } from 'vitest';
import { Timeline, TimelineFailure } from '../timeline.js';
import { CheckFailure, CheckSkipped } from './check.js';
import { describeFrame, during, listed, refusalOf, stopFor } from './looking.js';

const silence = (): TimelineFailure => new TimelineFailure('nothing came', new Timeline());

describe('what fails during some work', () => {
  it('is told with the work, and a refusal with its reason', async () => {
    const work = during('stepping', Promise.reject(new ResponseFailure('not now')));
    await expect(work).rejects.toThrow(new CheckFailure('stepping was refused: not now'));
  });

  it('keeps its transcript', async () => {
    const work = during('stepping', Promise.reject(silence()));
    await expect(work).rejects.toThrow(/^stepping: nothing came\n {2}timeline/);
    await expect(work).rejects.toBeInstanceOf(TimelineFailure);
  });

  it('passes the answer on when nothing fails', async () => {
    expect(await during('stepping', Promise.resolve(5))).toBe(5);
  });
});

describe('a refusal', () => {
  it('is told from an answer', async () => {
    expect(await refusalOf(Promise.resolve(5))).toEqual({ refused: false, answer: 5 });
    const refused = await refusalOf(Promise.reject(new ResponseFailure('not now')));
    expect(refused).toEqual({ refused: true, reason: 'not now' });
  });

  it('is not the same as silence', async () => {
    await expect(refusalOf(Promise.reject(silence()))).rejects.toBeInstanceOf(TimelineFailure);
  });
});

describe('a check that builds upon another', () => {
  it('is skipped when there is nothing to build upon', async () => {
    const skipped = new CheckSkipped('the program does not stop here; see group/name');
    await expect(stopFor('group/name', Promise.reject(silence()))).rejects.toThrow(skipped);
  });
});

describe('a frame', () => {
  it('is told by its file, line and function', () => {
    const frame = { id: 1, name: 'add', line: 5, column: 1 };
    expect(describeFrame({ ...frame, source: { path: '/a/b.txt', name: 'other' } })).toBe(
      'b.txt line 5 (add)',
    );
    expect(describeFrame({ ...frame, source: { name: 'made up' } })).toBe('made up line 5 (add)');
    expect(describeFrame(frame)).toBe('no source line 5 (add)');
  });
});

describe('a list', () => {
  it('is cut when it is long, and says when it is empty', () => {
    expect(listed([])).toBe('none');
    expect(listed(['a', 'b'])).toBe('a, b');
    expect(listed(Array.from({ length: 30 }, () => 'x')).endsWith('x, …')).toBe(true);
  });
});
