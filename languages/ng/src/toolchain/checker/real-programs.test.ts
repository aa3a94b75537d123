// Programs that the original has judged: what it rejects is rejected here in the same words, and the rest is not.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithOutside } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import type { ModuleInterface } from '../checked.js';
import { parseUnit } from '../parser/parser.js';
import { SourceProblem, type SourceFile } from '../source.js';
import { check } from './check.js';

describeWithOutside('programs that the original has judged', 'ng', folder => {
  const names = readdirSync(folder)
    .filter(file => file.endsWith('.ng') && existsSync(join(folder, file.replace('.ng', '.expected.out'))))
    .map(file => file.slice(0, -3));
  const judged = new Map(names.map(name => [name, verdictIn(join(folder, `${name}.expected.out`))]));

  it('are there, some of them wrong', () => {
    expect([...judged.values()].filter(verdict => verdict !== undefined).length).toBeGreaterThan(3);
    expect([...judged.values()].filter(verdict => verdict === undefined).length).toBeGreaterThan(15);
  });

  it.each(names)('%s is judged the same', name => {
    expect(verdictOn(folder, name)).toBe(judged.get(name));
  });
});

/** What the original said about types, if it did. */
function verdictIn(path: string): string | undefined {
  return readFileSync(path, 'utf8')
    .split('\n')
    .find(line => line.startsWith('Type check error: '));
}

function verdictOn(folder: string, name: string): string | undefined {
  try {
    interfaceOf(folder, name);
    return undefined;
  } catch (problem) {
    if (!(problem instanceof SourceProblem)) throw problem;
    return problem.kind === 'Type check error' ? problem.verdict : undefined;
  }
}

function interfaceOf(folder: string, name: string): ModuleInterface {
  const path = join(folder, `${name}.ng`);
  const file: SourceFile = { path, module: name, text: readFileSync(path, 'latin1') };
  const unit = parseUnit(file);
  const imports = new Map<string, ModuleInterface>();
  for (const declaration of unit.declarations)
    if (declaration.kind === 'import')
      imports.set(declaration.path.join('.'), interfaceOf(folder, declaration.path.join('.')));
  return check(file, unit, imports, { upstreamCompatible: true }).interface;
}
