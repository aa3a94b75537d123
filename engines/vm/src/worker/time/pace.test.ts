import { expect, it } from 'vitest';
import { Pace } from './pace.js';

/** Runs for so long with checkpoints that cost this much; answers with the moments at which they were taken. */
function taken(forMs: number, cost: (nth: number) => { readonly ms: number; readonly bytes: number }) {
  const pace = new Pace(0);
  const moments: number[] = [];
  let spent = 0;
  for (let now = 1; now < forMs; now++) {
    if (!pace.isDue(now, now * 10_000)) continue;
    const { ms, bytes } = cost(moments.length);
    moments.push(now);
    spent += ms;
    now += ms;
    pace.took(ms, now, now * 10_000, bytes);
  }
  return { moments, spent };
}

it('checkpoints that cost nothing are as close as slices are', () => {
  const { moments } = taken(1_000, () => ({ ms: 0, bytes: 1_000 }));
  expect(moments.length).toBeGreaterThan(900);
});

it('the first ones, which are slow, do not put off those that follow', () => {
  const { moments } = taken(1_000, nth => ({ ms: nth === 0 ? 6 : 0, bytes: 0 }));
  expect(moments.filter(moment => moment < 50).length).toBeGreaterThan(15);
});

it('those that are slow as a rule take the same small part of the time', () => {
  const { moments, spent } = taken(20_000, () => ({ ms: 20, bytes: 0 }));
  expect(spent).toBeLessThan(20_000 * 0.09);
  expect(moments.length).toBeGreaterThan(20);
});

it('those after which much is saved are further apart', () => {
  const { moments } = taken(10_000, () => ({ ms: 0, bytes: 5_000_000 }));
  expect(moments.length).toBeGreaterThan(150);
  expect(moments.length).toBeLessThan(250);
});

it('one in the middle of which the thread stood still does not put off the next for long', () => {
  const { moments } = taken(2_000, nth => ({ ms: nth === 100 ? 500 : 0, bytes: 0 }));
  // Half a second it stood still; to pay for it would take six.
  expect(moments.filter(moment => moment > 1_000).length).toBeGreaterThan(450);
});
