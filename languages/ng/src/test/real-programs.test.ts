// Programs of which the output of the original NG is known, and files that its compiler wrote.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithOutside } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { run } from './harness.js';

/** What the original prints here comes from a mistake of its own, which we do not repeat unless asked to. */
const upstreamMistakes: Readonly<Record<string, { readonly why: string; readonly stdout: string }>> = {
  p03: { why: 'two locals share a slot', stdout: '20, 300\n1\n' },
  p07: { why: 'no code for !=', stdout: 'true\n' },
  p07b: { why: 'no code for <=', stdout: 'true\n' },
  p07c: { why: 'no code for &&', stdout: 'false\n' },
  p09: { why: 'an imported module is not initialised', stdout: '41\n7\n' },
};

describeWithOutside('programs that the original has run', 'ng', folder => {
  const expected = (name: string) => ({
    stdout: readFileSync(join(folder, `${name}.expected.out`), 'utf8'),
    code: Number(readFileSync(join(folder, `${name}.expected.rc`), 'utf8')),
  });
  const names = readdirSync(folder)
    .filter(file => file.endsWith('.ng') && existsSync(join(folder, file.replace('.ng', '.expected.out'))))
    .map(file => file.slice(0, -3));

  it('are there', () => {
    expect(names.length).toBeGreaterThan(20);
    expect(names).toEqual(expect.arrayContaining(Object.keys(upstreamMistakes)));
  });

  describe('compatible with it', () => {
    it.each(names)('%s prints the same and ends the same', async name => {
      const { stdout, code } = await run(join(folder, `${name}.ng`), { upstreamCompatible: true });
      expect({ stdout, code }).toEqual(expected(name));
    });
  });

  describe('without its mistakes', () => {
    it.each(names)('%s', async name => {
      const { stdout, code } = await run(join(folder, `${name}.ng`));
      const mistake = upstreamMistakes[name];
      expect({ stdout, code }).toEqual(
        mistake === undefined ? expected(name) : { stdout: mistake.stdout, code: 0 },
      );
    });
  });

  describe('compiled by it', () => {
    const compiled = names.filter(name => existsSync(join(folder, `${name}.ngo`)));
    it.each(compiled)('%s.ngo', async name => {
      const { stdout, code } = await run(join(folder, `${name}.ngo`), { upstreamCompatible: true });
      expect({ stdout, code }).toEqual(expected(name));
    });
  });
});
