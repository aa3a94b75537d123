import { seededRandom } from '@sonde/testkit/seeded-random';
import { expect, it } from 'vitest';
import { webAssembly } from '@sonde/wasm';
import { Twins } from './agreement.js';
import { RandomContract } from './random-programs.js';

/** `SONDE_FUZZ_SEED` begins elsewhere, `SONDE_FUZZ_PROGRAMS` makes more or fewer. */
const firstSeed = Number(process.env['SONDE_FUZZ_SEED'] ?? 1);
const programs = Number(process.env['SONDE_FUZZ_PROGRAMS'] ?? 20);

it('random contracts do and show at every statement what their trees say', () => {
  const outcomes = new Map<string, number>();
  for (let seed = firstSeed; seed < firstSeed + programs; seed++) {
    const random = seededRandom(seed);
    const contract = new RandomContract(random);
    const twins = new Twins(contract.source);
    expect(webAssembly.validate(twins.contract.wasm), `seed ${seed}\n${contract.source}`).toBe(true);
    const called = [{ name: 'init', parameters: [] }, ...contract.entries, ...contract.entries];
    for (const { name, parameters } of called) {
      const args = parameters.map(parameter => contract.argument(parameter));
      const { compiled, interpreted } = twins.call(name, args);
      expect(compiled, `seed ${seed}: ${name}(${JSON.stringify(args)})\n${contract.source}`).toEqual(
        interpreted,
      );
      const kind = compiled.outcome.split(':')[0]!;
      outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
    }
  }
  // A generator that only made failures would show little.
  expect(outcomes.get('returned') ?? 0).toBeGreaterThan(programs);
});
