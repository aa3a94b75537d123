// Small C programs for every construct of the language: each prints what the same source prints when clang compiles it natively.
//
// `.expected` beside each was made by a native run: `node languages/hsx/src/test/torture/expectations.mjs` makes them again.

import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { compilePrograms, type CompiledProgram } from '../toolchain/cc/compile-c.js';
import { outputOf } from './run-compiled.js';

const folder = new URL('../../src/test/torture/', import.meta.url);
const textOf = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const names = readdirSync(folder)
  .filter(name => name.endsWith('.c'))
  .map(name => name.slice(0, -2));

/** All of them in a long run. */
const levels: readonly ('0' | '1' | '2')[] =
  process.env['HSX_TORTURE'] === 'all' ? ['0', '1', '2'] : ['0', '2'];

describe.each(levels)('compiled with -O%s, a program prints what it prints natively', optimization => {
  const compiled = new Map<string, CompiledProgram>();

  beforeAll(async () => {
    const programs = names.map(name => [
      { kind: 'c' as const, name: `/torture/${name}.c`, text: textOf(`${name}.c`) },
    ]);
    const made = await compilePrograms(programs, { optimization });
    names.forEach((name, index) => compiled.set(name, made[index]!));
  }, 120_000);

  it.each(names)('%s', name => {
    expect(outputOf(compiled.get(name)!)).toBe(textOf(`${name}.expected`));
  });
});
