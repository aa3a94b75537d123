// Without `whole`, what an evaluator of the engine's own takes is refused, so that it is asked.

import { nameScope, TypeTable } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { cExpressions, lp64, type LibraryFactory } from './c-expressions.js';
import { noLibrary } from './library.js';

const types = new TypeTable();
const int = types.add({ kind: 'integer', name: 'int', size: 4, signed: true });
const pointer = types.add({ kind: 'pointer', name: 'int *', size: 8, target: int });
types.add({ kind: 'alias', name: 'count_t', target: int });
const names = nameScope([
  { name: 'x', type: int, kind: 'local', place: { kind: 'named', name: 'x' } },
  { name: 'p', type: pointer, kind: 'local', place: { kind: 'named', name: 'p' } },
]);
const context = { names, types };
const typeOf = (text: string): string =>
  types.get(cExpressions({ model: lp64 }).compile(text, context).type).name;

describe('expressions beside an evaluator of the engine', () => {
  it.each(['&x', 'p + 1', 'p - p', 'sizeof x', 'sizeof(int)', '(int *)x', '(count_t)x', 'x = 1', 'x += 1'])(
    '%s is left to it',
    text => {
      expect(() => cExpressions({ model: lp64 }).compile(text, context)).toThrow();
    },
  );

  it.each(['x++', '--x', '$x', 'f(x)', 'a::b', '(struct s *)p', 'p ? p : p'])('%s is left to it', text => {
    expect(() => cExpressions({ model: lp64 }).compile(text, context)).toThrow();
  });

  it('have the widths of their machine', () => {
    expect(typeOf('x + 1L')).toBe('long');
    expect(typeOf('0xffffffff')).toBe('unsigned int');
    expect(typeOf('4294967296')).toBe('long');
    expect(typeOf('p[1]')).toBe('int');
    expect(typeOf('(unsigned char)x')).toBe('unsigned char');
    expect(typeOf('p,3')).toBe('int[3]');
  });

  it('ask the library of a language', () => {
    const library: LibraryFactory = tools => ({
      ...noLibrary(tools),
      name: name => (name === 'outer::y' ? { op: 'constant', value: 4n, type: int } : undefined),
    });
    const compile = (text: string) =>
      cExpressions({ model: lp64, library, qualified: true }).compile(text, context);
    expect(compile('outer::y').program).toEqual({ op: 'constant', value: 4n, type: int });
    expect(() => compile('outer::z')).toThrow('the name outer::z at column 1 is not understood here.');
  });
});
