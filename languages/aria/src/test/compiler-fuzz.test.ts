// The compiler on programs that nobody means: examples with pieces of each other. Bounded, and the same each time.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SourceText } from '@sonde/native-compiler';
import { checkSource } from '../toolchain/checker/check.js';
import { generate } from '../toolchain/generator/generator.js';
import { examples } from './generated-programs.js';

const texts = readdirSync(examples)
  .filter(name => name.endsWith('.aria'))
  .map(name => readFileSync(join(examples, name), 'utf8'));

/** The same numbers for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Changes that leave a fair part of the programs whole, so that the generator gets its share. */
function mutated(random: (below: number) => number): string {
  const lines = texts[random(texts.length)]!.split('\n');
  const other = texts[random(texts.length)]!.split('\n');
  const at = random(lines.length);
  switch (random(5)) {
    case 0:
      lines.splice(at, 1 + random(3));
      break;
    case 1:
      lines.splice(at, 0, other[random(other.length)]!);
      break;
    case 2:
      lines[at] = lines[at]!.replace(
        /\d+/,
        () => ['0', '1', '127', '128', '9223372036854775807'][random(5)]!,
      );
      break;
    case 3:
      lines[at] = lines[at]!.replace(
        /\b(?:int|uint|tbb|flt)\d+\b/,
        () => ['int8', 'uint64', 'tbb8', 'tbb64', 'flt32', 'string', 'bool'][random(7)]!,
      );
      break;
    default: {
      const line = lines[at]!;
      const cut = random(line.length + 1);
      lines[at] = line.slice(0, cut) + String.fromCharCode(32 + random(95)) + line.slice(cut + random(2));
    }
  }
  return lines.join('\n');
}

describe('a program that nobody means', () => {
  it.each([1, 2])('is compiled or refused with a place, and never anything else (seed %i)', seed => {
    const random = numbers(seed);
    let compiled = 0;
    for (let round = 0; round < 150; round++) {
      const text = mutated(random);
      const { program, diagnostics } = checkSource(new SourceText({ name: 'fuzzed.aria' }, text));
      if (program === undefined) {
        const errors = diagnostics.filter(({ severity }) => severity === 'error');
        expect(errors.length, text).toBeGreaterThan(0);
        for (const { location } of errors) expect(location?.line, text).toBeGreaterThan(0);
        continue;
      }
      compiled++;
      for (const release of [false, true]) expect(whatWentWrong(program, release), text).toBeUndefined();
    }
    // Else it would only show how mistakes are told.
    expect(compiled).toBeGreaterThan(15);
  });
});

function whatWentWrong(program: Parameters<typeof generate>[0], release: boolean): unknown {
  try {
    const source = new TextEncoder().encode(program.source.name);
    const generated = generate(program, {
      ...{ source, release, debugInfo: true, machine: 'x86-64', dwarfVersion: 5 },
    });
    generated.module(new Map(generated.loadable.map(({ id }) => [id, new Uint8Array()])));
    return undefined;
  } catch (error) {
    return error;
  }
}
