import { describe, expect, it } from 'vitest';
import { blockStart, expressionAt, namesIn, variablesIn, type WordRules } from './source-words.js';

const rules: WordRules = {
  lineComment: '//',
  blockComment: ['/*', '*/'],
  strings: ['"'],
  escapes: true,
  reserved: new Set(['let', 'if']),
};

const words = (source: string): readonly string[] =>
  namesIn(source.split('\n'), rules).map(({ text }) => text);

describe('names of a source', () => {
  it('are outside comments, texts, numbers and reserved words', () => {
    expect(words('let a = b1 + 0xff + 12e3; // c')).toEqual(['a', 'b1']);
    expect(words('a /* b\n c */ d "e \\" f" g')).toEqual(['a', 'd', 'g']);
    expect(words('"open\nnext größe $x _y')).toEqual(['next', 'größe', '$x', '_y']);
    expect(words('/* never closed\na')).toEqual([]);
    expect(words('"\\')).toEqual([]);
  });

  it('are in the code inside a text, which braces and texts of its own do not end', () => {
    const found = (source: string): readonly string[] =>
      namesIn(source.split('\n'), { ...rules, interpolations: { '"': ['${', '}'] } }).map(({ text }) => text);
    expect(found('say("no ${a.b} no ${c}no") + d')).toEqual(['say', 'a', 'b', 'c', 'd']);
    expect(found('"${f({ a: "no ${b} no" })} no" c')).toEqual(['f', 'a', 'b', 'c']);
    expect(found(String.raw`"no \${no} $no {no}" a`)).toEqual(['a']);
    expect(found('"${open\nb } "no"')).toEqual(['open', 'b']);
    expect(words('"${no}" a')).toEqual(['a']);
  });

  it('that may be variables begin a path, are not called, and come once a line', () => {
    const lines = ['x.y + x + f(z) + p->q + s::t', 'x', 'later'];
    expect(variablesIn(lines, rules, 1).map(({ line, text }) => `${line}${text}`)).toEqual([
      '0x',
      '0z',
      '0p',
      '0s',
      '1x',
    ]);
  });
});

it('a block begins at the head of its function, or behind the last one', () => {
  const lines = ['f(a)', '{', '  a', '', '  b', '}', '', 'g() {', '  a', '}', 'a', '', 'b'];
  const starts = [0, 2, 4, 8, 10, 12, 99].map(line => blockStart(lines, line));
  expect(starts).toEqual([0, 0, 0, 7, 9, 9, 9]);
  expect(blockStart([], 3)).toBe(0);
  // On the brace that ends a function the program still stands in it.
  expect([5, 9].map(line => blockStart(lines, line))).toEqual([0, 7]);
});

describe('the expression under the mouse', () => {
  const on = (source: string, mark: string): string | undefined =>
    expressionAt([source], rules, { line: 0, column: source.indexOf(mark) })?.text;

  it('is a name with the path that leads to it', () => {
    expect(on('u = aa.bb.cc;', 'aa')).toBe('aa');
    expect(on('u = aa.bb.cc;', 'bb')).toBe('aa.bb');
    expect(on('u = aa.bb.cc;', 'cc')).toBe('aa.bb.cc');
    expect(on('u = a[i + b[0]].cc->dd', 'dd')).toBe('a[i + b[0]].cc->dd');
    expect(on('u = a[ii].b', 'ii')).toBe('ii');
  });

  it('calls nothing, and is none on other things', () => {
    expect(on('f(x).cc', 'cc')).toBe('cc');
    expect(on('a].cc', 'cc')).toBe('cc');
    expect(on('let a', 'let')).toBeUndefined();
    expect(on('a // note', 'note')).toBeUndefined();
    expect(on('a + "text"', 'text')).toBeUndefined();
    expect(on('a + b', '+')).toBeUndefined();
    expect(expressionAt(['a'], rules, { line: 5, column: 0 })).toBeUndefined();
  });
});
