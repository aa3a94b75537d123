import { describe, expect, it } from 'vitest';
import { OutputHistory } from './output-history.js';

describe('the output history', () => {
  it('keeps the newest and counts what it dropped', () => {
    const history = new OutputHistory(10);
    for (const text of ['aaaa', 'bbbb', 'cccc']) history.add({ category: 'stdout', text });
    expect(history.records().map(r => r.text)).toEqual(['bbbb', 'cccc']);
    expect(history.dropped).toBe(4);
  });

  it('keeps one record even when it alone is too large', () => {
    const history = new OutputHistory(3);
    history.add({ category: 'stdout', text: 'abcdef' });
    expect(history.records()).toHaveLength(1);
  });
});
