import { mkdtempSync, rmSync, symlinkSync, writeFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SourceTranslation } from './source-translation.js';

const none = (): never => {
  throw new Error('not a reference');
};

describe('source translation', () => {
  let folder: string;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'sonde-test-')));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('counts lines and columns from 0 for clients that do', () => {
    const zero = new SourceTranslation({ adapterID: 'x', linesStartAt1: false, columnsStartAt1: false });
    expect(zero.range({ source: { name: 'a' }, line: 1, column: 1, endLine: 2, endColumn: 3 })).toEqual({
      line: 0,
      column: 0,
      endLine: 1,
      endColumn: 2,
    });
    expect([zero.fromLine(0), zero.fromColumn(0), zero.fromColumn(undefined)]).toEqual([1, 1, undefined]);
  });

  it('follows links but answers with the spelling the client used', () => {
    const real = join(folder, 'real.txt');
    const link = join(folder, 'link.txt');
    writeFileSync(real, '');
    symlinkSync(real, link);
    const translation = new SourceTranslation({ adapterID: 'x' });
    const ref = translation.fromSource({ path: link }, {}, none);
    expect(ref.path).toBe(real);
    expect(translation.source(ref, {}, none).path).toBe(link);
  });

  it('speaks file addresses with clients that want them', () => {
    const path = join(folder, 'a b.txt');
    const translation = new SourceTranslation({ adapterID: 'x', pathFormat: 'uri' });
    const ref = translation.fromSource({ path: pathToFileURL(path).href }, {}, none);
    expect(ref.path).toBe(path);
    expect(translation.source(ref, {}, none).path).toBe(pathToFileURL(path).href);
  });

  it('maps folders of the build to where the sources are now', () => {
    const map = { '/build/src': folder };
    const translation = new SourceTranslation({ adapterID: 'x' });
    const here = join(folder, 'lib', 'a.txt');
    expect(translation.source({ name: 'a.txt', path: '/build/src/lib/a.txt' }, map, none).path).toBe(here);
    expect(translation.fromSource({ path: here }, map, none).path).toBe('/build/src/lib/a.txt');
    expect(translation.source({ name: 'b', path: '/build/srcs/b' }, map, none).path).toBe('/build/srcs/b');
  });

  it('refuses a source that is neither path nor reference', () => {
    expect(() => new SourceTranslation({ adapterID: 'x' }).fromSource({ name: 'a' }, {}, none)).toThrow(
      /neither/,
    );
  });
});
