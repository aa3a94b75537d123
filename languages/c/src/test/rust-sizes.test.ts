// Numbers that have as many bits as an address are told from those of 64 bits, which are the same to LLDB.

import type { RawValue } from '@sonde/engine';
import { variable } from '@sonde/engine-native/testing';
import { describe, expect, it } from 'vitest';
import { c } from '../pack/c.js';
import { rustMissing, useRustProgram } from './rust-program.js';

const wanted = {
  passed: 'usize',
  wide: 'u64',
  count: 'usize',
  distance: 'isize',
  signed: 'i64',
  row: '[usize; 2]',
  rows: '[[u64; 1]; 1]',
  list: 'alloc::vec::Vec<usize>',
  wide_list: 'alloc::vec::Vec<u64>',
  slice: '&[usize]',
  there: 'usize *',
  pair: '(usize, u64)',
  function: 'fn(usize, u64) -> usize',
  map: 'alloc::collections::btree::map::BTreeMap<usize, u64>',
};

describe.skipIf(rustMissing)('numbers as wide as an address', () => {
  const program = useRustProgram('sizes');

  it('have their own names wherever they stand in the type of a variable', async () => {
    const stopped = await program.stopped({}, c.renderers);
    const names = Object.keys(wanted);
    expect(Object.fromEntries(names.map(name => [name, stopped.typeOf(name)]))).toEqual(wanted);
    // LLDB takes one half of its nodes for the other, and leaves it out.
    expect(await stopped.texts(['map', 'list'])).toEqual({ map: '{1: 2}', list: '[9]' });
  });

  it('are so as members and elements', async () => {
    const { session, stop } = await program.stopped();
    const { types } = session.engine;
    const members = (type: RawValue['type']): Record<string, string> => {
      const whole = types.resolve(type);
      if (whole.kind !== 'struct') throw new Error(whole.kind);
      return Object.fromEntries(whole.fields.map(field => [field.name, types.get(field.type).name]));
    };
    const sizes = types.resolve(variable(stop, 'sizes').type);
    if (sizes.kind !== 'struct') throw new Error(sizes.kind);
    expect(members(variable(stop, 'sizes').type)).toEqual({
      ...{ count: 'usize', distance: 'isize', wide: 'u64', signed: 'i64', inner: 'sizes::Inner<usize>' },
    });
    const inner = sizes.fields.find(({ name }) => name === 'inner')!;
    expect(members(inner.type)).toEqual({ one: 'usize', other: 'u64' });
    const views = await session.engine.readViews!(
      stop.id,
      ['list', 'wide_list', 'slice', 'map'].map(name => variable(stop, name)),
    );
    expect(views.slice(0, 3).map(view => types.get(view.elements!.element).name)).toEqual([
      ...['usize', 'u64', 'usize'],
    ]);
    const [entry] = await session.engine.readSynthetic!(stop.id, views[3]!.synthetic!.key, 0, 1);
    expect([entry!.key!, entry!.value].map(({ type }) => types.get(type).name)).toEqual(['usize', 'u64']);
  });
});
