// Values of Rust's library that hold others are shown by what they hold.

import { describe, expect, it } from 'vitest';
import { c } from '../pack/c.js';
import { rustMissing, useRustProgram } from './rust-program.js';

const wanted = {
  shared: '5 (2 owners)',
  again: '5 (2 owners)',
  weak: '5 (2 owners)',
  dropped: 'dropped',
  never: 'dangling',
  cell: '7',
  looked_at: /^\[1, 2, 3\](?: \(borrowed 1 time\))?$/,
  reader: '[1, 2, 3]',
  part: '[2, 3]',
  writer: '8',
  rc_text: '"rc" (1 owner)',
  arc_text: '"two\\nlines" (1 owner)',
  box_text: '"box"',
  rc_row: '[1, 2] (1 owner)',
  wide_row: '[3] (1 owner)',
  weak_text: '"rc" (1 owner)',
  nested: '"inside" (1 owner)',
  lock: '"locked" (locked) (1 owner)',
  both: '9',
  number: '11',
};

describe.skipIf(rustMissing)('what holds another value', () => {
  const program = useRustProgram('holders');

  it('is shown by that, with who shares or has it', async () => {
    const stopped = await program.stopped({}, c.renderers);
    const texts = await stopped.texts(Object.keys(wanted));
    for (const [name, text] of Object.entries(wanted))
      if (typeof text === 'string') expect({ [name]: texts[name] }).toEqual({ [name]: text });
      else expect(texts[name]).toMatch(text);
  });
});
