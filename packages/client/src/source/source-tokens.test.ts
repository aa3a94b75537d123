import { expect, it } from 'vitest';
import { SourceTokenizer } from './source-tokens.js';

const syntax = {
  line: '//',
  block: ['/*', '*/'] as const,
  keywords: ['fn', 'if'],
  types: ['int'],
  constants: ['true'],
};
const shown = (line: string, until?: string): readonly string[] =>
  new SourceTokenizer(syntax).line(line, until).tokens.map(({ text, kind }) => `${kind}:${text}`);

it('tells words, numbers, texts and comments apart', () => {
  expect(shown('if f(0x1F, "a \\" b") // c')).toEqual([
    ...['keyword:if', 'plain: ', 'functionName:f', 'plain:(', 'number:0x1F', 'plain:, ', 'string:"a \\" b"'],
    ...['plain:) ', 'comment:// c'],
  ]);
  expect(shown('int x = true;')).toEqual(['typeName:int', 'plain: x = ', 'constant:true', 'plain:;']);
});

it('a comment over several lines goes on until its end', () => {
  const tokenizer = new SourceTokenizer(syntax);
  const first = tokenizer.line('x /* begin');
  expect(first.until).toBe('*/');
  expect(tokenizer.line('end */ fn', first.until).tokens.map(({ kind }) => kind)).toEqual([
    'comment',
    'plain',
    'keyword',
  ]);
});

it('a language that nobody knows is plain', () => {
  expect(new SourceTokenizer(undefined).line('if x')).toEqual({
    tokens: [{ text: 'if x', kind: 'plain' }],
    until: undefined,
  });
});
