import { describe, expect, it } from 'vitest';
import { ToldFacts } from './told-facts.js';
import { text } from './wire.js';

describe('facts that are told once', () => {
  it('are known by their number from then on', () => {
    const facts = new ToldFacts(text);
    facts.take({ told: { 1: 'one', 2: 'two' } });
    facts.take({ told: { 3: 'three' } });
    expect([1, 2, 3].map(number => facts.get(number))).toEqual(['one', 'two', 'three']);
  });

  it('are there for what was on its way when the bridge began anew, and gone when it does so again', () => {
    const facts = new ToldFacts(text);
    facts.take({ told: { 1: 'one' } });
    facts.take({ anew: true, told: { 2: 'two' } });
    expect([facts.get(1), facts.get(2)]).toEqual(['one', 'two']);
    facts.take({ anew: true, told: {} });
    expect(() => facts.get(1)).toThrow('fact 1 was never told');
    expect(facts.get(2)).toBe('two');
  });

  it('are refused when nobody told them, or not as they should be', () => {
    const facts = new ToldFacts(text);
    expect(() => facts.get(1)).toThrow('never told');
    expect(() => facts.get('1')).toThrow('a whole number');
    expect(() => facts.take({ told: { 1: 7 } })).toThrow('a text');
    expect(() => facts.take(null)).toThrow('an object');
  });
});
