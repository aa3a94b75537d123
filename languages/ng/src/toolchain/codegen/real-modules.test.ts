import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithOutside } from '@sonde/testkit/vitest';
import { describe, expect, test } from 'vitest';
import { disassembleFunction } from '../format/disassemble.js';
import type { NgoModule } from '../format/ngo.js';
import { readNgo } from '../format/ngo-reader.js';
import { writeNgo } from '../format/ngo-writer.js';
import { compileProgram } from '../compile.js';
import { SourceProblem } from '../source.js';

/** A module as lines: the first that differs says what is wrong. Maps have no order in the files. */
function linesOf(module: NgoModule): readonly string[] {
  const sorted = (map: ReadonlyMap<string, unknown>): readonly string[] =>
    [...map].map(([key, value]) => `  ${key}: ${String(value)}`).toSorted();
  return [
    `module ${module.name} ${module.sourceHash}`,
    `constants ${module.constants.join(', ')} ${module.floatConstants.join(', ')}`,
    ...module.strings.map((text, at) => `string ${at} ${JSON.stringify(text)}`),
    ...module.types.map(type => `type ${JSON.stringify(type)}`),
    ...module.imports.map(entry => `import ${entry.module}.${entry.symbol}`),
    ...module.functions.flatMap((found, index) => [
      `function ${found.name} ${found.numLocals} ${found.numParams} ${found.explicitReceiver}`,
      ...disassembleFunction(module, index).split('\n'),
    ]),
    'exports',
    ...sorted(module.exports),
    'types of exports',
    ...sorted(module.exportTypes),
    ...module.traits
      .map(({ methods, allMethods, ...trait }) =>
        [`trait ${JSON.stringify(trait)}`, ...sorted(methods), ...sorted(allMethods)].join('\n'),
      )
      .toSorted(),
    ...module.impls.map(({ methods, ...impl }) =>
      [`impl ${JSON.stringify(impl)}`, ...sorted(methods)].join('\n'),
    ),
  ];
}

describeWithOutside('programs that the original has compiled', 'ng', folder => {
  const names = readdirSync(folder)
    .filter(file => file.endsWith('.ngo'))
    .map(file => file.slice(0, -'.ngo'.length));
  const compile = (name: string): NgoModule =>
    compileProgram(join(folder, `${name}.ng`), { upstreamCompatible: true }).modules[0]!.module;

  test('are there', () => {
    expect(names.length).toBeGreaterThan(10);
  });

  test.each(names)('%s becomes the same module', name => {
    const bytes = readFileSync(join(folder, `${name}.ngo`));
    const theirs = readNgo(bytes, name).module;
    const ours = compile(name);
    expect(linesOf(ours)).toEqual(linesOf(theirs));
    const written = writeNgo(ours, {});
    expect(written.length).toBe(bytes.length);
    if (theirs.exports.size < 2 && theirs.exportTypes.size < 2) expect(Buffer.from(written)).toEqual(bytes);
  });

  describe('and refused', () => {
    const refused = readdirSync(folder)
      .filter(file => file.endsWith('.ng') && existsSync(join(folder, file.replace(/ng$/, 'expected.out'))))
      .map(file => file.slice(0, -'.ng'.length))
      .filter(name => !existsSync(join(folder, `${name}.ngo`)));

    test.each(refused)('%s is refused in the same words', name => {
      let verdict = '';
      try {
        compile(name);
      } catch (error) {
        if (!(error instanceof SourceProblem)) throw error;
        verdict = error.verdict;
        expect(error.file?.path).toBe(join(folder, `${name}.ng`));
      }
      expect(`${verdict}\n`).toBe(readFileSync(join(folder, `${name}.expected.out`), 'utf8'));
    });
  });
});
