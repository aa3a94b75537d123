import { Type } from '@sinclair/typebox';
import { expect, it } from 'vitest';
import { findProblem } from './problem.js';

it('tells what an object must have, where it may be one of several kinds', () => {
  const schema = Type.Union([
    Type.String(),
    Type.Object({ text: Type.String() }, { additionalProperties: false }),
    Type.Object({ bytes: Type.String() }, { additionalProperties: false }),
  ]);
  expect(findProblem(schema, { foo: 1 }, 'data')).toBe(
    'data must be a string, an object with "text" or an object with "bytes", got an object',
  );
  expect(findProblem(schema, { text: 'a' }, 'data')).toBeUndefined();
});

it('tells what a string has to look like, in the words of the schema where it has some', () => {
  const hash = Type.String({ pattern: '^0x[0-9a-f]{6,64}$', patternErrorMessage: '0x and 6 to 64 digits' });
  expect(findProblem(hash, '0x1234', 'hash')).toBe('hash must be 0x and 6 to 64 digits, got "0x1234"');
  expect(findProblem(hash, 5, 'hash')).toBe('hash must be 0x and 6 to 64 digits, got 5');
  const amount = Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]+$' })]);
  expect(findProblem(amount, 'x', 'amount')).toBe(
    'amount must be an integer or a string that matches ^[0-9]+$, got "x"',
  );
  expect(findProblem(Type.String({ minLength: 1 }), '', 'host')).toBe(
    'host must be a string that is not empty, got ""',
  );
});

it('says of a value of the right kind what is wrong inside', () => {
  const record = Type.Union([
    Type.Boolean(),
    Type.String({ minLength: 1 }),
    Type.Object({ budgetMB: Type.Optional(Type.Integer({ minimum: 1 })) }),
  ]);
  expect(findProblem(record, { budgetMB: 0 }, 'record')).toBe('record.budgetMB must be at least 1, got 0');
  expect(findProblem(record, '', 'record')).toBe('record must be a string that is not empty, got ""');
  expect(findProblem(record, 5, 'record')).toBe('record must be true or false, a string or an object, got 5');
});
