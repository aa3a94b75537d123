import { expect, it } from 'vitest';
import { Problems } from './problems.js';
import { SourceText } from './source-text.js';

const lines = 200;
const text = new SourceText({ name: 'many', path: '/many' }, 'line\n'.repeat(lines));
const at = (line: number) => text.span(5 * line, 5 * line + 4);

it('many warnings neither end the work nor hide an error', () => {
  const problems = new Problems(text);
  for (let line = 0; line < 100; line++) problems.warning(at(line), 'careful');
  expect(problems.full).toBe(false);
  problems.error(at(150), 'wrong');
  const told = problems.diagnostics();
  expect(told.filter(({ severity }) => severity === 'warning')).toHaveLength(50);
  expect(told.at(-1)).toMatchObject({ severity: 'error', message: 'wrong', location: { line: 151 } });
});

it('is full of errors at some point, and keeps the first ones', () => {
  const problems = new Problems(text);
  for (let line = 0; line < 100; line++) problems.error(at(line), 'wrong');
  expect(problems.full).toBe(true);
  expect(problems.diagnostics()).toHaveLength(50);
  expect(problems.diagnostics()[0]).toMatchObject({ location: { line: 1 } });
});
