import { describe, expect, it } from 'vitest';
import { didYouMean, editDistance, nearest } from './nearest.js';

describe('the nearest word', () => {
  it('counts letters that are missing, too many, wrong or swapped', () => {
    expect(editDistance('break', 'break')).toBe(0);
    expect(editDistance('brek', 'break')).toBe(1);
    expect(editDistance('berak', 'break')).toBe(1);
    expect(editDistance('', 'abc')).toBe(3);
  });

  it('is offered only when it is near', () => {
    expect(nearest('debgu', ['run', 'debug', 'dap'])).toBe('debug');
    expect(nearest('--langauge', ['--language', '--log'])).toBe('--language');
    expect(nearest('zebra', ['run', 'debug', 'dap'])).toBeUndefined();
    expect(nearest('x', [])).toBeUndefined();
    expect(didYouMean('rn', ['run'])).toBe(' Did you mean run?');
    expect(didYouMean('zebra', ['run'])).toBe('');
  });
});
