import { describe, expect, it } from 'vitest';
import { baseName, crumbsOf, joined, placeOf } from './program-path.js';

describe('paths on the start page', () => {
  it('end with the name of the file', () => {
    expect(baseName('/a/b.c')).toBe('b.c');
    expect(baseName('b.c')).toBe('b.c');
  });

  it.each([
    ['/code', ['', 'a.c'], '/code/a.c'],
    ['/code/', ['sub', 'a.c'], '/code/sub/a.c'],
    ['/', ['a.c'], '/a.c'],
    ['', ['a.c'], 'a.c'],
    ['sub', ['a.c'], 'sub/a.c'],
  ])('%s and %j make %s', (folder, parts, whole) => {
    expect(joined(folder, ...parts)).toBe(whole);
  });

  it('are told from the served folder where they are below it', () => {
    expect(placeOf('/code/a.c', '/code')).toBe('');
    expect(placeOf('/code/x/y/a.c', '/code')).toBe('x/y');
    expect(placeOf('/codes/a.c', '/code')).toBe('/codes');
    expect(placeOf('/code/a.c', undefined)).toBe('/code');
    expect(placeOf('a.c', undefined)).toBe('');
  });

  it('have crumbs that never lead above the served folder', () => {
    expect(crumbsOf('code', '')).toEqual([{ name: 'code', path: '' }]);
    expect(crumbsOf('code', 'x/y')).toEqual([
      { name: 'code', path: '' },
      { name: 'x', path: 'x' },
      { name: 'y', path: 'x/y' },
    ]);
  });
});
