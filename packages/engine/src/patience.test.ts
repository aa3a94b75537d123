import { expect, it } from 'vitest';
import { patient } from './patience.js';

it('makes limits longer, and never shorter', () => {
  expect([patient(200, 1), patient(200, 2.5), patient(200, 0.5)]).toEqual([200, 500, 200]);
});

it('leaves limits as they are where the factor makes no sense', () => {
  expect([NaN, Infinity, -3, 0].map(factor => patient(200, factor))).toEqual([200, 200, 200, 200]);
});
