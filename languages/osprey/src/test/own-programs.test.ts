// Programs of our own, in both flavors: each does what its last lines say, interpreted and as machine code, or is refused there.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { generate } from '../toolchain/generator/generator.js';
import { flavorOf } from '../toolchain/syntax/flavor.js';
import { interpret } from './interpreter/interpreter.js';
import { expectNothingLeft, runCounting, toolsMissing, useBuilder } from './built.js';
import { buildTogether } from './built-together.js';
import { problemsIn, typed } from './programs.js';

/** At its end a program says what is expected of it: `//> ` a line that it prints, `//< ` one that it reads, `//! ` its exit code,
 * `//x ` a line that it is refused for. */
interface OwnProgram {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  readonly flavor: 'default' | 'ml';
  readonly output: string;
  readonly input: string;
  readonly exitCode: number;
  readonly refusedAt: readonly number[];
}

const folder = fileURLToPath(new URL('../../src/test/programs/', import.meta.url));

const programs: readonly OwnProgram[] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(name => /\.osp(?:ml)?$/.test(name))
  .sort()
  .map(name => {
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8');
    const said = (mark: string): readonly string[] =>
      text
        .split('\n')
        .filter(line => line.startsWith(`//${mark} `))
        .map(line => line.slice(4));
    const whole = (lines: readonly string[]): string => lines.map(line => `${line}\n`).join('');
    return {
      name,
      path,
      text,
      flavor: flavorOf(name, text),
      output: whole(said('>')),
      input: whole(said('<')),
      exitCode: Number(said('!')[0] ?? 0),
      refusedAt: said('x').map(Number),
    };
  });

const running = programs.filter(({ refusedAt }) => refusedAt.length === 0);

it('are as many as the samples, with effects and fibers, in both flavors', () => {
  expect(programs.length).toBeGreaterThanOrEqual(60);
  const having = (word: RegExp): number => programs.filter(({ text }) => word.test(text)).length;
  expect(having(/\bperform\b/)).toBeGreaterThan(15);
  expect(having(/\bspawn\b/)).toBeGreaterThan(4);
  expect(programs.filter(({ flavor }) => flavor === 'ml').length).toBeGreaterThan(10);
});

describe('interpreted', () => {
  it.each(running)('$name', ({ text, flavor, output, input, exitCode }) => {
    expect(interpret(typed(text, flavor), undefined, undefined, input)).toMatchObject({ output, exitCode });
  });
});

describe('refused', () => {
  it.each(programs.filter(({ refusedAt }) => refusedAt.length > 0))(
    '$name',
    ({ text, flavor, refusedAt }) => {
      const lines = new Set(problemsIn(text, flavor).map(problem => Number(problem.split(':')[0])));
      expect([...lines]).toEqual(refusedAt);
    },
  );
});

it('give the same code in both flavors', () => {
  const twins = running.filter(({ name }) =>
    running.some(other => other.name === name.replace(/\.ospml$/, '.osp') && other.name !== name),
  );
  expect(twins.length).toBeGreaterThanOrEqual(3);
  for (const { name, text } of twins) {
    const other = running.find(candidate => candidate.name === name.replace(/\.ospml$/, '.osp'))!;
    expect(codeOf(text, 'ml'), name).toBe(codeOf(other.text, 'default'));
  }
});

function codeOf(text: string, flavor: 'default' | 'ml'): string {
  const program = typed(text, flavor);
  const source = new Uint8Array(0);
  const ir = generate(program, { source, debugInfo: false, dwarfVersion: 5, optimised: false });
  return ir.replace(/^source_filename = .*\n/, '').replaceAll(program.source.name, 'SOURCE');
}

describe.skipIf(toolsMissing).each(['for a debugger', 'optimised'])('as machine code %s', mode => {
  const builder = useBuilder();
  let program: string;
  beforeAll(async () => {
    program = await buildTogether(
      running.map(({ path }) => path),
      mode === 'for a debugger',
      builder.folder(),
    );
  });

  it.each(running)('$name', async own => {
    const { output, input, exitCode } = own;
    const ran = await runCounting(program, {}, input, [String(running.indexOf(own))]);
    expect(ran).toMatchObject({ output, exitCode });
    expectNothingLeft(ran);
  });
});
