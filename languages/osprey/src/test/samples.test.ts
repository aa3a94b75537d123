// The sample programs, which the language's own compiler has run: the same output here, interpreted and as machine code.

import { absentReason } from '@sonde/testkit';
import { skipLoudly } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { generate } from '../toolchain/generator/generator.js';
import { interpret } from './interpreter/interpreter.js';
import { expectNothingLeft, runCounting, toolsMissing, useBuilder } from './built.js';
import { check, problemsIn, samples, typed, type Sample } from './programs.js';

const all = samples();
if (all === undefined) skipLoudly('the sample programs of Osprey', absentReason('osprey'));

const running = (all ?? []).filter(({ name }) => !name.startsWith('err_'));
const refused = (all ?? []).filter(({ name }) => name.startsWith('err_'));

describe.skipIf(all === undefined)('sample programs', () => {
  it.each(running)(
    '$name is interpreted as its compiler runs it',
    ({ text, flavor, output, errors, exitCode }) => {
      expect(interpret(typed(text, flavor))).toEqual({ output, errors, exitCode });
    },
  );

  it.each(refused)('$name is refused where its compiler refuses it', sample => {
    const lines = problemsIn(sample.text, sample.flavor).map(problem => Number(problem.split(':')[0]));
    for (const line of placesOf(sample)) expect(lines).toContain(line);
    expect(lines.length).toBeGreaterThan(0);
  });

  it('that exist in both flavors give the same code', () => {
    const twins = running.filter(
      ({ name, flavor }) =>
        flavor === 'ml' && running.some(other => other.name === name.replace('.ospml', '.osp')),
    );
    expect(twins.length).toBeGreaterThanOrEqual(8);
    for (const { name, text } of twins) {
      const other = running.find(candidate => candidate.name === name.replace('.ospml', '.osp'))!;
      expect(codeOf(text, 'ml'), name).toBe(codeOf(other.text, 'default'));
    }
  });
});

describe.skipIf(all === undefined || toolsMissing)('sample programs as machine code', () => {
  const builder = useBuilder();

  it.each(running)('$name does what its compiler makes it do', async ({ path, output, errors, exitCode }) => {
    const ran = await runCounting(await builder.build(path, true, 'arc'));
    expect(ran).toMatchObject({ output, errors, exitCode });
    expectNothingLeft(ran);
  });

  it.each(running)('$name does the same when it is optimised', async ({ path, output, exitCode }) => {
    const ran = await runCounting(await builder.build(path, false, 'arc'));
    expect(ran).toMatchObject({ output, exitCode });
    expectNothingLeft(ran);
  });
});

/** Lines that the compiler names; its columns count from 0 and are those of whole declarations. */
const placesOf = ({ errors }: Sample): readonly number[] =>
  [...errors.matchAll(/^\S+?:(\d+):(\d+): (?!unexpected token)/gm)].map(match => Number(match[1]));

function codeOf(text: string, flavor: 'default' | 'ml'): string {
  const program = check(text, flavor).program!;
  const source = new Uint8Array(0);
  const ir = generate(program, { source, debugInfo: false, dwarfVersion: 5, optimised: false });
  return ir.replace(/^source_filename = .*\n/, '').replaceAll(program.source.name, 'SOURCE');
}
