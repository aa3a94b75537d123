import { describe, expect, it } from 'vitest';
import { PassedSites } from './passed-sites.js';

const at = (address: number) => (): number => address;

describe('the sites that were passed', () => {
  it('let a task leave where its breakpoints were heard, once', () => {
    const sites = new PassedSites();
    sites.judged(1, 10);
    expect(sites.heard(1, 10)).toBe(true);
    expect(sites.heard(1, 11)).toBe(false);
    expect(sites.leaves(1, at(10))).toBe(true);
    expect(sites.leaves(1, at(10))).toBe(false);
    expect(sites.meets(1, 10)).toBe(false);
  });

  it('do not let a task pass a site it came to by another way', () => {
    const sites = new PassedSites();
    sites.judged(1, 10);
    expect(sites.leaves(1, at(20))).toBe(false);
    sites.judged(1, 10);
    expect(sites.meets(1, 20)).toBe(false);
    expect(sites.heard(1, 10)).toBe(false);
  });

  it('keep a task that is not the current one until its turn comes', () => {
    const sites = new PassedSites();
    sites.judged(2, 10);
    expect(sites.leaves(1, at(10))).toBe(false);
    expect(sites.meets(2, 10)).toBe(true);
    expect(sites.leaves(2, at(10))).toBe(true);
  });

  it('take an instruction that has begun for heard, and the next meeting for another', () => {
    const sites = new PassedSites();
    sites.judged(1, 10);
    sites.begun(1, 10);
    expect(sites.heard(1, 10)).toBe(true);
    expect(sites.leaves(1, at(10))).toBe(false);
    expect(sites.meets(1, 10)).toBe(false);
    expect(sites.heard(1, 10)).toBe(false);
  });

  it('forget one task without the others, and what is no longer armed', () => {
    const sites = new PassedSites();
    for (const task of [1, 2, 3]) sites.judged(task, task * 10);
    sites.forget(1);
    sites.forgetUnless(address => address === 20);
    expect([1, 2, 3].map(task => sites.knows(task))).toEqual([false, true, false]);
  });
});
