import { describe, expect, it } from 'vitest';
import { rowText } from './rows.js';

const textOf = (text: string): string | undefined => rowText(text)?.text;

describe('rows that LLDB evaluates', () => {
  it('are found behind a comma and before an @', () => {
    expect(textOf('flexible->data,4')).toBe('&*(flexible->data)');
    expect(textOf('v.data() , [3]')).toBe('&*(v.data())');
    expect(textOf('*flexible->data@4')).toBe('&*(flexible->data)');
    expect(textOf('*v.at(f(1)).data() @ 2')).toBe('&*(v.at(f(1)).data())');
  });

  it('have ways to their elements', () => {
    expect(textOf('(*names@2)[1]')).toBe('(&*(names))[1]');
    expect(textOf('(f(1, 2),3)[0]')).toBe('(&*(f(1, 2)))[0]');
  });

  it('are no calls, and nothing else with a comma', () => {
    for (const text of ['f(a,4)', 'x', 'a, b', '(f)(a,4)', 'v[f(1,2)]', '', 'p,0', '*p@99999999999']) {
      expect(textOf(text)).toBeUndefined();
    }
  });
});
