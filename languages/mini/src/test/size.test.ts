// The language that people copy stays small: the pack under 200 lines of code, all of it under 700.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const sources = new URL('../../src/', import.meta.url);

/** Lines that are neither blank nor comment. */
function linesOfCode(folder: string): number {
  const directory = new URL(`${folder}/`, sources);
  return readdirSync(fileURLToPath(directory))
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(name => readFileSync(new URL(name, directory), 'utf8').replace(/^\s*\/\*\*[\s\S]*?\*\/\s*$/gm, ''))
    .flatMap(text => text.split('\n').map(line => line.trim()))
    .filter(line => line !== '' && !line.startsWith('//')).length;
}

it('the pack has less than 200 lines, and all parts together less than 700', () => {
  const [pack, toolchain, runtime] = ['pack', 'toolchain', 'runtime'].map(linesOfCode) as [
    number,
    number,
    number,
  ];
  expect(pack).toBeGreaterThan(50);
  expect(pack).toBeLessThan(200);
  expect(pack + toolchain + runtime).toBeLessThan(700);
});
