import { expect, it } from 'vitest';
import type { LogLine } from '@sonde/client';
import { OpenedAnswers } from './opened-answers.js';

const value = { name: 'point', value: '{x: 1, y: 2}', variablesReference: 5 };
const answer: LogLine = { number: 7, kind: 'answer', stream: '', text: value.value, value };
const other: LogLine = { number: 3, kind: 'output', stream: 'stdout', text: 'hello' };

const fetch = async () => [
  { name: 'x', value: '1', variablesReference: 0 },
  { name: 'y', value: '2', variablesReference: 0 },
];

it('an opened answer has its members below it, and none when it is closed again', async () => {
  const answers = new OpenedAnswers(fetch);
  expect(answers.places([other, answer])).toEqual([]);
  await answers.toggle(answer);
  expect(answers.places([other, answer])).toEqual([{ line: 1, extra: 2 }]);
  expect(answers.treeOf(answer)?.row(2)?.variable.name).toBe('y');
  await answers.toggle(answer);
  expect(answers.places([other, answer])).toEqual([]);
});

it('an opened answer that the filter hides takes no rows', async () => {
  const answers = new OpenedAnswers(fetch);
  await answers.toggle(answer);
  expect(answers.places([other])).toEqual([]);
});

it('a line without a value does not open', async () => {
  const answers = new OpenedAnswers(fetch);
  await answers.toggle(other);
  expect(answers.treeOf(other)).toBeUndefined();
});
