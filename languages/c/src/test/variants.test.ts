// Values that are one of several variants: which one is read from their bytes, as the compiler wrote it down.

import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { reasonOf, TestSession } from '@sonde/engine-native/testing';
import { RustProgram, rustMissing } from './rust-program.js';

/** What each variable is; found by a tag of its own or by values that its content cannot have. */
const wanted = {
  reference: /^Some\((→ 4 at )?0x[0-9a-f]+\)$/,
  no_reference: 'None',
  boxed: /^Some\((→ 5 at )?0x[0-9a-f]+\)$/,
  not_boxed: 'None',
  text: 'Some("x")',
  empty: 'Some("")',
  no_text: 'None',
  list: 'Some([1, 2])',
  no_list: 'None',
  outer: 'None',
  inner: 'Some(None)',
  both: 'Some(Some(true))',
  good: 'Ok(3)',
  bad: 'Err("bad")',
  written: 'Text("t")',
  number: 'Number(4)',
  moved: 'Move {x: 1, y: 2}',
  quit: 'Quit',
  only: 'Only(9)',
  low: 'Low (-3)',
  small: 'Small(1)',
  big: 'Big(2)',
  minus: 'Minus(1)',
  plus: 'Plus(2)',
  letter: 'None',
  huge: 'Some(-5)',
  behind: 'Some((1, "two"))',
  not_behind: 'None',
  row: '[Some(1), None]',
  tuple: `(1, "two", 3.5, (4, 'c' 99))`,
  pair: '(6, "six")',
};

describe.skipIf(rustMissing)('variants', () => {
  const program = new RustProgram('variants');
  afterEach(() => TestSession.disposeAll());

  describe.each([['4'], ['5']])('of debug information in version %s', version => {
    beforeAll(async () => {
      await program.build('-C', `dwarf-version=${version}`);
      return program.remove;
    });

    it('are shown as what they are', async () => {
      const shown = await (await program.stopped()).texts(Object.keys(wanted));
      for (const [name, text] of Object.entries(wanted))
        if (typeof text === 'string') expect({ [name]: shown[name] }).toEqual({ [name]: text });
        else expect(shown[name]).toMatch(text);
    });

    it('and their parts have types by the names of their language', async () => {
      const stopped = await program.stopped();
      const names = ['text', 'list', 'row', 'tuple', 'unit'].map(name => stopped.typeOf(name));
      expect(names).toEqual([
        'core::option::Option<alloc::string::String>',
        'core::option::Option<alloc::vec::Vec<u8>>',
        '[core::option::Option<u8>; 2]',
        '(u8, &str, f64, (i64, char))',
        '()',
      ]);
      expect(await stopped.texts(['unit'])).toEqual({ unit: '()' });
      const { types } = stopped.session.engine;
      const typeOf = async (text: string): Promise<string> =>
        types.get((await stopped.evaluate(text)).type).name;
      expect(await typeOf('tuple.0')).toBe('u8');
      expect(await typeOf('tuple.2')).toBe('f64');
      expect(await typeOf('tuple.3.1')).toBe('char');
      expect(await typeOf('pair.0')).toBe('i32');
    });

    it('have fields that are told by their positions', async () => {
      const stopped = await program.stopped();
      const value = async (text: string): Promise<string> =>
        stopped.textOf(await stopped.evaluate(text)).catch(String);
      expect(await value('tuple.0')).toBe('1');
      expect(await value('tuple.1')).toBe('"two"');
      expect(await value('tuple.3.0')).toBe('4');
      expect(await value('pair.0 + 1')).toBe('7');
      expect(await value('tuple.2 + 0.5')).toBe('4');
    });
  });

  describe('at breakpoints', () => {
    beforeAll(async () => {
      await program.build();
      return program.remove;
    });

    it('decide conditions and are logged by the positions of their fields', async () => {
      const stopped = await program.stopped({ condition: 'tuple.0 == 1 && pair.0 > 5.5' });
      expect(reasonOf(stopped.stop)).toEqual({ kind: 'breakpoint', hits: [1] });
      const logged = await program.logged('{tuple.0} {tuple.1} {pair.1}');
      expect(logged).toBe('1 two six');
    });
  });

  describe('of debug information that lies elsewhere', () => {
    beforeAll(async () => {
      await program.build('-C', 'split-debuginfo=unpacked');
      return program.remove;
    });

    it('are told only where nothing of them is lost', async () => {
      const shown = await (await program.stopped()).texts(['no_text', 'quit', 'both', 'letter', 'only']);
      const undecided = '<which of its variants it is cannot be told from the debug information>';
      expect(shown).toEqual({
        no_text: undecided,
        quit: undecided,
        both: 'Some(Some(true))',
        letter: 'None',
        only: 'Only(9)',
      });
    });
  });
});
