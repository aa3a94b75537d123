// The language that people copy stays small, and what it leaves to the kit is counted too.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);

/** Lines that are neither blank nor comment. */
function linesOfCode(folder: string): number {
  const directory = new URL(`${folder}/`, root);
  return readdirSync(fileURLToPath(directory))
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(name => readFileSync(new URL(name, directory), 'utf8').replace(/^\s*\/\*\*[\s\S]*?\*\/\s*$/gm, ''))
    .flatMap(text => text.split('\n').map(line => line.trim()))
    .filter(line => line !== '' && !line.startsWith('//')).length;
}

const [pack, toolchain, runtime, kit] = [
  'src/pack',
  'src/toolchain',
  'src/runtime',
  '../../engines/vm/src/kit',
].map(linesOfCode) as [number, number, number, number];

it('on top of the kit, the pack has less than 200 lines and the whole language less than 700', () => {
  expect(pack).toBeGreaterThan(50);
  expect(pack).toBeLessThan(200);
  expect(pack + toolchain + runtime).toBeLessThan(700);
});

it('the kit below it, shared by all who want a stack machine, has less than 1,200, and 300 for going back', () => {
  expect(kit).toBeGreaterThan(500);
  expect(kit).toBeLessThan(1_200);
  expect(linesOfCode('../../engines/vm/src/kit/time')).toBeLessThan(300);
});

it('the README names both', () => {
  const readme = readFileSync(new URL('README.md', root), 'utf8');
  for (const claim of ['less than 200 lines', 'less than 700', 'less than 1,200'])
    expect(readme).toContain(claim);
});
