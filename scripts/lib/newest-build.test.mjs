import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { contentHash, newestBuild, recordVersion } from './newest-build.mjs';
import { scratchTree } from './scratch-tree.mjs';

const notes = 'packages/tool/dist/.tsbuildinfo';

/** A workspace whose bundle was made from its output and that of another, just now. */
function bundledTree() {
  const base = scratchTree({
    'clients/cli/dist/main.js': '',
    'clients/cli/dist/other.js': '',
    'clients/cli/dist/bundle/b1/main.js': '',
    'clients/cli/dist/.tsbuildinfo': 'notes on the command',
    [notes]: 'notes on the tool',
  });
  const at = file => pathToFileURL(path.join(base, file));
  const home = at('clients/cli/dist/bundle/');
  const files = ['../.tsbuildinfo', `../../../../${notes}`];
  const state = file => {
    const place = new URL(file, home);
    const { size, mtimeMs: time } = statSync(place);
    return [file, { size, time, hash: contentHash(place) }];
  };
  const record = {
    version: recordVersion,
    folder: 'b1',
    entries: { 'main.js': 'main.js' },
    inputs: Object.fromEntries(files.map(state)),
  };
  writeFileSync(new URL('bundle.json', home), JSON.stringify(record));
  const chosen = (name = 'main.js') => {
    const { href } = newestBuild(at(`clients/cli/dist/${name}`), home);
    return href.slice(at('clients/cli/dist/').href.length);
  };
  return { at, home, record, chosen };
}

describe('the build that a command runs', () => {
  it('is the bundle while all it was made from is as it was', () => {
    expect(bundledTree().chosen()).toBe('bundle/b1/main.js');
  });

  it('is the plain output once the compiler has written again, in whichever workspace', () => {
    const { at, chosen } = bundledTree();
    writeFileSync(at(notes), 'notes on the tool, longer');
    expect(chosen()).toBe('main.js');
  });

  it('is the plain output even when what is new has the length of the old', () => {
    const { at, chosen } = bundledTree();
    writeFileSync(at(notes), 'Notes on the tool');
    utimesSync(at(notes), new Date(), new Date(Date.now() + 5_000));
    expect(chosen()).toBe('main.js');
  });

  it('is the bundle in a copy of the checkout, where only the times are new', () => {
    const { at, chosen } = bundledTree();
    utimesSync(at(notes), new Date(), new Date(Date.now() + 5_000));
    expect(chosen()).toBe('bundle/b1/main.js');
  });

  it('is the plain output when something that the bundle was made from is gone', () => {
    const { at, chosen } = bundledTree();
    rmSync(at(notes));
    expect(chosen()).toBe('main.js');
  });

  it('is the plain output when the bundle itself is gone', () => {
    const { home, chosen } = bundledTree();
    rmSync(new URL('b1/main.js', home));
    expect(chosen()).toBe('main.js');
  });

  it('is the plain output of a file that has no bundled form', () => {
    expect(bundledTree().chosen('other.js')).toBe('other.js');
  });

  it.each([
    ['is missing', undefined],
    ['cannot be read', '{ "version": '],
    ['has another form', JSON.stringify({ version: recordVersion + 1 })],
    ['is empty', 'null'],
  ])('is the plain output when the record %s', (_what, text) => {
    const { home, chosen } = bundledTree();
    const place = new URL('bundle.json', home);
    if (text === undefined) rmSync(place);
    else writeFileSync(place, text);
    expect(chosen()).toBe('main.js');
  });
});
