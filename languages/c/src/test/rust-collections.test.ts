// Maps, sets and lists of Rust's library are walked node by node, and variables of a file have the names that people say.

import { variable } from '@sonde/engine-native/testing';
import { describe, expect, it } from 'vitest';
import { c } from '../pack/c.js';
import { rustMissing, useRustProgram } from './rust-program.js';

const wanted = {
  map: '{1: "one", 2: "two"}',
  empty: '{}',
  names: '{"a": [], "b": [1, 2]}',
  wide: '{1: 1267650600228229401496703205376}',
  set: "['e' 101, 'h' 104, 'l' 108, 'o' 111]",
  words: '["x", "y"]',
  units: '{1: ()}',
  list: '[3, 1, 2]',
  texts: '["a"]',
  table: '{5: 6}',
};

describe.skipIf(rustMissing)('collections that are made of nodes', () => {
  const program = useRustProgram('collections');

  it('are shown by what they hold, in order', async () => {
    const stopped = await program.stopped({}, c.renderers);
    expect(await stopped.texts(Object.keys(wanted))).toEqual(wanted);
  });

  it('are walked from page to page, with places for keys and values', async () => {
    const { session, stop, textOf } = await program.stopped({}, c.renderers);
    const [view] = await session.engine.readViews!(stop.id, [variable(stop, 'large')]);
    expect(view?.synthetic?.count).toBe(5000);
    const all = await session.engine.readSynthetic!(stop.id, view!.synthetic!.key, 0, 5000);
    expect(all).toHaveLength(5000);
    // Of every key it is known what it was set to: 7 * 2143 is 1 more than a multiple of 5000.
    const texts = await Promise.all(
      [0, 1, 11, 12, 143, 4999].map(async nth => [
        await textOf(all[nth]!.key!),
        await textOf(all[nth]!.value),
      ]),
    );
    expect(texts).toEqual([0, 1, 11, 12, 143, 4999].map(nth => [`${nth}`, `${(nth * 2143) % 5000}`]));
  });

  it('are not believed where nobody initialised them', async () => {
    const { stop, textOf } = await program.stopped({}, c.renderers);
    expect(await textOf(variable(stop, 'wild'))).toMatch(/not initialised yet, or damaged/);
  });

  it('stand beside variables of the file without what a compiler puts behind their names', async () => {
    const stopped = await program.stopped();
    const { stop, textOf } = stopped;
    const names = stop
      .top!.scopes!.find(scope => scope.kind === 'globals')!
      .variables.map(({ name }) => name);
    expect(names).toContain('collections::COUNTER');
    expect(names.filter(name => /::h[0-9a-f]{16}$/.test(name))).toEqual([]);
    expect(await textOf(await stopped.evaluate('collections::COUNTER'))).toBe('7');
    expect(await textOf(await stopped.evaluate('collections::inner::DEPTH'))).toBe('4');
  });
});
