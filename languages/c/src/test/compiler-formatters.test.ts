// A program in Rust, which has no pack: its compiler's own formatters show its values, with no set-up.

import { describe, expect, it } from 'vitest';
import { rustMissing, useRustProgram } from './rust-program.js';

describe.skipIf(rustMissing)("a compiler's own formatters", () => {
  const program = useRustProgram('enums');

  it('show texts, lists, options and enumerations', async () => {
    const stopped = await program.stopped();
    const names = ['text', 'slice', 'numbers', 'some', 'none', 'circle', 'nothing'];
    expect(Object.values(await stopped.texts(names))).toEqual([
      ...['"hello"', '"slice"', '[1, 2, 3]', 'Some(5)', 'None', 'Circle(1.5)', 'Nothing'],
    ]);
    expect(stopped.stop.top?.frames[0]).toMatchObject({
      function: 'enums::main',
      unit: { language: 'rust' },
    });
  });
});

describe.skipIf(rustMissing)('texts and lists', () => {
  const program = useRustProgram('damaged');

  it('that are damaged say so, and cost the others nothing', async () => {
    const stopped = await program.stopped();
    const shown = await stopped.texts(['before', 'text', 'list', 'slice', 'both', 'after']);
    expect(shown).toMatchObject({ before: '"before \\"it\\"\\n"', after: 'Some("after")' });
    expect(shown['slice']).toMatch(/^<it says that it has 35184372088832 elements at 0x.*damaged>$/);
    expect(shown['text']).toContain('it says that it has 68719476736 elements');
    expect(shown['list']).toContain('it says that it has 2305843009213693952 elements');
  });

  it('are shown wherever they are kept', async () => {
    const shown = await (await program.stopped()).texts(['boxed', 'boxed_text', 'behind', 'long']);
    expect(shown).toMatchObject({
      boxed: '[1, 2]',
      boxed_text: '"boxed"',
      behind: 'alloc::string::String "behind"',
    });
    expect(shown['long']).toMatch(/^\[7, 7, .*…\] \(200000\)$/);
  });
});
