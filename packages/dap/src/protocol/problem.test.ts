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
