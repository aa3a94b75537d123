// Random C programs: the machine and another compiler agree on all of them.
//
// The other one is the system's clang, or clang as WebAssembly where there is none. HSX_RANDOM=500 tries that many.

import { describe, expect, it } from 'vitest';
import { compilePrograms, type ProgramSource } from '../toolchain/cc/compile-c.js';
import { RandomProgram } from './random-c.js';
import { referenceResults } from './reference-run.js';
import { outputOf } from './run-compiled.js';

const count = Number(process.env['HSX_RANDOM'] ?? 12);
const firstSeed = Number(process.env['HSX_SEED'] ?? 1);
const seeds = Array.from({ length: count }, (_, index) => firstSeed + index);

const hexOf = (value: bigint): string => value.toString(16);

describe('random programs', () => {
  it.each(['0', '2'] as const)(
    'give the result of another compiler with -O%s',
    async optimization => {
      const chosen = seeds.filter((_, index) => count > 50 || index % 2 === Number(optimization === '2'));
      const texts = chosen.map(seed => ({ seed, text: new RandomProgram(seed, `run_${seed}`).text() }));
      const expected = await referenceResults(texts.map(({ seed, text }) => ({ name: `run_${seed}`, text })));
      const programs = texts.map(({ seed, text }): ProgramSource[] => [
        { kind: 'c', name: `/random/p${seed}.c`, text },
        {
          kind: 'c',
          name: `/random/main${seed}.c`,
          text: `#include <stdio.h>\nunsigned long long run_${seed}(void);\nint main(void) { printf("%llx\\n", run_${seed}()); return 0; }\n`,
        },
      ]);
      const compiled = await compilePrograms(programs, { optimization });
      const found = chosen.map((seed, index) => `${seed}: ${outputOf(compiled[index]!)}`);
      expect(found).toEqual(chosen.map((seed, index) => `${seed}: ${hexOf(expected[index]!)}\nexit 0\n`));
    },
    300_000,
  );
});
