// Programs with random changes: the compiler says what is wrong and where, or interpreter and machine code do the same.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom, type Random } from '@sonde/testkit/seeded-random';
import { describe, expect, it } from 'vitest';
import { generate } from '../toolchain/generator/generator.js';
import { interpret, type Interpreted } from './interpreter/interpreter.js';
import { runCounting, toolsMissing, useBuilder } from './built.js';
import { check } from './programs.js';

const folder = fileURLToPath(new URL('../../examples/', import.meta.url));
const own = fileURLToPath(new URL('../../src/test/programs/', import.meta.url));
const paths = [
  ...readdirSync(folder)
    .filter(name => /\.osp(?:ml)?$/.test(name))
    .map(name => join(folder, name)),
  ...['outside/modules.osp', 'effects/generic.osp', 'tests/failing.osp', 'values/results.osp'].map(name =>
    join(own, name),
  ),
];
const examples = paths.map(path => ({ name: path, text: readFileSync(path, 'utf8') }));

/** Words, signs and blanks are removed, doubled, moved and exchanged. */
function mutated(text: string, random: Random): string {
  const pieces = text.split(/(\s+|\b)/);
  const any = (): string => pieces[random(pieces.length)]!;
  for (let count = random(3); count >= 0; count--) {
    const at = random(pieces.length);
    const kind = random(3);
    if (kind === 0) pieces.splice(at, 1 + random(3));
    else if (kind === 1) pieces[at] = any();
    else pieces.splice(at, 0, any());
  }
  return pieces.join('');
}

const flavorOf = (name: string): 'ml' | 'default' => (name.endsWith('.ospml') ? 'ml' : 'default');

describe('a program with random changes', () => {
  it('is refused with a place for every mistake, or compiled', () => {
    const random = seededRandom(11);
    let compiled = 0;
    for (let turn = 0; turn < 800; turn++) {
      const { name, text } = examples[random(examples.length)]!;
      const changed = mutated(text, random);
      const { program, diagnostics } = check(changed, flavorOf(name));
      for (const { location } of diagnostics) expect(location?.line).toBeGreaterThan(0);
      if (program === undefined) expect(diagnostics.length).toBeGreaterThan(0);
      else {
        generate(program, {
          source: Buffer.from(changed),
          debugInfo: true,
          dwarfVersion: 5,
          optimised: false,
        });
        compiled++;
      }
    }
    expect(compiled).toBeGreaterThan(50);
  });
});

/** Depth is the one thing that the interpreter has less of. */
function interpreted(program: Parameters<typeof interpret>[0]): Interpreted | undefined {
  try {
    return interpret(program);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

describe.skipIf(toolsMissing)('a program with random changes that is right', () => {
  const builder = useBuilder();

  it('does the same interpreted and as machine code, and gives all its memory back', async () => {
    const random = seededRandom(Number(process.env['SONDE_FUZZ_SEED'] ?? 5));
    // Not those with fibers: who prints first is not decided; nor the example that leaks, as its name says.
    const sources = examples.filter(({ name, text }) => !text.includes('spawn') && !/\bleak/.test(name));
    for (let compared = 0; compared < Number(process.env['SONDE_FUZZ_MESSAGES'] ?? 20);) {
      const { name, text } = sources[random(sources.length)]!;
      const changed = mutated(text, random);
      const { program } = check(changed, flavorOf(name));
      const expected = program && changed !== text ? interpreted(program) : undefined;
      if (expected === undefined) continue;
      const file = flavorOf(name) === 'ml' ? 'test.ospml' : 'test.osp';
      const built = await builder.buildText(file, changed, compared % 2 === 0, 'arc');
      const { errors, ...ran } = await runCounting(built.program);
      const { errors: told, ...said } = expected;
      expect(ran, changed).toMatchObject(said);
      if (ran.exitCode === 0 && ran.abandoned === 0) expect(ran.live, changed).toBe(0);
      // Only debug builds tell of places.
      expect(errors.replace(/ \(.*\)/, ''), changed).toBe(told.replace(/ \(.*\)/, ''));
      compared++;
    }
  });
});
