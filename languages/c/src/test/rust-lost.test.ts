// Rust programs of which LLDB has lost a type: what is whole is shown as such.

import { describe, expect, it } from 'vitest';
import { c } from '../pack/c.js';
import { rustMissing, useRustProgram } from './rust-program.js';

describe.skipIf(rustMissing)('types beside one that LLDB has lost', () => {
  const program = useRustProgram('lost');

  it('have all their parts, with room for the discriminant and for other variants', async () => {
    const stopped = await program.stopped({}, c.renderers);
    const names = ['both', 'list', 'wide', 'number', 'nothing', 'result', 'owns'];
    expect(await stopped.texts(names)).toMatchObject({
      list: '[1]',
      wide: '[2]',
      number: 'Some(5)',
      nothing: 'None',
      result: 'Ok(6)',
      owns: '[Nothing, Number(7), Named {x: 8, y: 9}]',
    });
  });
});
