import { describe, expect, it } from 'vitest';
import { SourceMap as NodeSourceMap } from 'node:module';
import { readSourceMap, writeSourceMap, type SourceMap } from './source-map.js';

const map: SourceMap = {
  sources: ['a.src', 'b.src'],
  sourcesContent: ['one\ntwo', null],
  entries: [
    { offset: 33, source: 0, line: 1, column: 1 },
    { offset: 40, source: 1, line: 700, column: 12, name: 'total' },
    { offset: 41, line: 0, column: 0 },
    { offset: 100_000, source: 0, line: 2, column: 3 },
  ],
};

describe('source maps', () => {
  it('are read as they were written', () => {
    expect(readSourceMap(writeSourceMap(map, 'a.wasm'))).toEqual({ ok: true, map });
  });

  it('are understood by Node', () => {
    const payload = JSON.parse(writeSourceMap(map)) as ConstructorParameters<typeof NodeSourceMap>[0];
    const found = new NodeSourceMap(payload).findEntry(0, 40);
    expect(found).toMatchObject({
      originalSource: 'b.src',
      originalLine: 699,
      originalColumn: 11,
      name: 'total',
    });
  });

  it('that are broken are refused with words', () => {
    const said = (text: string) => {
      const found = readSourceMap(text);
      return found.ok ? 'read' : found.message;
    };
    expect(said('{')).toBe('the source map is not JSON');
    expect(said('[]')).toBe('the source map is no object');
    expect(said('{"version":2}')).toBe('the source map is of version 2, not 3');
    expect(said('{"version":3,"sources":["a"],"mappings":"A"}')).toBe('read');
    expect(said('{"version":3,"sources":["a"],"mappings":"!"}')).toContain('cannot be read');
    expect(said('{"version":3,"sources":["a"],"mappings":"ACAA"}')).toBe(
      'the source map names source 1, and there are 1',
    );
    expect(said('{"version":3,"sources":["a"],"mappings":"D"}')).toContain('below zero');
    expect(said('{"version":3,"sources":["a"],"mappings":"g"}')).toContain('cannot be read');
    const text = writeSourceMap(map);
    for (let length = 0; length < text.length; length++)
      expect(readSourceMap(text.slice(0, length)).ok).toBe(false);
  });

  it('take the folder of the sources, and the guard against scripts', () => {
    const text = `)]}'\n{"version":3,"sourceRoot":"lib/","sources":["a"],"mappings":"AAAA;AACA"}`;
    expect(readSourceMap(text)).toEqual({
      ok: true,
      map: { sources: ['lib/a'], entries: [{ offset: 0, source: 0, line: 1, column: 1 }] },
    });
  });
});
