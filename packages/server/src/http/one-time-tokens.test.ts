import { expect, it } from 'vitest';
import { OneTimeTokens } from './one-time-tokens.js';

it('a token for one use lets in the first who presents it, with its rights', () => {
  const tokens = new OneTimeTokens();
  const one = tokens.make('read-only');
  const other = tokens.make('full');
  expect(one).toMatch(/^[\w-]{43}$/);
  expect(tokens.redeem('wrong')).toBeUndefined();
  expect(tokens.redeem('')).toBeUndefined();
  expect(tokens.redeem(one)).toBe('read-only');
  expect(tokens.redeem(one)).toBeUndefined();
  expect(tokens.redeem(other)).toBe('full');
});

it('a token for one use that nobody used is worth nothing after two minutes', () => {
  let now = 0;
  const tokens = new OneTimeTokens(() => now);
  const kept = tokens.make('full');
  const forgotten = tokens.make('full');
  now = 119_000;
  expect(tokens.redeem(kept)).toBe('full');
  now = 120_000;
  expect(tokens.redeem(forgotten)).toBeUndefined();
});
