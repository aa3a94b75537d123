import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { clangPackage } from './clang-package.js';

it('a missing clang is offered in the version that this was made with', () => {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  expect(dependencies[clangPackage.name]).toBe(clangPackage.version);
});
