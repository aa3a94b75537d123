// A program of a language that nobody taught us: its compiler's own formatters show its values, with no set-up.

import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RustProgram, rustMissing } from './rust-program.js';
import { TestSession } from './session.js';

describe.skipIf(rustMissing)("a compiler's own formatters", () => {
  const program = new RustProgram('enums');

  beforeAll(async () => {
    await program.build();
    return program.remove;
  });
  afterEach(() => TestSession.disposeAll());

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
