import { expect, it } from 'vitest';
import { asFailure } from './failure.js';

const error = (code: string): Error => Object.assign(new Error(`${code}: …`), { code, syscall: 'open' });

it.each([
  ['EMFILE', 'no file descriptors left'],
  ['ENOSPC', 'disk is full'],
  ['EROFS', 'read-only'],
])('%s is named by its cause, and blamed on the environment', (code, words) => {
  const failure = asFailure(error(code));
  expect(failure).toMatchObject({ code: 'no-resources', blame: 'environment' });
  expect(failure.message).toContain(words);
  expect(failure.next).toBeDefined();
});

it('other errors that nobody foresaw are our own fault', () => {
  expect(asFailure(error('EISDIR'))).toMatchObject({ code: 'internal', blame: 'sonde' });
});
