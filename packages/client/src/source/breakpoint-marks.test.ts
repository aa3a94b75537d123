import { expect, it } from 'vitest';
import { marksOf } from './breakpoint-marks.js';

const bound = (asked: number, line: number) => ({ asked, line, verified: true });

it('two breakpoints that are bound to one line are one dot, which tells of both', () => {
  const marks = marksOf([{ line: 3 }, { line: 4, condition: 'x' }], [bound(3, 4), bound(4, 4)], [], '/p');
  expect(marks).toHaveLength(1);
  expect(marks[0]).toMatchObject({ line: 4, asked: 4, alsoAsked: [3], shape: 'condition' });
  expect(marks[0]?.title).toContain('on line 3');
  expect(marks[0]?.title).toContain('on line 4, when x');
});

it('one that is set is seen before one that is disabled', () => {
  const marks = marksOf([{ line: 4, disabled: true }, { line: 3 }], [bound(3, 4)], [], '/p');
  expect(marks).toMatchObject([{ line: 4, asked: 3, state: 'set' }]);
});
