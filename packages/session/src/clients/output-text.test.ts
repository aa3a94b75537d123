import { describe, expect, it } from 'vitest';
import { OutputText } from './output-text.js';

const dump = { category: 'stdout', marker: '[dump] ', shows: 'hex' } as const;
const notes = { category: 'console', marker: '[notes] ', shows: 'text' } as const;

describe('a line with a marker', () => {
  it('begins a new one where another stream has not finished its own', () => {
    const output = new OutputText();
    expect(output.show('stdout', 'unfinished', undefined)).toBe('unfinished');
    expect(output.show('dump', 'a', dump)).toMatch(/^\n\[dump\] .*\|a\|\n$/);
    expect(output.show('stdout', 'more\n', undefined)).toBe('more\n');
    expect(output.show('dump', 'b', dump)).toMatch(/^\[dump\] /);
  });

  it('is left alone by lines that are shown elsewhere, and goes on with its own', () => {
    const output = new OutputText();
    output.show('stdout', 'unfinished', undefined);
    expect(output.show('notes', 'one ', notes)).toBe('[notes] one ');
    expect(output.show('notes', 'two\n', notes)).toBe('two\n');
  });

  it('begins the next run', () => {
    const output = new OutputText();
    output.show('stdout', 'unfinished', undefined);
    output.finish();
    expect(output.show('dump', 'a', dump)).toMatch(/^\[dump\] /);
  });
});
