// Rust programs of which LLDB has lost a type: what is whole is shown as such.

import { TestSession } from '@sonde/engine-native/testing';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { c } from '../pack/c.js';
import { RustProgram, rustMissing } from './rust-program.js';

describe.skipIf(rustMissing)('types beside one that LLDB has lost', () => {
  const program = new RustProgram('lost');

  beforeAll(async () => {
    await program.build();
    return program.remove;
  });
  afterEach(() => TestSession.disposeAll());

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
