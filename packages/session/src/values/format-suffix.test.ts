import { Failure } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { splitFormat, withFormatSuffix } from './format-suffix.js';

describe('a format suffix', () => {
  it.each([
    ['n,x', 'n', { hex: true, binary: false }],
    ['n , h ', 'n', { hex: true, binary: false }],
    ['list[1],d', 'list[1]', { hex: false, binary: false }],
    ['a\n+ b,b', 'a\n+ b', { hex: false, binary: true }],
  ])('is taken off %j', (text, expression, format) => {
    expect(splitFormat(text)).toEqual({ expression, format });
  });

  it.each(['n', 'n,', ',x', ',,x', 'n,y', 'f(a,x)', '"a,x"', 'x', '', 'n,X'])(
    'is not seen in %j, where there is none',
    text => {
      expect(splitFormat(text)).toBeUndefined();
    },
  );

  const evaluator =
    (known: Readonly<Record<string, number>>, asked: string[] = []) =>
    async (text: string): Promise<number> => {
      asked.push(text);
      const found = known[text];
      if (found === undefined) throw new Failure('bad-expression', 'user', `what is ${text}?`);
      return found;
    };

  it('counts more than the format of the request', async () => {
    const formatted = await withFormatSuffix('n,d', { hex: true }, evaluator({ n: 1 }));
    expect(formatted).toEqual({ found: 1, expression: 'n', format: { hex: false, binary: false } });
  });

  it('is the language itself where the text makes no sense without it', async () => {
    const formatted = await withFormatSuffix('swap a,b', { hex: true }, evaluator({ 'swap a,b': 2 }));
    expect(formatted).toEqual({ found: 2, expression: 'swap a,b', format: { hex: true } });
  });

  it('is left out of what is said about a mistake', async () => {
    await expect(withFormatSuffix('n,x', {}, evaluator({}))).rejects.toThrow('what is n?');
  });

  it('does not hide a failure that has nothing to do with the text', async () => {
    const asked: string[] = [];
    const failing = async (text: string): Promise<number> => {
      asked.push(text);
      throw new Failure('stale', 'user', 'too late');
    };
    await expect(withFormatSuffix('n,x', {}, failing)).rejects.toThrow('too late');
    expect(asked).toEqual(['n']);
  });
});
